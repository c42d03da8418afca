package engine

import (
	"errors"
	"strings"
)

// The errors that callers tell apart. They are wrapped with what was being
// done; test with errors.Is.
var (
	ErrNotFound        = errors.New("not found")
	ErrAmbiguous       = errors.New("more than one record has this id")
	ErrNothingToSearch = errors.New("nothing to search for")
	ErrLocked          = errors.New("another owl is writing")
	ErrReadOnly        = errors.New("cannot be written")
	ErrDamaged         = errors.New("damaged")
	ErrUsage           = errors.New("wrong usage")         // exit code 2
	ErrAbstained       = errors.New("not enough evidence") // exit code 3
)

// OneLine is what an error says on one line: errors that were joined stand behind
// each other.
func OneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

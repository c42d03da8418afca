//go:build !cgo

package models

import (
	"errors"

	"owl/engine/nativedir"
)

var errNoCgo = errors.New("this owl was built with CGO_ENABLED=0")

func load(nativedir.Dir) (string, error) { return "", errNoCgo }

func openNetwork(string, []string, int, int) (runner, error) { return nil, errNoCgo }

func tryOpen(string, string) error { return errors.ErrUnsupported }

//go:build !cgo

package models

import (
	"errors"

	"owl/engine/nativedir"
)

func load(nativedir.Dir) (string, error) {
	return "", errors.New("this owl was built with CGO_ENABLED=0")
}

func tryOpen(string, string) error { return errors.ErrUnsupported }

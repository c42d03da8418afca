// Package picture reads pictures that nobody vouches for: PNG, JPEG and the first
// frame of GIF, within bounds of bytes and pixels, and makes them small enough for
// a terminal.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"path"
	"slices"
	"strings"
)

// The bounds: a file, and the pixels that it may unfold to. At eight bytes a pixel,
// the most that a format has, reading one takes 72 MB.
const (
	MaxBytes  = 8 << 20
	MaxPixels = 9_000_000
)

// Named reports whether the name of a file promises a picture.
func Named(name string) bool {
	return slices.Contains([]string{".png", ".jpg", ".jpeg", ".gif"}, strings.ToLower(path.Ext(name)))
}

// Decode reads a picture. What is too large, damaged or of another format is an
// error that says so.
func Decode(r io.Reader) (_ image.Image, err error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("the picture is larger than %d MB", MaxBytes>>20)
	}
	defer func() { // a decoder must not be what ends the program
		if v := recover(); v != nil {
			err = fmt.Errorf("decode the picture: %v", v)
		}
	}()
	about, format, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case errors.Is(err, image.ErrFormat):
		return nil, errors.New("the file is no PNG, JPEG or GIF")
	case err != nil:
		return nil, fmt.Errorf("decode the picture: %w", err)
	case about.Width <= 0 || about.Height <= 0 || about.Width > MaxPixels/about.Height:
		return nil, fmt.Errorf("the picture has %d x %d pixels; at most %d are shown", about.Width, about.Height, MaxPixels)
	}
	img, err := decoder(format)(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decode the picture: %w", err)
	}
	return img, nil
}

func decoder(format string) func(io.Reader) (image.Image, error) {
	switch format {
	case "png":
		return png.Decode
	case "jpeg":
		return jpeg.Decode
	}
	return gif.Decode // its first frame
}

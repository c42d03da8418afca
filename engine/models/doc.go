// Package models is the place of the ONNX models: it loads ONNX Runtime and
// tells which of the built-in models are there and can be opened.
//
// Built with CGO_ENABLED=0 there is no runtime, and Runtime says so.
package models

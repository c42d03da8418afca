//go:build !amd64 || noasm

package quant

func machineKernels() []Kernel { return nil }

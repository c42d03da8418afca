//go:build amd64 && !noasm

package quant

import "golang.org/x/sys/cpu"

func machineKernels() []Kernel {
	var list []Kernel
	if !cpu.X86.HasAVX2 {
		return nil
	}
	if cpu.X86.HasAVX512VNNI && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL {
		list = append(list, Kernel{"AVX-512 VNNI", assembly(dotsAVX512VNNI), machineAbove})
	}
	if cpu.X86.HasAVXVNNI {
		list = append(list, Kernel{"AVX-VNNI", assembly(dotsAVXVNNI), machineAbove})
	}
	return append(list, Kernel{"AVX2", assembly(dotsAVX2), machineAbove})
}

// assembly adapts a routine in kernel_amd64.s, which trusts its arguments.
func assembly(f func(rows *byte, n, groups int, query *int8, out *int32)) func([]int32, []byte, []int8) {
	return func(out []int32, rows []byte, query []int8) {
		f(&rows[0], len(out), len(query)/group, &query[0], &out[0])
	}
}

func machineAbove(words []uint64, products []int32, steps []float32, b *Bound, least float32) {
	aboveAVX2(&words[0], len(words), &products[0], &steps[0], b, least)
}

//go:noescape
func aboveAVX2(words *uint64, n int, products *int32, steps *float32, b *Bound, least float32)

//go:noescape
func dotsAVX2(rows *byte, n, groups int, query *int8, out *int32)

//go:noescape
func dotsAVXVNNI(rows *byte, n, groups int, query *int8, out *int32)

//go:noescape
func dotsAVX512VNNI(rows *byte, n, groups int, query *int8, out *int32)

//go:build amd64 && !noasm

#include "go_asm.h"
#include "textflag.h"

// All routines walk over n rows of 64 bytes a group, and over the 128 levels a
// group of the query: those of the low four bits, then those of the high ones.
// n and groups are at least 1.
//
//	SI row   CX rows left   DX groups   DI query   R8 out
//	R9 level   R10 groups left   Y14, Z14 fifteens
//
// Memory is read ahead by a page, which the processor does not do by itself
// where a page ends; a prefetch beyond the last row does nothing.

#define AHEAD 4096

#define ARGUMENTS \
	MOVQ rows+0(FP), SI    \
	MOVQ n+8(FP), CX       \
	MOVQ groups+16(FP), DX \
	MOVQ query+24(FP), DI  \
	MOVQ out+32(FP), R8    \
	MOVL $0x0F0F0F0F, AX   \
	VMOVD AX, X14          \
	VPBROADCASTD X14, Y14

// HALVES takes 64 bytes apart: the low four bits to Y2 and Y3, the high ones to
// Y4 and Y5.
#define HALVES \
	PREFETCHT0 AHEAD(SI) \
	VMOVDQU (SI), Y2     \
	VMOVDQU 32(SI), Y3   \
	VPSRLW $4, Y2, Y4    \
	VPSRLW $4, Y3, Y5    \
	VPAND Y14, Y2, Y2    \
	VPAND Y14, Y3, Y3    \
	VPAND Y14, Y4, Y4    \
	VPAND Y14, Y5, Y5

// STORE adds up the eight numbers of Y0.
#define STORE \
	VEXTRACTI128 $1, Y0, X1 \
	VPADDD X1, X0, X0       \
	VPSHUFD $0x4E, X0, X1   \
	VPADDD X1, X0, X0       \
	VPSHUFD $0xB1, X0, X1   \
	VPADDD X1, X0, X0       \
	VMOVD X0, (R8)          \
	ADDQ $4, R8

// func dotsAVX2(rows *byte, n, groups int, query *int8, out *int32)
//
// Products are added up in 16 bits: eight of them are at most 8*15*127 = 15240.
TEXT ·dotsAVX2(SB), NOSPLIT, $0-40
	ARGUMENTS
	VPCMPEQW Y15, Y15, Y15
	VPSRLW $15, Y15, Y15 // ones

row:
	VPXOR Y0, Y0, Y0
	MOVQ DI, R9
	MOVQ DX, R10

block:
	HALVES
	VPMADDUBSW (R9), Y2, Y2
	VPMADDUBSW 32(R9), Y3, Y3
	VPMADDUBSW 64(R9), Y4, Y4
	VPMADDUBSW 96(R9), Y5, Y5
	VPADDW Y3, Y2, Y2
	VPADDW Y5, Y4, Y4
	VPADDW Y4, Y2, Y2
	VPMADDWD Y15, Y2, Y2
	VPADDD Y2, Y0, Y0
	ADDQ $64, SI
	ADDQ $128, R9
	DECQ R10
	JNZ block
	STORE
	DECQ CX
	JNZ row
	VZEROUPPER
	RET

// VPDPBUSD as AVX-VNNI has it, which the assembler does not know: the first
// operand is 0x6D, 0x65, 0x5D, 0x55 for Y2 to Y5, the second the place after R9,
// the third 0x41 for Y0 and 0x49 for Y1.
#define DOT(bytes, at, sum) \
	BYTE $0xC4; BYTE $0xC2; BYTE $bytes; BYTE $0x50; BYTE $sum; BYTE $at

// func dotsAVXVNNI(rows *byte, n, groups int, query *int8, out *int32)
TEXT ·dotsAVXVNNI(SB), NOSPLIT, $0-40
	ARGUMENTS

row:
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	MOVQ DI, R9
	MOVQ DX, R10

block:
	HALVES
	DOT(0x6D, 0, 0x41)
	DOT(0x65, 32, 0x49)
	DOT(0x5D, 64, 0x41)
	DOT(0x55, 96, 0x49)
	ADDQ $64, SI
	ADDQ $128, R9
	DECQ R10
	JNZ block
	VPADDD Y1, Y0, Y0
	STORE
	DECQ CX
	JNZ row
	VZEROUPPER
	RET

// func dotsAVX512VNNI(rows *byte, n, groups int, query *int8, out *int32)
TEXT ·dotsAVX512VNNI(SB), NOSPLIT, $0-40
	ARGUMENTS
	VPBROADCASTD X14, Z14

row:
	VPXORD Z0, Z0, Z0
	VPXORD Z1, Z1, Z1
	MOVQ DI, R9
	MOVQ DX, R10

block:
	PREFETCHT0 AHEAD(SI)
	VMOVDQU64 (SI), Z2
	VPSRLW $4, Z2, Z3
	VPANDD Z14, Z2, Z2
	VPANDD Z14, Z3, Z3
	VPDPBUSD (R9), Z2, Z0
	VPDPBUSD 64(R9), Z3, Z1
	ADDQ $64, SI
	ADDQ $128, R9
	DECQ R10
	JNZ block
	VPADDD Z1, Z0, Z0
	VEXTRACTI64X4 $1, Z0, Y1
	VPADDD Y1, Y0, Y0
	STORE
	DECQ CX
	JNZ row
	VZEROUPPER
	RET

// EIGHT compares the bounds of eight rows with the least (13: greater or equal),
// and puts the bits into the upper end of AX.
#define EIGHT(at) \
	VCVTDQ2PS at(SI), Y0    \
	VMULPS Y8, Y0, Y0       \
	VADDPS Y9, Y0, Y0       \
	VMULPS at(DI), Y0, Y0   \
	VADDPS Y10, Y0, Y0      \
	VCMPPS $13, Y11, Y0, Y0 \
	VMOVMSKPS Y0, BX        \
	SHRQ $8, AX             \
	SHLQ $56, BX            \
	ORQ BX, AX

// func aboveAVX2(words *uint64, n int, products *int32, steps *float32, b *Bound, least float32)
//
// It does what Bound.At does, in its order.
TEXT ·aboveAVX2(SB), NOSPLIT, $0-44
	MOVQ words+0(FP), R8
	MOVQ n+8(FP), CX
	MOVQ products+16(FP), SI
	MOVQ steps+24(FP), DI
	MOVQ b+32(FP), DX
	VBROADCASTSS Bound_slope(DX), Y8
	VBROADCASTSS Bound_offset(DX), Y9
	VBROADCASTSS Bound_slack(DX), Y10
	VBROADCASTSS least+40(FP), Y11

word:
	EIGHT(0)
	EIGHT(32)
	EIGHT(64)
	EIGHT(96)
	EIGHT(128)
	EIGHT(160)
	EIGHT(192)
	EIGHT(224)
	MOVQ AX, (R8)
	ADDQ $8, R8
	ADDQ $256, SI
	ADDQ $256, DI
	DECQ CX
	JNZ word
	VZEROUPPER
	RET

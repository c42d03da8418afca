// Package quant makes short codes of vectors and compares codes with a query.
//
// # Code
//
// A vector of unit length is filled up with zeros to a multiple of 128 elements
// and turned: the signs of some elements are changed, and each 128 elements go
// through the Hadamard transform. That leaves all products as they are and
// spreads the few large elements that models make, which would take the room of
// a code for themselves (Ailon and Chazelle, The Fast Johnson-Lindenstrauss
// Transform, 2009). The turned vector v becomes one byte an element and one step
// a vector:
//
//	step    = max|v_i| / 120
//	code_i  = floor(v_i/step + 120 + d_i)          0 to 255
//	v_i    ~= step * (code_i + 0.5 - 120 - d_i)    within step/2
//
// d_i is a pseudo-random number from 0 to 16 that is the same for the elements i
// of all vectors (subtractive dither; Schuchman, Dither Signals and Their Effect
// on Quantization Noise, 1964). It makes the errors of the elements independent
// and even over their range, whatever the vectors are. The high four bits alone
// are a code of the same kind with a step 16 times as wide.
//
// The two halves of a code are kept apart, because a search is as fast as memory
// can be read: it reads the high halves of all vectors, and the low halves and
// the vectors themselves only where those could matter.
//
// # Bound
//
// A turned query q of unit length becomes whole numbers from -127 to 127 times a
// scale: q = p + r. A sum of independent errors that are even over their range is
// sub-Gaussian with its own variance, so for a code with errors e_i of at most
// a = step/2, or 8 steps for the high half,
//
//	P(q.e > 6 a / sqrt 3) <= exp(-6*6/2) < 2e-8
//
// and q.v exceeds the product of p and the code by at most 6 a / sqrt 3 + |r| |code|,
// where |code| <= 1 + a sqrt(elements). The bounds of this package are that; so a
// search that drops what cannot reach the best hundred by them loses one of the
// hundred in less than one of 100,000 searches, for any vectors that were chosen
// without looking at d.
package quant

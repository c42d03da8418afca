// Package quant makes short codes of vectors and compares codes with a query.
//
// # Code
//
// What is coded is a vector less the center of those around it, because the
// vectors of a model lean to one side, and the code of that would be the same for
// all. The difference is filled up with zeros to a multiple of 128 elements
// and turned: the signs of some elements are changed, and each 128 elements go
// through the Hadamard transform. That leaves all products as they are and
// spreads the few large elements that models make, which would take the room of
// a code for themselves (Ailon and Chazelle, The Fast Johnson-Lindenstrauss
// Transform, 2009). The turned v becomes one byte an element and one step a
// vector:
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
// scale, q = p + r, each number rounded up or down by a chance that makes r_i zero
// on average; these chances, too, are the same for all queries.
//
// A sum of independent errors is sub-Gaussian: with those of a code, which are
// even over the range from -a to a, a = step/2 or 8 steps for the high half, with
// its own variance; with those of the query, by Hoeffding's lemma, with that of
// scale/2 an element. So each of
//
//	q.e > 6 a / sqrt 3
//	r.c > 6 scale/2 |c|, where c is what the code stands for, |c| <= |v| + a sqrt(elements)
//
// has a chance of exp(-6*6/2) < 2e-8 at most. The bounds of this package are the
// product of p and the code, plus both, plus the product of query and center. So a
// search that drops what cannot reach the best hundred by them loses one of the
// hundred in less than one of 100,000 searches, for any vectors that were chosen
// without looking at d and the chances.
package quant

//go:build cgo && !noepics

package native

// #cgo CXXFLAGS: -std=c++14 -O2
// #cgo LDFLAGS: -lpvxs -lca -lCom
// #include "native.h"
import "C"

import "fmt"

// Version asks the linked libraries who they are.
func Version() (Info, error) {
	var v C.owl_versions
	var text [256]C.char
	if C.owl_get_versions(&v, &text[0], C.size_t(len(text))) != 0 {
		return Info{}, fmt.Errorf("live PVs are not available: %s", C.GoString(&text[0]))
	}
	return Info{PVXS: C.GoString(&v.pvxs[0]), Base: C.GoString(&v.base[0]), CA: "CA " + C.GoString(&v.ca[0])}, nil
}

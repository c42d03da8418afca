//go:build cgo && !noepics && !ownnative

package native

// The libraries use the string type that GCC had before version 5. A shipped
// program finds them in ../lib, one in bin/ of a clone in ../.native/lib, one
// that go test or go run puts elsewhere by the path of the clone.

// #cgo CXXFLAGS: -D_GLIBCXX_USE_CXX11_ABI=0 -I${SRCDIR}/../../.native/include
// #cgo LDFLAGS: -L${SRCDIR}/../../.native/lib
// #cgo LDFLAGS: -Wl,-rpath,$ORIGIN/../lib -Wl,-rpath,$ORIGIN/../.native/lib -Wl,-rpath,${SRCDIR}/../../.native/lib
import "C"

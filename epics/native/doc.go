// Package native is the raw layer over the EPICS libraries pvxs, libca and
// libCom, and the only package of Owl that uses cgo.
//
// A Client subscribes to PVs under numbers. C++ threads of the libraries note
// that something happened; one goroutine, in Client.Run, fetches it in batches.
// No C++ thread calls Go, and the C surface in native.h lets no C++ type and no
// exception cross.
//
// Built with CGO_ENABLED=0 or -tags noepics the package has the same functions,
// which then say why live PVs are not available.
//
// Where headers and libraries come from: by default from the folder .native of
// the repository (flags_default.go); with -tags ownnative from CGO_CXXFLAGS and
// CGO_LDFLAGS, which is how the Makefile builds against a site's own EPICS.
package native

// Info holds the versions of the linked libraries, as they name themselves.
type Info struct {
	PVXS string // "PVXS 1.5.3", asked from the loaded library
	Base string // "EPICS 7.0.10.1-DEV", of the headers that the binding was compiled with
	CA   string // "CA 4.14", asked from the loaded library
}

//go:build !cgo || noepics

package native

import "errors"

// Version says why there are no versions.
func Version() (Info, error) {
	return Info{}, errors.New("live PVs are not available: this owl was built without the EPICS libraries (CGO_ENABLED=0 or -tags noepics)")
}

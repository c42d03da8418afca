//go:build !cgo || noepics

package native

import "errors"

// errAbsent is a function because there is no other constant error.
func errAbsent() error {
	return errors.New("live PVs are not available: this owl was built without the EPICS libraries (CGO_ENABLED=0 or -tags noepics)")
}

// Version says why there are no versions.
func Version() (Info, error) { return Info{}, errAbsent() }

// Client can do nothing here; Open never makes one.
type Client struct{}

// Open says why there is no client.
func Open(map[string]string, ...Provider) (*Client, error) { return nil, errAbsent() }

// Watch says why there are no values.
func (*Client) Watch(uint32, Provider, string) error { return errAbsent() }

// Get says why there are no values.
func (*Client) Get(uint32, Provider, string) error { return errAbsent() }

// Cancel does nothing.
func (*Client) Cancel(uint32) {}

// Drops is zero.
func (*Client) Drops() Drops { return Drops{} }

// Run says why there are no values.
func (*Client) Run(func([]Event)) error { return errAbsent() }

// Stop does nothing.
func (*Client) Stop() {}

// Close does nothing.
func (*Client) Close() {}

// Handles is zero.
func Handles() int { return 0 }

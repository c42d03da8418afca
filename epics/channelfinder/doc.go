// Package channelfinder reads the directory of a ChannelFinder service: channel
// names with their properties and tags. It only reads.
package channelfinder

import (
	"strings"

	"owl/engine"
	"owl/epics/channels"
)

// Channel is a channel of the directory.
type Channel struct {
	Name       string
	Owner      string
	Properties map[string]string
	Tags       []string
}

// Entry makes a channel one that epics/channels can find. The description is
// that of the record, which RecCeiver writes to recordDesc.
func (c Channel) Entry() channels.Entry {
	e := channels.Entry{PV: c.Name, Fields: map[string]string{}}
	for name, value := range c.Properties {
		switch strings.ToLower(name) {
		case "recorddesc", "description", "desc":
			e.Description = engine.Untrusted(value)
		case "time", "pvstatus", "iocid", "iocip", "recordtype", "caport", "pvaport":
		default:
			e.Fields[strings.ToLower(name)] = value
		}
	}
	if len(c.Tags) > 0 {
		e.Fields["tags"] = strings.Join(c.Tags, ", ")
	}
	return e
}

// Active tells whether the service saw the channel's IOC running, and whether it
// says so at all.
func (c Channel) Active() (active, known bool) {
	status, known := c.Properties["pvStatus"]
	return strings.EqualFold(status, "Active"), known
}

// Query selects channels; its zero value selects all. Names, tags and values may
// hold * and ?; a channel must match all of it.
type Query struct {
	Name       string
	Tags       []string
	Properties map[string]string
}

// Package wire puts the parts together: configuration, knowledge base,
// connectors, loop and console. It is the only package that imports adapters
// and epics.
package wire

// Package archive is an endpoint that answers like an EPICS Archiver Appliance
// over the histories of the demo machine: retrieval as PB and JSON with the
// appliance's operators, values at a time, name search and status. It only
// listens to this host.
//
//	/retrieval/data/getData.raw, .json    data.go, operators in op.go
//	/retrieval/data/getDataAtTime         data.go
//	/retrieval/bpl/getMatchingPVs         names.go
//	/mgmt/bpl/getAllPVs, getPVStatus,
//	getPVTypeInfo                         names.go
package archive

// Package sshd serves the console over SSH: a terminal in, a console out, and
// nothing else.
//
// Who may come is said by a file of authorised keys; there are no passwords.
// There is no shell, no command, no subsystem, no forwarding of ports or agents
// and no file transfer: of all that the protocol offers, only a shell request
// with a terminal is answered, and what answers is the console. What a client
// says of its terminal is taken within bounds. Each coming and going is one line
// of the audit log.
//
//	server.go   the server
//	keys.go     the file of authorised keys
//	visit.go    one terminal
//	audit.go    the audit log
package sshd

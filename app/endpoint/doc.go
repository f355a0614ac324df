// Package endpoint is the part of an application that is its place in the network: where the server listens and with which certificates,
// how many connections it has, and which files it serves besides the routes. The place is that of the process: generations hand it on.
package endpoint

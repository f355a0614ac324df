// Package handover passes the open listeners of a server to the process that takes its place.
//
// Two processes are joined by a [Link], over which they send messages and listeners. A supervisor starts a server with [StartProgram]; the server
// finds out with [Claim] what it was given, by its supervisor, by the server before it, or by systemd.
//
//	heir, env, err := handover.Claim(os.Environ())
//	listener, err := heir.Take("server", "tcp 127.0.0.1:8080") // nil: nobody has passed it
//	heir.Keep("server", "tcp 127.0.0.1:8080", listener)        // the next one gets it
//	heir.Ready(handover.Terms{})
package handover

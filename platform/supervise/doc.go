// Package supervise keeps a server running: a small process that holds its listeners, starts it, and starts it again when it dies.
//
// The supervisor knows nothing of applications and their configuration. Its server opens listeners and sends them to it
// ([handover]), says when it is ready and how much memory it may use. Connections wait in the listeners while there is no server. What
// there is to log, the next server logs.
//
//	if supervise.Wanted(os.Args[1:]) {
//		os.Exit(supervise.Run(supervise.Options{Args: os.Args, Env: os.Environ()}))
//	}
package supervise

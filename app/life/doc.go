// Package life knows how long the start and the end of the process may take, and which listeners go from one process to the next.
//
//	listeners := life.Listeners{Heir: heir, Log: log}
//	listener, err := listeners.Take(handover.Server, "tcp 127.0.0.1:8080", open)
package life

// Package debug is where debuggers in editors reach the process: the listener of --inspect, and what it prints.
//
// It is of the process and not of a generation: it is opened before anything of the application runs, and closed last. What a debugger asks of
// the application is a function that is handed in.
package debug

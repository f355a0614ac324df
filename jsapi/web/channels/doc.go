// Package channels implements BroadcastChannel: messages between the workers of a process, and of others if there is a [Relay].
//
// A [Hub] is what the workers of one application share. It passes messages as bytes, and keeps a bounded number of them for
// each channel until the worker of its listener has time for them. A channel that is made while beans are built belongs to
// the application; one that is made in a call ends with the call.
package channels

// Package broadcast is the part of an application that passes the messages of its BroadcastChannels on to other processes, and to the
// generation before. The connection outlives reloads, as long as its settings stay the same; it is made when a script makes a channel.
package broadcast

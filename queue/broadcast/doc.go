// Package broadcast carries messages by name between processes that share a server of messages, such as those of a BroadcastChannel.
//
// A [Line] is the connection of one process, and a [Relay] one of those in the process who send and receive over it. What one of them
// publishes arrives at all others that have subscribed to the name, in this process and in others: at most once, in the order in which
// it was sent, and at those only that can be reached at the time. Nothing is kept.
//
// Laws:
//   - No method waits for the server. What it cannot take is lost, and the log says so once in a while.
//   - A server that is lost is connected to again, for as long as the line is open. Nothing is connected before it is needed.
//   - A client of the server may send anything to the topics of a line. What is not a message of a line, or too large, is dropped.
//   - Names become topics without a character that means something to a server.
//
// Example:
//
//	line := broadcast.New(broadcast.Settings{URL: "nats://127.0.0.1:4222", Prefix: "shop"}, broadcast.Options{})
//	defer line.Close()
//	relay := line.Relay()
//	end := relay.Subscribe("prices", func(message []byte) { … })
//	relay.Publish("prices", []byte("changed"))
package broadcast

// Package queue delivers messages to listeners, at least once, over brokers of several kinds.
//
// A [Connection] sends messages and runs listeners. A broker, chosen by a URL, carries the messages; a store keeps
// what is for later, what failed for good, and which ids were seen. What the connection promises holds for every broker:
//
//   - Send returns when the message is kept for good.
//   - A message is acknowledged after its listener has returned. One that fails is tried again after a pause that
//     doubles, and then kept as a dead letter. Others do not wait for it.
//   - Messages with the same key are handled in the order in which they were sent, one at a time, also when one of
//     them has to be tried again.
//   - A process that dies loses nothing: messages that it had in hand are delivered again.
//
// See docs/adr/0014-brokers-carry-the-store-remembers.md.
package queue

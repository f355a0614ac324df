// Package jetstream is a broker of messages on NATS JetStream: on a server inside of the process, which keeps its files in
// a folder and listens on no port ([Embed]), or on servers elsewhere ([Connect]).
//
// A topic is a stream of its own, from which a message is removed when it is acknowledged. One durable consumer delivers
// it to all subscriptions. A subscription asks for as many messages as it has free workers, never for more, and tells
// the server at intervals that it still works on them; what a process that died had in hand is delivered again after
// [Options].AckWait, or, by an embedded server, at its next start.
//
// One subscription at a time is exclusive: the one that has a certain message in hand, of which each topic has one.
package jetstream

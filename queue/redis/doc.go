// Package redis is a broker of messages in streams of a Redis server, 6.2 or newer.
//
// A topic is a stream with one consumer group. Each subscription is a consumer. What is in hand is in its list of
// pending entries; what was given back is in that of a consumer named "returned", from where all subscriptions take
// before they take what is new, so that order is kept. What was acknowledged is removed from the stream. Steps that
// belong together are one script; see the folder scripts.
//
// A process keeps a key with a time to live. The messages in hand of a process whose key is gone are given back by others.
//
// Entries have the form of Watermill's adapter, so that other programs can read and write them. Its publisher and
// subscriber are not used: the subscriber has one message in hand, loses the others' wait to a timeout when it ends, and gives
// back in its own process only.
//
// What Redis has not written to its disk is lost with it. It needs appendonly yes, and appendfsync always if no message
// may be lost that was accepted.
package redis

// Package connect makes a connection of queues from its settings: the broker that a URL names, and the store beside it.
//
// Nothing is opened before it is needed, and a server that cannot be reached is asked again the next time. So an
// application that sends nothing pays nothing, and one whose broker is away can serve meanwhile.
package connect

// Package rabbitmq is a broker of messages in queues of a RabbitMQ server or cluster.
//
// A topic is a durable classic queue, to which messages are sent through the default exchange, persistent, mandatory and
// confirmed. Classic queues do not count deliveries, and say only whether one is the first. Quorum queues do, but they put what is given back at the
// end or at the beginning depending on the server's version and a limit, have no exclusive consumers, and one of a server of version 3.10 that was
// killed right after the declaration did not work again.
//
// A subscription is a channel with a consumer that prefetches as many messages as there are workers. What is given back
// would come again at once, before all others. So a copy is published at the end of the queue; the message itself is
// given back only by an exclusive subscription, where order counts, or when the subscription has ended.
//
// An exclusive subscription is an exclusive consumer. Others try again from time to time.
//
// Messages have the form of Watermill's adapter, so that other programs can read and write them. Its publisher and
// subscriber are not used: they wait without regard to a context, have one message in hand, ignore what is returned, and
// acknowledge on a connection that another goroutine replaces without a lock.
package rabbitmq

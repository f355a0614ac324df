// Package queues holds the queue connections of one generation of an application, from their settings to the beans that send. A connection
// outlives a reload that changes nothing of it; what its listeners are, each generation says.
package queues

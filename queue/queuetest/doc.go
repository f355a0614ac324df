// Package queuetest is the contract of connections: what package queue promises, whatever the broker. A kind of broker that passes
// it can be put in another's place by changing a URL.
package queuetest

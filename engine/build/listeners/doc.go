// Package listeners finds the methods that handle messages of queues.
package listeners

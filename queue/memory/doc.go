// Package memory is a broker of messages in the memory of the process, for tests and for messages that may be lost with
// the process. It keeps the order of each topic, and no more bytes than it was allowed.
package memory

// Package messages is the module of "fwrun" for messages in queues: QueueTemplate, which sends them, QueueMessage, which
// listeners get, and the exceptions of listeners.
//
// What carries messages is a [Sender]. A message that is sent in a transaction on the sender's outbox is written in that
// transaction; any other is sent while the VM runs other calls.
//
// Both parts of the module cost nothing where no queues are used: [Module] is installed on use, and [Views], which the
// engine asks for views of messages, has no scripts.
package messages

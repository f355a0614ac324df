package config

// queueKeys returns the keys of messages in queues.
func queueKeys() []keyEntry {
	return []keyEntry{
		{"queue.connections[].name", TypeText, "", "", "name of the connection, which its bean <name>-queue has, too; the one named primary, or else the first one, is the bean queues"},
		{"queue.connections[].url", TypeText, "", "", "where the messages are kept: embedded:, nats:, redis:, amqp:, kafka:, postgres:, mysql:, datasource:<name> or memory:; embedded: when not set"},
		{"queue.connections[].required", TypeBool, "", "", "refuse to start while the server cannot be reached; true when not set"},
		{"queue.connections[].outbox", TypeText, "", "", "datasource whose transactions messages can be sent in"},
		{"queue.connections[].sync", TypeText, "", "", "when an embedded broker has a message on the disk: interval, within a second, or always, before send resolves; interval when not set"},
		{"queue.defaults.concurrency", TypeInt, "1", "", "number of messages of a queue that are handled at the same time"},
		{"queue.defaults.max-attempts", TypeInt, "5", "", "number of attempts before a message becomes a dead letter"},
		{"queue.defaults.backoff", TypeDuration, "1s", "", "pause before the second attempt; it doubles for each further one"},
		{"queue.defaults.max-backoff", TypeDuration, "5m", "", "longest pause between attempts"},
		{"queue.defaults.timeout", TypeDuration, "30s", "", "time limit of one attempt"},
		{"queue.queues", TypeMap, "", "", "settings of single queues, by name, which take precedence over the decorator: concurrency, max-attempts, backoff, max-backoff, timeout, rate-limit (messages a second), dead-letter"},
		{"queue.dedup-window", TypeDuration, "2m", "", "time for which the id of a message is remembered, so that it is sent only once"},
		{"queue.max-message-bytes", TypeSize, "1MiB", "", "largest body of a message, up to 4MiB"},
		{"queue.max-workers", TypeInt, "", "", "number of listeners that occupy workers at the same time; half of server.workers.max when not set"},
	}
}

// broadcastKeys returns the keys of messages between BroadcastChannels.
func broadcastKeys() []keyEntry {
	return []keyEntry{
		{"broadcast.url", TypeText, "memory:", "", "how messages of BroadcastChannels reach other processes: memory:, not at all; queue: or queue:<name>, by the server of a queue connection; nats:, redis: or amqp:, by a server of their own"},
		{"broadcast.prefix", TypeText, "", "", "what tells applications on one server from each other: processes with the same prefix share messages; the name of the application when not set"},
	}
}

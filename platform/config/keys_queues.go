package config

// queueKeys are the keys of messages in queues.
var queueKeys = []Key{
	{
		Name: "queue.connections[].name", Type: TypeText, Default: "primary",
		Doc: "name of the connection, whose bean is <name>-queue; the one named primary, or else the first one, is the bean queues",
	},
	{
		Name: "queue.connections[].url", Type: TypeText, Default: "embedded:",
		Doc: "where the messages are kept: embedded:, nats:, redis:, amqp:, kafka:, postgres:, mysql:, datasource:<name> or memory:",
	},
	{Name: "queue.connections[].required", Type: TypeBool, Default: "true", Doc: "refuse to start while the server cannot be reached"},
	{Name: "queue.connections[].outbox", Type: TypeText, Doc: "datasource whose transactions messages can be sent in"},
	{
		Name: "queue.connections[].sync", Type: TypeText, Default: "interval", Choices: []string{"interval", "always"}, Effect: OnRestart,
		Doc: "when an embedded broker writes a message to the disk: interval (within a second) or always (before send resolves)",
	},
	{
		Name: "queue.defaults.concurrency", Type: TypeInt, Default: "1", Min: "1", Max: "1000",
		Doc: "number of messages of a queue that are handled at the same time",
	},
	{
		Name: "queue.defaults.max-attempts", Type: TypeInt, Default: "5", Min: "1", Max: "1000",
		Doc: "number of attempts before a message becomes a dead letter",
	},
	{
		Name: "queue.defaults.backoff", Type: TypeDuration, Default: "1s", Min: "1ms",
		Doc: "pause before the second attempt; it doubles for each further one",
	},
	{Name: "queue.defaults.max-backoff", Type: TypeDuration, Default: "5m", Min: "1ms", Doc: "longest pause between attempts"},
	{Name: "queue.defaults.timeout", Type: TypeDuration, Default: "30s", Min: "1ms", Doc: "time limit of one attempt"},
	{
		Name: "queue.queues", Type: TypeMap,
		Doc: "settings of single queues, by name, which take precedence over the decorator: concurrency, max-attempts, backoff, " +
			"max-backoff, timeout, rate-limit (messages a second), dead-letter",
		Each: []Key{
			{Name: "concurrency", Type: TypeInt, Min: "1", Max: "1000"},
			{Name: "max-attempts", Type: TypeInt, Min: "1", Max: "1000"},
			{Name: "backoff", Type: TypeDuration, Min: "1ms"},
			{Name: "max-backoff", Type: TypeDuration, Min: "1ms"},
			{Name: "timeout", Type: TypeDuration, Min: "1ms"},
			{Name: "rate-limit", Type: TypeNumber, Min: "0"},
			{Name: "dead-letter", Type: TypeText},
		},
	},
	{
		Name: "queue.dedup-window", Type: TypeDuration, Default: "2m",
		Doc: "time for which the id of a message is remembered, so that it is sent only once",
	},
	{Name: "queue.max-message-bytes", Type: TypeSize, Default: "1MiB", Min: "1B", Max: "4MiB", Doc: "largest body of a message, up to 4MiB"},
	{
		Name: "queue.max-workers", Type: TypeInt, Min: "0", Max: "10000", Otherwise: "half of server.workers.max when not set",
		Doc: "number of listeners that occupy workers at the same time",
	},
}

// broadcastKeys are the keys of messages between BroadcastChannels.
var broadcastKeys = []Key{
	{
		Name: "broadcast.url", Type: TypeText, Default: "memory:",
		Doc: "how messages of BroadcastChannels reach other processes: memory:, not at all; queue: or queue:<name>, by the server of a " +
			"queue connection; nats:, redis: or amqp:, by a server of their own",
	},
	{
		Name: "broadcast.prefix", Type: TypeText, Otherwise: "the name of the application when not set",
		Doc: "prefix that separates applications on one server: processes with the same prefix share messages",
	},
}

package telemetry

import (
	"strconv"
	"time"
)

// tools are the metrics of calls by agents.
type tools struct {
	calls *store[[2]string]
	took  *store[[1]string]
	asked *store[[4]string]
}

func newTools(m *Metrics) tools {
	return tools{
		calls: newStore(m, about{
			name: "mcp_tool_calls", dotted: "mcp_tool_calls", kind: counter, labels: []string{"tool", "outcome"},
			help: "Calls of tools by agents, by outcome: ok, tool_error, denied or internal.",
		}, func(k [2]string) []string { return k[:] }),
		took: newStore(m, about{
			name: "mcp_tool_duration", dotted: "mcp_tool_duration", unit: "seconds", kind: histogram, bounds: seconds, labels: []string{"tool"},
			help: "Seconds that calls of tools have taken.",
		}, func(k [1]string) []string { return k[:] }),
		asked: newStore(m, about{
			name: "mcp_server_operation_duration_seconds", dotted: "mcp.server.operation.duration", unit: "seconds", kind: histogram,
			bounds: []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300}, // as advised
			help:   "MCP request duration as observed on the receiver from the time it was received until the result is sent.",
			labels: []string{"mcp_method_name", "gen_ai_tool_name", "gen_ai_prompt_name", "error_type"},
		}, func(k [4]string) []string { return k[:] }),
	}
}

// Tool counts a call of a tool.
func (m *Metrics) Tool(tool, outcome string, took time.Duration) {
	m.tools.calls.at([2]string{tool, outcome}).add(1)
	m.tools.took.at([1]string{tool}).spread.observe(took.Seconds())
}

// Connections returns what measures the connections of a pool: opening them, waiting for them and using them.
func (m *Metrics) Connections(pool string) (created, waited, used func(time.Duration)) {
	of := func(s *store[[1]string]) func(time.Duration) {
		spread := s.at([1]string{pool}).spread
		return func(took time.Duration) { spread.observe(took.Seconds()) }
	}
	return of(m.databases.created), of(m.databases.waited), of(m.databases.used)
}

// AgentRequest is a request of an agent that was answered.
type AgentRequest struct {
	Method       string // of the protocol, such as tools/call
	Tool, Prompt string // empty for none
	Failure      string // tool_error, or the code of the error; empty if it succeeded
	Took         time.Duration
}

// AgentRequest counts a request of an agent.
func (m *Metrics) AgentRequest(r AgentRequest) {
	m.tools.asked.at([4]string{r.Method, r.Tool, r.Prompt, r.Failure}).spread.observe(r.Took.Seconds())
}

// newClients has the durations of requests that scripts send.
func newClients(m *Metrics) *store[[4]string] {
	return newStore(m, about{
		name: "http_client_request_duration_seconds", dotted: "http.client.request.duration", unit: "seconds", kind: histogram, bounds: seconds,
		help:   "Duration of HTTP client requests.",
		labels: []string{"client", "http_request_method", "http_response_status_code", "error_type"},
	}, func(k [4]string) []string { return k[:] })
}

// Sent counts a request that a script has sent. The client is the name in http.clients, or fetch; the status is 0 if there was
// no answer, and failure says why.
func (m *Metrics) Sent(client, method string, status int, failure string, took time.Duration) {
	code := ""
	if status != 0 {
		code = strconv.Itoa(status)
		if failure == "" && status >= 400 {
			failure = code
		}
	}
	m.clients.at([4]string{client, methods[methodIndex(method)], code, failure}).spread.observe(took.Seconds())
}

// databases are the metrics of statements.
type databases struct {
	took *store[[4]string]
	rows *store[[3]string]

	created, waited, used *store[[1]string] // connections
}

// databaseSeconds are the bounds that OpenTelemetry advises for databases.
var databaseSeconds = []float64{0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10}

func newDatabases(m *Metrics) databases {
	ofPool := func(what, help string) *store[[1]string] {
		return newStore(m, about{
			name: "db_client_connection_" + what + "_time_seconds", dotted: "db.client.connection." + what + "_time", unit: "seconds", kind: histogram,
			bounds: databaseSeconds, help: help, labels: []string{"pool_name"},
		}, func(k [1]string) []string { return k[:] })
	}
	return databases{
		created: ofPool("create", "The time it took to create a new connection."),
		waited:  ofPool("wait", "The time it took to obtain an open connection from the pool."),
		used:    ofPool("use", "The time between borrowing a connection and returning it to the pool."),
		took: newStore(m, about{
			name: "db_client_operation_duration_seconds", dotted: "db.client.operation.duration", unit: "seconds", kind: histogram,
			bounds: databaseSeconds,
			help:   "Duration of database client operations.",
			labels: []string{"pool_name", "db_system_name", "db_operation_name", "error_type"},
		}, func(k [4]string) []string { return k[:] }),
		rows: newStore(m, about{
			name: "db_client_response_returned_rows", dotted: "db.client.response.returned_rows", unit: "rows", kind: histogram, bounds: counted,
			help: "The number of rows returned by database operations.", labels: []string{"pool_name", "db_system_name", "db_operation_name"},
		}, func(k [3]string) []string { return k[:] }),
	}
}

// Statement is a statement that a database has run.
type Statement struct {
	Datasource, System string
	Operation          string // SELECT, UPDATE, …
	Failure            string // the kind of its error; empty if it succeeded
	Rows               int    // of its result; negative if it has none
	Took               time.Duration
}

// Statement counts a statement.
func (m *Metrics) Statement(s *Statement) {
	m.databases.took.at([4]string{s.Datasource, s.System, s.Operation, s.Failure}).spread.observe(s.Took.Seconds())
	if s.Rows >= 0 {
		m.databases.rows.at([3]string{s.Datasource, s.System, s.Operation}).spread.observe(float64(s.Rows))
	}
}

// newCaches has how often values were looked for.
func newCaches(m *Metrics) *store[[2]string] {
	return newStore(m, about{
		name: "cache_gets_total", dotted: "cache.gets", kind: counter, labels: []string{"name", "result"},
		help: "Values that were looked for in a cache, by result: hit or miss.",
	}, func(k [2]string) []string { return k[:] })
}

// CacheGet counts a value that was looked for in a cache.
func (m *Metrics) CacheGet(cache string, found bool) {
	result := "miss"
	if found {
		result = "hit"
	}
	one := m.caches.known([2]string{cache, result})
	if one == nil { // both results are there from the first one on: tools divide them
		m.caches.at([2]string{cache, "hit"})
		m.caches.at([2]string{cache, "miss"})
		one = m.caches.at([2]string{cache, result})
	}
	one.add(1)
}

// messages are the metrics of queues.
type messages struct {
	sent, consumed *store[[4]string]
	took           *store[[4]string]
	handled        *store[[4]string]
}

func newMessages(m *Metrics) messages {
	labels := []string{"messaging_destination_name", "messaging_operation_name", "messaging_system", "error_type"}
	values := func(k [4]string) []string { return k[:] }
	return messages{
		sent: newStore(m, about{
			name: "messaging_client_sent_messages_total", dotted: "messaging.client.sent.messages", kind: counter, labels: labels,
			help: "Number of messages producer attempted to send to the broker.",
		}, values),
		consumed: newStore(m, about{
			name: "messaging_client_consumed_messages_total", dotted: "messaging.client.consumed.messages", kind: counter, labels: labels,
			help: "Number of messages that were delivered to the application.",
		}, values),
		took: newStore(m, about{
			name: "messaging_client_operation_duration_seconds", dotted: "messaging.client.operation.duration", unit: "seconds", kind: histogram,
			bounds: seconds, labels: labels,
			help: "Duration of messaging operation initiated by a producer or consumer client.",
		}, values),
		handled: newStore(m, about{
			name: "messaging_process_duration_seconds", dotted: "messaging.process.duration", unit: "seconds", kind: histogram,
			bounds: seconds, labels: labels,
			help: "Duration of processing operation.",
		}, values),
	}
}

// Message is what has happened to messages of a queue.
type Message struct {
	Queue, System string // the system is that of the broker: nats, kafka, …
	Count         int
	Failure       string // the kind of the error; empty if there was none
	Took          time.Duration
}

// MessageSent counts messages that were sent, together.
func (m *Metrics) MessageSent(one Message) {
	key := [4]string{one.Queue, "send", one.System, one.Failure}
	m.messages.sent.at(key).add(float64(one.Count))
	m.messages.took.at(key).spread.observe(one.Took.Seconds())
}

// MessageHandled counts messages that a listener was called with, together.
func (m *Metrics) MessageHandled(one Message) {
	key := [4]string{one.Queue, "process", one.System, one.Failure}
	m.messages.consumed.at(key).add(float64(one.Count))
	m.messages.handled.at(key).spread.observe(one.Took.Seconds())
}

// HasMessages reports whether messages were sent.
func (m *Metrics) HasMessages() bool {
	m.messages.sent.mu.RLock()
	defer m.messages.sent.mu.RUnlock()
	return len(m.messages.sent.all) > 0
}

// newSchedules has the runs of schedules.
func newSchedules(m *Metrics) *store[[2]string] {
	return newStore(m, about{
		name: "tasks_scheduled_execution_seconds", dotted: "tasks.scheduled.execution", unit: "seconds", kind: histogram, bounds: seconds,
		help:   "Seconds that runs of schedules have taken, by outcome: SUCCESS, ERROR, or SKIPPED because another process runs it.",
		labels: []string{"code_function", "outcome"},
	}, func(k [2]string) []string { return k[:] })
}

// Scheduled counts a run of a schedule.
func (m *Metrics) Scheduled(schedule, outcome string, took time.Duration) {
	m.schedules.at([2]string{schedule, outcome}).spread.observe(took.Seconds())
}

package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// machines are the functions that go by the machine's clock.
var machines = []string{"Now", "Since", "Until", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick", "Sleep"}

// beyond are packages that scripts do not reach while a test runs: programs around an application, and servers that no test file starts.
var beyond = []string{
	"actuator", "app/admin", "app/apptest", "app/ask", "app/coding", "app/editor", "app/typescript", "app/watch", "app/workbench", "cmd", "devtools",
	"lsp", "migrate", "platform/clock", "platform/config", "platform/processors", "platform/profiling", "platform/supervise", "platform/telemetry",
	"ship", "queue/broadcast", "queue/jetstream", "queue/kafka", "queue/rabbitmq", "queue/redis", "queue/servertest", "tests", "tools",
	"host/certs", "platform/rest",
}

// Reasons why something goes by the machine's clock whatever a test does with its own.
const (
	measures = "measures how long something takes, for a log, a span, a story or a metric"
	limits   = "a limit of what may take too long: a test has those, too"
	network  = "waits for a peer, a disk or a database, which go by the machine's clock"
	claims   = "claims and pauses between processes, by the clock of a database"
	machine  = "looks after the process: memory, workers, files, what is idle"
)

// realTime has the reason for each file that uses the machine's clock, and for folders whose files have the same.
var realTime = map[string]string{
	"app/caches/caches.go":             measures,
	"app/jobs/jobs.go":                 measures,
	"app/listeners.go":                 measures,
	"app/management/health.go":         "when a certificate of the machine ends",
	"app/queues/beans.go":              measures,
	"app/queues/depths.go":             network,
	"app/queues/handle.go":             network,
	"app/queues/idle.go":               network,
	"app/queues/listeners.go":          measures,
	"app/security/keep.go":             limits,
	"app/security/settings.go":         "a key is tried once when the settings are read",
	"app/source_script.go":             limits,
	"app/start.go":                     machine,
	"app/stories/keeper.go":            machine,
	"app/stories/requests.go":          measures,
	"app/stories/stories.go":           measures,
	"app/tape/world.go":                "a clock of scripts itself, which is recorded or played; no test file runs with it",
	"data/cache/postgres.go":           claims,
	"data/cache/table.go":              claims,
	"data/connections.go":              measures,
	"data/db.go":                       network,
	"data/idle.go":                     machine,
	"data/locks/poll.go":               claims,
	"data/locks/postgres.go":           claims,
	"data/pool.go":                     network,
	"data/postgres_session.go":         network,
	"data/redisclient":                 network,
	"data/replicas.go":                 network,
	"data/session.go":                  network,
	"data/slow.go":                     measures,
	"data/sqlite.go":                   network,
	"data/sqlite_watch.go":             network,
	"debugger/agents":                  "how long an agent waits, and may forget a pause",
	"debugger/cdp":                     network,
	"engine/boot.go":                   machine,
	"engine/cache/store.go":            machine,
	"engine/compile.go":                measures,
	"engine/finder.go":                 limits,
	"engine/guard/match_clock.go":      limits,
	"engine/lifecycle.go":              limits,
	"engine/listener.go":               limits,
	"engine/schedule.go":               limits,
	"engine/schema/constraint_date.go": "what is past, or to come: rules are part of types, which know no application and no test",
	"engine/session.go":                machine,
	"engine/settings_values.go":        limits,
	"engine/snapshot/survey.go":        machine,
	"engine/test_run.go":               limits,
	"engine/vm/arriving.go":            limits,
	"engine/vm/boot.go":                limits,
	"engine/vm/gate.go":                limits,
	"engine/vm/giveway.go":             limits,
	"engine/vm/hold.go":                limits,
	"engine/vm/lease.go":               limits,
	"engine/vm/lines.go":               limits,
	"engine/vm/memory.go":              machine,
	"engine/vm/opened.go":              "what is open outside lasts as long as that does",
	"engine/vm/pool.go":                limits,
	"engine/vm/pool_size.go":           machine,
	"engine/vm/queue.go":               limits,
	"engine/vm/room.go":                machine,
	"engine/vm/timers.go":              "timers that wait for no test; those that do are in turned.go",
	"engine/vm/watchdog.go":            limits,
	"engine/vm/world.go":               "the time of day of scripts without a clock of their own",
	"host/accept.go":                   network,
	"host/conn.go":                     network,
	"host/deadline.go":                 network,
	"host/dispatch.go":                 limits,
	"host/follow.go":                   measures,
	"host/handle.go":                   limits,
	"host/large.go":                    network,
	"host/listen.go":                   network,
	"host/loop.go":                     machine,
	"host/mount.go":                    limits,
	"host/mount_events.go":             network,
	"host/observe.go":                  measures,
	"host/pace.go":                     network,
	"host/presence.go":                 network,
	"host/sleep.go":                    machine,
	"host/spans.go":                    measures,
	"host/steps.go":                    measures,
	"host/stop.go":                     network,
	"host/stream.go":                   network,
	"host/stream_read.go":              network,
	"host/unread.go":                   limits,
	"host/upload.go":                   network,
	"jsapi/aspects/measured.go":        measures,
	"jsapi/aspects/reported.go":        measures,
	"jsapi/aspects/lockable.go":        limits,
	"jsapi/meters/gauges.go":           limits,
	"jsapi/meters/meters.go":           measures,
	"jsapi/security/security.go":       "no failures are counted there: an application without log-ins",
	"jsapi/sql/aside.go":               limits,
	"jsapi/sql/transactions.go":        limits,
	"jsapi/sql/transactions_begin.go":  limits,
	"jsapi/sql/turns.go":               limits,
	"jsapi/testapi/clock.go":           "vi.getRealSystemTime",
	"jsapi/tracing/functions.go":       measures,
	"jsapi/web/channels/mailbox.go":    network,
	"jsapi/node/tcp":                   network,
	"jsapi/web/console.go":             measures,
	"jsapi/web/install.go":             "performance.now, until Elapsed replaces it by what a test has turned",
	"jsapi/web/sockets":                network,
	"jsapi/web/wasm":                   machine,
	"mcp/call.go":                      "measures calls; their rates go by the clock of the settings",
	"mcp/message.go":                   measures,
	"mcp/observe.go":                   measures,
	"platform/limit":                   limits,
	"platform/outbound/observe.go":     measures,
	"platform/outbound/retry.go":       "compares with the deadline of a call, which is a limit",
	"platform/schedule/runs.go":        limits,
	"platform/startup/timeline.go":     measures,
	"platform/trace/span.go":           measures,
	"platform/trace/tracer.go":         measures,
	"queue/batch.go":                   network,
	"queue/broker/subscriber.go":       network,
	"queue/counts.go":                  measures,
	"queue/gate.go":                    network,
	"queue/manage.go":                  measures,
	"queue/memory/memory.go":           measures,
	"queue/memory/subscriber.go":       network,
	"queue/memory/topic.go":            measures,
	"queue/offered.go":                 network,
	"queue/receiver.go":                "the rate of a listener: drain delivers what is due and waits for nobody who turns a clock",
	"queue/runner.go":                  network,
	"queue/table/broker_claim.go":      claims,
	"queue/table/broker_exclusive.go":  claims,
	"queue/table/broker_settle.go":     claims,
	"queue/table/broker_subscriber.go": claims,
	"queue/table/claims.go":            claims,
	"queue/table/errors.go":            claims,
	"queue/table/starts.go":            claims,
	"queue/table/store.go":             "the default of GoBy",
	"security/events/recorder.go":      "how many lines the log gets in a second",
}

// TestOtherClocksHaveReasons: what expires or waits for scripts goes by platform/clock. What does not has a reason, and each reason a use.
func TestOtherClocksHaveReasons(t *testing.T) {
	used := map[string]bool{}
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") || isBeyond(file) || !usesMachine(t, file) {
			continue
		}
		switch folder := file[:strings.LastIndex(file, "/")]; {
		case realTime[file] != "":
			used[file] = true
		case realTime[folder] != "":
			used[folder] = true
		default:
			t.Errorf("%s goes by the machine's clock: take a clock of platform/clock, or give a reason in tests/docs/clock_test.go", file)
		}
	}
	for place := range realTime {
		if !used[place] {
			t.Errorf("%s does not go by the machine's clock: its reason is of no use", place)
		}
	}
}

func isBeyond(file string) bool {
	return slices.ContainsFunc(beyond, func(folder string) bool { return strings.HasPrefix(file, folder+"/") }) ||
		strings.Contains(file, "test/") || !strings.Contains(file, "/")
}

// usesMachine reports whether a file names one of these functions of the package time.
func usesMachine(t *testing.T, file string) (uses bool) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", file), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if s, is := n.(*ast.SelectorExpr); is && slices.Contains(machines, s.Sel.Name) {
			x, named := s.X.(*ast.Ident)
			uses = uses || named && x.Name == "time" && x.Obj == nil
		}
		return !uses
	})
	return uses
}

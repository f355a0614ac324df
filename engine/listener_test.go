package engine_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// worker boots a service with listeners, and returns a function that hands messages to the listener of a queue.
func worker(t *testing.T, members string, change func(*engine.Options)) (
	*engine.Application, *diary, func(queue string, bodies ...engine.Delivery) error,
) {
	t.Helper()
	app, d, err := saying(t, map[string]string{"a.ts": `
		import { NotBlank, QueueListener, QueueMessage, Service, Size } from "fwrun";
		declare function say(text: any): void;
		declare function later(text: any): Promise<any>;
		export class Job { jobId: int; @NotBlank name: string; at?: Date; }
		export class Path { constructor(public text: string) {} }
		export class Gone extends Error {}
		export class LongGone extends Gone {}
		export class Busy extends Error { name = "Busy"; }
		@Service export class Worker {` + members + "}"}, change)
	if err != nil {
		t.Fatal(err)
	}
	return app, d, func(queue string, deliveries ...engine.Delivery) error {
		for i, l := range app.Manifest().Listeners {
			if l.Queue == queue {
				return app.RunListener(t.Context(), time.Minute, i, deliveries)
			}
		}
		t.Fatalf("nothing listens to %s", queue)
		return nil
	}
}

func body(text string) engine.Delivery {
	return engine.Delivery{ID: "m1", Body: []byte(text), Attempt: 2}
}

func typed(media, text string) engine.Delivery {
	return engine.Delivery{ID: "m1", Body: []byte(text), ContentType: media}
}

func TestRunListenerBinds(t *testing.T) {
	_, d, run := worker(t, `
		who = "worker";
		@QueueListener("job") async job(job: Job, message: QueueMessage) {
			await later(0);
			say([this.who, job instanceof Job, job.jobId, job.name, job.at?.getTime(), message.id, message.attempt, message.payload === job].join());
		}
		@QueueListener("text") text(text: string) { say(typeof text + ":" + text); }
		@QueueListener("bytes") bytes(content: Uint8Array) { say(content.constructor.name + ":" + content.join()); }
		@QueueListener("list") list(list: list<int>) { say(list.join("+")); }
		@QueueListener("any") any(data) { say(data instanceof Uint8Array ? "bytes " + data.length : typeof data + " " + JSON.stringify(data)); }
		@QueueListener("path") path(path: Path) { say(path.text); }
		@QueueListener("null") nothing(job: Job | null) { say(job); }
		@QueueListener("default") otherwise(n = 5) { say(n); }
		@QueueListener("batch", { batch: 3 }) batch(@Size(1, 2) jobs: Job[], messages: QueueMessage[]) {
			say(jobs.length + ":" + messages.map((m, i) => m.payload === jobs[i]).join()); }
	`, nil)
	for _, c := range []struct {
		queue string
		sent  []engine.Delivery
		want  string
	}{
		{"job", []engine.Delivery{body(`{"jobId": 7, "name": "x", "at": "2026-01-31T12:00:00Z"}`)}, "worker,true,7,x,1769860800000,m1,2,true"},
		{"job", []engine.Delivery{typed("application/vnd.x+json; charset=utf-8", "\uFEFF"+`{"jobId": 7, "name": "x"}`)}, "worker,true,7,x,,m1,0,true"},
		{"text", []engine.Delivery{typed("text/plain", "hello")}, "string:hello"},
		{"text", []engine.Delivery{typed("text/plain", "")}, "string:"},
		{"text", []engine.Delivery{body(`{"a": 1}`)}, `string:{"a": 1}`},
		{"bytes", []engine.Delivery{typed("application/octet-stream", "\x01\xff")}, "Uint8Array:1,255"},
		{"list", []engine.Delivery{body(`[1, 2, 3]`)}, "1+2+3"},
		{"any", []engine.Delivery{body(`{"a": [1]}`)}, `object {"a":[1]}`},
		{"any", []engine.Delivery{typed("text/plain", "hello")}, `string "hello"`},
		{"any", []engine.Delivery{typed("application/octet-stream", "\xff")}, `bytes 1`},
		{"path", []engine.Delivery{typed("text/plain", "/a")}, "/a"},
		{"null", []engine.Delivery{body(`null`)}, "null"},
		{"null", []engine.Delivery{body(``)}, "null"},
		{"default", []engine.Delivery{body(``)}, "5"},
		{"batch", []engine.Delivery{body(`{"jobId": 1, "name": "x"}`), body(`{"jobId": 2, "name": "y"}`)}, "2:true,true"},
		{"batch", []engine.Delivery{body(`{"jobId": 1, "name": "x"}`)}, "1:true"},
	} {
		d.lines = nil
		if err := run(c.queue, c.sent...); err != nil || d.text() != c.want {
			t.Errorf("%s with %q: %v, and said %q, want %q", c.queue, c.sent[0].Body, err, d.text(), c.want)
		}
	}
	for _, c := range []struct {
		queue string
		sent  []engine.Delivery
		want  string
	}{
		{"job", []engine.Delivery{body(`{"jobId": "x", "name": " "}`)}, "the payload does not fit: jobId: expected integer; name: " +
			"expected text that is not blank"},
		{"job", []engine.Delivery{body(`{"jobId": 7`)}, "the payload does not fit: the body is not valid JSON: "},
		{"job", []engine.Delivery{body(``)}, "the payload does not fit: is required"},
		{"job", []engine.Delivery{typed("text/plain", "x")}, "the payload does not fit: a body of the type text/plain cannot be converted to Job; " +
			"send JSON"},
		{"text", []engine.Delivery{typed("text/plain", "\xff")}, "the payload does not fit: the body is not text in UTF-8"},
		{"batch", []engine.Delivery{body(`{"jobId": 1, "name": "x"}`), body(`{"name": "x"}`)}, "the payload does not fit: message m1: jobId: is required"},
		{
			"batch",
			[]engine.Delivery{body(`{"jobId": 1, "name": "x"}`), body(`{"jobId": 1, "name": "x"}`), body(`{"jobId": 1, "name": "x"}`)},
			"the batch does not fit: ",
		},
	} {
		d.lines = nil
		err := run(c.queue, c.sent...)
		if rejected, ok := errors.AsType[*engine.RejectedError](err); !ok || !strings.HasPrefix(rejected.Reason, c.want) || d.text() != "" {
			t.Errorf("%s with %q: %v, and said %q", c.queue, c.sent[0].Body, err, d.text())
		}
	}
}

func TestRunListenerFails(t *testing.T) {
	app, _, run := worker(t, `
		@QueueListener("throws") throws(job) { throw new TypeError("broken"); }
		@QueueListener("rejects") async rejects(job) { await later(0); throw new Error("late"); }
		@QueueListener("reject") async reject(job) { await later(0); throw new Error("reject"); }
		@QueueListener("retry") retry(job) { throw new Error("retry"); }
		@QueueListener("discard", { discardOn: [Gone, "Busy"], retryOn: Error }) discard(job) { throw job === 1 ? new LongGone("g") : job === 2 ? new
			Busy("b") : new TypeError("t"); }
		@QueueListener("only", { retryOn: ["TypeError"] }) only(job) { throw job === 1 ? new TypeError("t") : new RangeError("r"); }
		@QueueListener("loops") loops(job) { for (;;); }
		@QueueListener("never") async never(job) { await new Promise(() => {}); }
	`, func(o *engine.Options) {
		o.Pool.HandlerTimeout, o.Pool.CPUTimeout = time.Nanosecond, 50*time.Millisecond // the first is for requests only
	})
	for _, c := range []struct{ queue, body, rejected, otherwise string }{
		{"throws", "1", "", "TypeError: broken"},
		{"rejects", "1", "", "Error: late"},
		{"reject", "1", "Error: reject", ""},
		{"discard", "1", "Error: g", ""},
		{"discard", "2", "Busy: b", ""},
		{"discard", "3", "", "TypeError: t"},
		{"only", "1", "", "TypeError: t"},
		{"only", "2", "RangeError: r", ""},
	} {
		err := run(c.queue, body(c.body))
		rejected, isRejected := errors.AsType[*engine.RejectedError](err)
		thrown, isThrown := errors.AsType[*engine.ScriptError](err)
		if !isThrown || isRejected != (c.rejected != "") {
			t.Errorf("%s ended with %v", c.queue, err)
			continue
		}
		if place, known := thrown.Place(); !known || place.File != "a.ts" {
			t.Errorf("%s failed at %v", c.queue, place)
		}
		if isRejected && rejected.Reason != c.rejected || !isRejected && err.Error() != c.otherwise {
			t.Errorf("%s ended with %v", c.queue, err)
		}
	}
	if retry, ok := errors.AsType[*engine.RetryError](run("retry", body("1"))); !ok || retry.After != time.Minute {
		t.Errorf("retry ended with %v", retry)
	}
	if err := run("loops", body("1")); !errors.Is(err, vm.ErrCPUTime) {
		t.Errorf("loops ended with %v", err)
	}
	_ = run("throws", body("1")) // waits for the worker that takes the place of the one that was stopped
	never := len(app.Manifest().Listeners) - 1
	err := app.RunListener(t.Context(), 20*time.Millisecond, never, []engine.Delivery{body("1")})
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Timeout || !strings.Contains(f.Public, "timeout of 20ms") {
		t.Errorf("never ended with %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := app.RunListener(ctx, time.Minute, never, []engine.Delivery{body("1")}); !errors.Is(err, vm.ErrCanceled) {
		t.Errorf("never ended with %v", err)
	}
}

// TestListenersLeaveVMs: messages in any number leave VMs to other tasks.
func TestListenersLeaveVMs(t *testing.T) {
	begun := make(chan struct{}, 5)
	app, d, run := worker(t, `
		@QueueListener("busy") busy(job) { say("begun"); const end = Date.now() + 100; while (Date.now() < end); say("done"); }
	`, func(o *engine.Options) {
		o.Pool.Min, o.Pool.Max = 2, 2
		api := o.API.(*fakeAPI)
		write := api.said
		api.said = func(text string) {
			write(text)
			if text == "begun" {
				begun <- struct{}{}
			}
		}
	})
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() {
			if err := run("busy", body("1")); err != nil {
				t.Error(err)
			}
		})
	}
	<-begun
	began := time.Now()
	if err := app.Run(t.Context(), began, &nothing{}); err != nil || strings.Contains(d.text(), "done") {
		t.Errorf("another task ended with %v after %s; the messages said %q", err, time.Since(began), d.text())
	}
	all.Wait()
}

// nothing is a task that does nothing.
type nothing struct{}

func (*nothing) Start(*engine.Scope) (engine.Value, error)              { return nil, nil }
func (*nothing) Next(*engine.Scope, engine.Value) (engine.Value, error) { return nil, nil }
func (*nothing) Catch(_ *engine.Scope, err error) (engine.Value, error) { return nil, err }

package messages_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/trace"
)

// sender records what is sent.
type sender struct {
	mu   sync.Mutex
	said []string
	list []messages.Outgoing
	err  error
	wait chan struct{} // Send waits for it, if it is not nil
}

func (s *sender) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said = append(s.said, fmt.Sprintf(format, args...))
}

func (s *sender) Send(ctx context.Context, list []messages.Outgoing) ([]string, error) {
	if s.wait != nil {
		<-s.wait
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return s.keep("sent", list)
}

func (s *sender) keep(how string, list []messages.Outgoing) ([]string, error) {
	if s.err != nil {
		return nil, s.err
	}
	ids := make([]string, len(list))
	for i, one := range list {
		if ids[i] = one.ID; one.ID == "" {
			ids[i] = fmt.Sprintf("id%d", i)
		}
		s.say("%s %s", how, one.Body)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, list...)
	return ids, nil
}

func (s *sender) Outbox() string { return "main" }

func (s *sender) SendIn(ctx context.Context, tx sql.Session, list []messages.Outgoing) ([]string, func(), error) {
	if _, _, err := tx.Update(ctx, "INSERT", sql.Args{}); err != nil {
		return nil, nil, err
	}
	ids, err := s.keep("wrote", list)
	return ids, func() { s.say("committed") }, err
}

// text returns what happened since it was called the last time.
func (s *sender) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := strings.Join(s.said, ", ")
	s.said = nil
	return text
}

// database is a datasource whose transactions are told to the sender.
type database struct {
	sql.Database
	sender *sender
}

func (d database) Begin(context.Context, sql.TxOptions) (sql.Transaction, error) {
	d.sender.say("begin")
	return transaction{d.Database, d.sender}, nil
}

func (database) Room() sql.Room    { return sql.Room{Writers: 2} }
func (database) OneWriter() bool   { return false }
func (database) Waits(bool) bool   { return false }
func (database) Reads(string) bool { return false }

type transaction struct {
	sql.Session
	sender *sender
}

func (t transaction) Update(context.Context, string, sql.Args) (int64, any, error) {
	return 1, nil, nil
}

func (t transaction) Commit(context.Context) error {
	t.sender.say("commit")
	return nil
}

func (t transaction) Rollback(context.Context) error {
	t.sender.say("rollback")
	return nil
}

type page struct {
	*realmtest.Page
	sender *sender
}

func newPage(t *testing.T) page {
	t.Helper()
	s := &sender{}
	datasources := []sql.Datasource{{Name: "main", Primary: true, Database: database{nil, s}}}
	p := page{realmtest.New(t, sql.Module(datasources, nil), messages.Views(), messages.Module([]messages.Connection{
		{Name: "primary", Primary: true, Sender: s}, {Name: "reports", Sender: s},
	})), s}
	p.SetBean("queues", "queues", "")
	p.SetBean("reports", "reports-queue", "")
	p.SetBean("db", "main-template", "")
	return p
}

func (p page) check(t *testing.T, script, want string) {
	t.Helper()
	if got := p.Eval(script); got != want {
		t.Errorf("%s\ngot  %s\nwant %s", script, got, want)
	}
}

func TestSend(t *testing.T) {
	p := newPage(t)
	for _, c := range []struct{ script, id, body, media string }{
		{
			`queues.send("q", { jobId: 7, at: new Date(0), map: new Map([["a", 1]]), left: undefined })`, "id0",
			`{"jobId":7,"at":"1970-01-01T00:00:00.000Z","map":{"a":1}}`, "application/json",
		},
		{`queues.send("q", "hello")`, "id0", "hello", "text/plain; charset=utf-8"},
		{`queues.send("q", "")`, "id0", "", "text/plain; charset=utf-8"},
		{`queues.send("q", new Uint8Array([1, 2]))`, "id0", "\x01\x02", "application/octet-stream"},
		{`queues.send("q", new Uint8Array([1, 2, 3]).buffer)`, "id0", "\x01\x02\x03", "application/octet-stream"},
		{`queues.send("q", [1, "a", null])`, "id0", `[1,"a",null]`, "application/json"},
		{`queues.send("q", null)`, "id0", "null", "application/json"},
		{`queues.send("q", 5)`, "id0", "5", "application/json"},
		{`queues.send("q", true, { id: "me" })`, "me", "true", "application/json"},
		{`reports.send("q", false, { id: 17 })`, "17", "false", "application/json"},
	} {
		p.sender.list = nil
		p.check(t, c.script, c.id)
		if len(p.sender.list) != 1 {
			t.Fatalf("%s sent %d messages", c.script, len(p.sender.list))
		}
		if sent := p.sender.list[0]; string(sent.Body) != c.body || sent.ContentType != c.media || sent.Queue != "q" {
			t.Errorf("%s sent %q as %s to %s", c.script, sent.Body, sent.ContentType, sent.Queue)
		}
	}
}

func TestSendAll(t *testing.T) {
	p := newPage(t)
	p.check(t, `queues.sendAll("q", [1, "a", {}], { key: 5, headers: { tenant: "x", n: 1, yes: true }, priority: 4 }).then((ids) => ids.join())`,
		"id0,id1,id2")
	for i, one := range p.sender.list {
		if one.Key != "5" || fmt.Sprint(one.Headers) != "map[n:1 tenant:x yes:true]" || *one.Priority != 4 {
			t.Errorf("message %d is %+v", i, one)
		}
	}
	p.check(t, `queues.sendAll("q", []).then((ids) => ids.length)`, "0")
	p.check(t, `queues.sendAll("q", [1], { id: "a" }).then(String)`, "a")
}

func TestWhenToSend(t *testing.T) {
	p := newPage(t)
	for script, want := range map[string]time.Duration{
		`{ delay: "90s" }`:                       90 * time.Second,
		`{ delay: 1.5 }`:                         1500 * time.Millisecond,
		`{ at: new Date(Date.now() + 60_000) }`:  time.Minute,
		`{ at: new Date(Date.now() - 60_000) }`:  -time.Minute,
		`{ delay: undefined, at: null, key: 1 }`: 0,
		`{ delay: 0 }`:                           0,
	} {
		p.sender.list = nil
		p.check(t, `queues.send("q", 1, `+script+`)`, "id0")
		at := p.sender.list[0].At
		if got := time.Until(at); at.IsZero() != (want == 0) || want != 0 && (got > want || got < want-5*time.Second) {
			t.Errorf("%s is sent in %s", script, got)
		}
	}
}

func TestMistakes(t *testing.T) {
	p := newPage(t)
	for script, want := range map[string]string{
		`queues.send()`: "TypeError: send takes the name of a queue as a string that is not empty",
		`queues.send("q")`: "TypeError: the payload is undefined, " +
			"which cannot be sent; send null, or an object",
		`queues.send("q", () => 1)`:  "TypeError: the payload is a function, which cannot be sent",
		`queues.send("q", Symbol())`: "TypeError: the payload is a symbol, which cannot be sent",
		`queues.send("q", { a: [1n << 300000n] })`: "TypeError: the payload cannot be written as JSON: " +
			"a[0] is a BigInt with too many digits",
		`const o = {}; o.o = o; queues.send("q", o)`:                      "TypeError: the payload cannot be written as JSON: o ",
		`queues.send("q", { get a() { throw new RangeError("mine"); } })`: "RangeError: mine",
		`queues.send("q", 1, 2)`:                                          "TypeError: the options of send must be an object",
		`queues.send("q", 1, { dela: 1 })`:                                `TypeError: send has no option "dela"; did you mean "delay"?`,
		`queues.send("q", 1, { delay: -1 })`:                              "TypeError: delay must be a number of seconds from 0 on",
		`queues.send("q", 1, { delay: "soon" })`:                          "TypeError: delay must be a number of seconds from 0 on",
		`queues.send("q", 1, { delay: NaN })`:                             "TypeError: delay must be a number of seconds",
		`queues.send("q", 1, { delay: 1e12 })`:                            "TypeError: delay is longer than ten years",
		`queues.send("q", 1, { delay: "100000h" })`:                       "TypeError: delay is longer than ten years",
		`queues.send("q", 1, { delay: 1, at: new Date() })`:               "TypeError: delay and at contradict each other",
		`queues.send("q", 1, { at: 5 })`:                                  "TypeError: at must be a valid Date",
		`queues.send("q", 1, { at: new Date(NaN) })`:                      "TypeError: at must be a valid Date",
		`queues.send("q", 1, { at: new Date("3000-01-01") })`:             "TypeError: at is more than ten years ahead",
		`queues.send("q", 1, { id: "" })`:                                 "TypeError: id must be a string that is not empty, or a number",
		`queues.send("q", 1, { key: null })`:                              "TypeError: key must be a string",
		`queues.send("q", 1, { unique: {} })`:                             "TypeError: unique must be a string",
		`queues.send("q", 1, { priority: 10 })`:                           "TypeError: priority must be a whole number from 0 to 9",
		`queues.send("q", 1, { priority: "high" })`:                       "TypeError: priority must be a whole number",
		`queues.send("q", 1, { headers: "a" })`:                           "TypeError: headers must be an object",
		`queues.send("q", 1, { headers: { tenant: undefined } })`:         `TypeError: the header "tenant" must be a string, a number or a boolean`,
		`queues.sendAll("q", 5)`:                                          "TypeError: sendAll takes the payloads as an array",
		`queues.sendAll("q", [1, undefined])`:                             "TypeError: payload 1 is undefined",
		`queues.sendAll("q", [1, 2], { id: "a" })`:                        "TypeError: sendAll cannot send several messages with one id",
	} {
		if got := p.Eval(`(async () => { ` + strings.Replace(script, "queues.send", "return queues.send", 1) + ` })()`); !strings.Contains(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", script, got, want)
		}
	}
	if len(p.sender.list) != 0 {
		t.Errorf("%d messages were sent", len(p.sender.list))
	}
	p.check(t, `try { new QueueTemplate() } catch (e) { e.message }`, "a QueueTemplate cannot be made with new; inject it with @Autowired")
}

func TestErrorsOfTheSender(t *testing.T) {
	p := newPage(t)
	p.sender.err = fault.New("queue.send", fault.TooLarge, "it has 9 bytes").WithHint("send less")
	p.check(t, `queues.send("q", 1).catch((e) => e instanceof TypeError && e.message)`, "it has 9 bytes; send less")
	p.sender.err = fault.New("queue.send", fault.Unavailable, "the broker is away")
	value, err := p.Value(`queues.send("q", 1).catch((e) => e)`)
	if err != nil || fault.KindOf(vm.GoError(value)) != fault.Unavailable {
		t.Errorf("got %v, %v", value, err)
	}
}

func TestTransactions(t *testing.T) {
	p := newPage(t)
	for script, want := range map[string]string{
		`db.transaction(async () => { await queues.send("q", 1); await queues.sendAll("q", [2, 3]); })`: "begin, wrote 1, wrote 2, " +
			"wrote 3, commit, committed, committed",
		`db.transaction(() => { queues.send("q", 1); })`:                                    "begin, wrote 1, commit, committed",
		`db.transaction(async () => { await queues.send("q", 1); throw new Error("no"); })`: "begin, wrote 1, rollback",
		`queues.send("q", 1)`: "sent 1",
	} {
		p.Eval(script)
		if got := p.sender.text(); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", script, got, want)
		}
	}
}

// TestOthersGoOn: while a message is sent, the VM runs other code.
func TestOthersGoOn(t *testing.T) {
	p := newPage(t)
	p.sender.wait = make(chan struct{})
	p.Set("go", func() { close(p.sender.wait) })
	p.check(t, `const sent = queues.send("q", 1); go(); sent`, "id0")
}

func TestMessages(t *testing.T) {
	p := newPage(t)
	payload, err := p.Value(`({ jobId: 7 })`)
	if err != nil {
		t.Fatal(err)
	}
	p.Supply("message", "QueueMessage", engine.Message{Payload: payload, Delivery: &engine.Delivery{
		ID: "m1", Queue: "q", Attempt: 5, MaxAttempts: 5, Headers: map[string]string{"Tenant": "acme", "b": "c"}, SentAt: time.UnixMilli(1000),
	}})
	p.Supply("foreign", "QueueMessage", engine.Message{Payload: payload, Delivery: &engine.Delivery{Attempt: 1, MaxAttempts: 2}})
	for script, want := range map[string]string{
		`[message.getId(), message.getQueue(), message.getAttempt(), message.isLastAttempt()].join()`: "m1,q,5,true",
		`[message.getHeader("tenant"), message.getHeader("TENANT"), message.getHeader("a")].join()`:   "acme,acme,",
		`JSON.stringify(message.getHeaders())`:                                                        `{"Tenant":"acme","b":"c"}`,
		`message.getBody().jobId`:                                                                     "7",
		`message.getSentAt() instanceof Date && message.getSentAt().getTime()`:                        "1000",
		`foreign.getSentAt() === null && !foreign.isLastAttempt()`:                                    "true",
		`message instanceof QueueMessage`:                                                             "true",
		`message.note = 1; message.note`:                                                              "1",
		`try { QueueMessage.prototype.getId.call({}) } catch (e) { e.message }`: "getId was called on something that is not a " +
			"QueueMessage",
		`try { new QueueMessage() } catch (e) { e.message }`:                          "a QueueMessage cannot be made with new; a listener gets it",
		`new QueueRetryException("busy", "5m") instanceof Error`:                      "true",
		`try { new QueueRetryException("busy") } catch (e) { e.message.slice(0, 44)}`: "a QueueRetryException takes the delay: new Q",
		`try { new QueueRetryException("busy", "x") } catch (e) { e.message }`: `the delay of a QueueRetryException must be a number of seconds from 0 ` +
			`on, or a string such as "30s"`,
	} {
		p.check(t, script, want)
	}
}

func TestVerdicts(t *testing.T) {
	p := newPage(t)
	judge := realmtest.Can[engine.Judge](p.Page)
	for script, want := range map[string]string{
		`new QueueRejectException("bad")`:                               "{bad true 0s} true",
		`new QueueRejectException()`:                                    "{the message was rejected true 0s} true",
		`new QueueRetryException("busy", "5m")`:                         "{busy false 5m0s} true",
		`new QueueRetryException("busy", 0.5)`:                          "{busy false 500ms} true",
		`new (class Mine extends QueueRejectException {})("mine")`:      "{mine true 0s} true",
		`Object.assign(new Error("other"), { $delay: 5 })`:              "{ false 0s} false",
		`new QueueRejectException("bad", { cause: new Error() }).cause`: "{ false 0s} false",
		`"text"`: "{ false 0s} false",
	} {
		value, err := p.Value("(" + script + ")")
		if err != nil {
			t.Fatal(script, err)
		}
		verdict, ok := judge.Verdict(value)
		if got := fmt.Sprint(verdict, ok); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", script, got, want)
		}
	}
}

// work is a script.
type work string

func (w work) Start(v *vm.VM) (goja.Value, error) { return v.Runtime.RunString(string(w)) }

func (work) Next(*vm.VM, goja.Value) (goja.Value, error) { return nil, nil }

func (work) Fail(_ *vm.VM, err error) error { return err }

// TestTrace: a message has the trace of its sender, unless the script has set one.
func TestTrace(t *testing.T) {
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	s := &sender{}
	pool, err := vm.NewPool(vm.Options{Make: func(id int) (*vm.VM, error) {
		v := vm.New(id, vm.Hooks{})
		r := realm.New(v, nil)
		for _, m := range []realm.Module{sql.Module(nil, nil), messages.Views(), messages.Module([]messages.Connection{{Primary: true, Sender: s}})} {
			if err := r.Install(m); err != nil {
				return nil, err
			}
		}
		queues, err := r.Bean("queues", "")
		if err != nil {
			return nil, err
		}
		return v, v.Runtime.Set("queues", queues)
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close(t.Context())
	ctx := trace.With(t.Context(), trace.Read([]byte(parent), []byte("a=1")))
	if err := pool.Do(ctx, work(`(async () => { await null; await queues.send("q", 1); await queues.send("q", 2, { headers: `+
		`{ traceparent: "mine" } }); })()`)); err != nil {
		t.Fatal(err)
	}
	if err := pool.Do(t.Context(), work(`queues.send("q", 3)`)); err != nil {
		t.Fatal(err)
	}
	sent := s.list[0].Headers
	if got := sent["traceparent"]; !strings.HasPrefix(got, parent[:36]) || strings.Contains(got, parent[36:52]) || sent["tracestate"] != "a=1" {
		t.Errorf("the headers are %v", sent)
	}
	if got := s.list[1].Headers; len(got) != 1 || got["traceparent"] != "mine" {
		t.Errorf("the headers are %v", got)
	}
	if got := s.list[2].Headers; got != nil {
		t.Errorf("the headers are %v", got)
	}
}

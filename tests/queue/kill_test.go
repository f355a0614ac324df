package queue

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/tests/harness"
)

// numbers is an application that sends numbers in several ways, and writes down each that is delivered.
const numbers = `
import { Autowired, PostMapping, Qualifier, QueueListener, QueueTemplate, RequestParam, RestController, Service, SqlTemplate } from "fwrun";

@RestController
export class Sender {
  /** @type {QueueTemplate} */ @Autowired queues;
  /** @type {SqlTemplate} */ @Autowired @Qualifier("main-template") db;

  @PostMapping("/send")
  async send(@RequestParam from, @RequestParam n, @RequestParam how, @RequestParam key) {
    const list = Array.from({ length: Number(n) }, (_, i) => ({ n: Number(from) + i }));
    switch (how) {
      case "plain": await this.queues.sendAll("numbers", list); break;
      case "key": await this.queues.sendAll("numbers", list, { key }); break;
      case "later": await this.queues.sendAll("numbers", list, { delay: 1 }); break;
      case "transaction":
        await this.db.transaction(async () => { for (const one of list) await this.queues.send("numbers", one, { key }); });
    }
    return "sent";
  }
}

@Service
export class Worker {
  /** @type {SqlTemplate} */ @Autowired @Qualifier("ledger-template") ledger;

  /** @param {{n: int}} job */
  @QueueListener("numbers", { concurrency: 8 })
  async work(job, message) {
    this.ledger.update("insert into handled (number, attempt) values (?, ?)", [job.n, message.getAttempt()]);
    await null;
  }
}
`

// inHand is the concurrency of the listener of numbers.
const inHand = 8

// numbersKind is a way of keeping the messages of numbers.
type numbersKind struct {
	connection string // in application.yml
	hows       []string
	forwarded  map[string]bool // whose messages go through the store
	tables     bool            // the messages are in the datasource main
}

var numbersKinds = map[string]numbersKind{
	"embedded": {
		connection: `{ name: primary, url: "embedded:", sync: interval }`,
		hows:       []string{"plain", "key", "later"}, forwarded: map[string]bool{"later": true},
	},
	"outbox": {
		connection: `{ name: primary, url: "embedded:", outbox: main }`,
		hows:       []string{"plain", "key", "later", "transaction"}, forwarded: map[string]bool{"later": true, "transaction": true},
	},
	"datasource": {
		connection: `{ name: primary, url: "datasource:main" }`,
		hows:       []string{"plain", "key", "later", "transaction"}, forwarded: map[string]bool{"later": true, "transaction": true}, tables: true,
	},
}

// TestApplicationIsKilled: an application that sends and handles messages is killed again and again, at random moments. No message
// that it has accepted is lost, those with one key stay in order, and few are handled twice.
func TestApplicationIsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes half a minute")
	}
	messages, times := 2000, 5
	if harness.Stress {
		messages, times = 10_000, 20
	}
	for name, kind := range numbersKinds {
		t.Run(name, func(t *testing.T) {
			if !harness.Stress {
				t.Parallel() // most of the time is a wait for the end of leases
			}
			newNumbersRun(t, kind, messages).run(times)
		})
	}
}

// numbersRun is one run of the application, over several processes.
type numbersRun struct {
	*testing.T
	numbersKind
	folder, bin string
	ledger      *data.DB
	client      http.Client
	messages    int // in all

	mu       sync.Mutex
	next     int          // the first number that was not sent yet
	chunks   int          // that were sent
	accepted map[int]bool // numbers
	awaited  int          // when so many are accepted, reached is closed
	reached  chan struct{}
	sequence map[int]chunkOf // of each number that was sent
	longest  time.Duration   // until a process is killed
	kills    int             // of processes that were alive
}

// chunkOf is what a number was sent with.
type chunkOf struct{ how, key string }

func newNumbersRun(t *testing.T, kind numbersKind, messages int) *numbersRun {
	t.Helper()
	bin := harness.Binary(t)
	r := &numbersRun{
		T: t, numbersKind: kind, folder: t.TempDir(), bin: bin, messages: messages,
		client: http.Client{Timeout: harness.Patience}, accepted: map[int]bool{}, sequence: map[int]chunkOf{},
	}
	for _, folder := range []string{"config", "migrations/main", "migrations/ledger"} {
		if err := os.MkdirAll(filepath.Join(r.folder, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	harness.WriteFile(t, filepath.Join(r.folder, "app.js"), numbers)
	harness.WriteFile(t, filepath.Join(r.folder, "migrations/ledger/1.sql"), "create table handled (id integer primary key autoincrement, "+
		"number int not null, attempt int not null);")
	harness.WriteFile(t, filepath.Join(r.folder, "config/application.yml"), `migrations.onStart: true
datasource:
  - { name: main, url: "sqlite:main.db", isPrimary: true }
  - { name: ledger, url: "sqlite:ledger.db" }
queue.connections: [`+kind.connection+"]\n")
	r.ledger = r.open("ledger")
	return r
}

// open opens a datasource of the application.
func (r *numbersRun) open(name string) *data.DB {
	r.Helper()
	db, err := data.Open(r.Context(), data.Settings{Name: name, URL: "sqlite:" + name + ".db", Folder: filepath.Join(r.folder, "data")})
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { _ = db.Close() })
	return db
}

// run has a process that lives, so many that are killed, and one that completes the work.
func (r *numbersRun) run(times int) {
	each := r.messages / (times + 2)
	app, url := r.start()
	began := time.Now()
	r.send(url, each)
	r.untilHandled(app)
	r.longest = time.Since(began)
	app.Kill()
	for i := range times {
		r.round((i+2)*each, i%4 == 3)
	}
	app, url = r.start()
	r.send(url, r.messages)
	r.untilHandled(app)
	r.untilEmpty(app)
	app.Kill()
	r.check()
}

func (r *numbersRun) launch() *harness.App {
	r.Helper()
	app, err := harness.Launch(exec.Command(r.bin, "serve", r.folder, "--port", "0", "--log-format", "json"), filepath.Join(r.TempDir(), "app.log"))
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(app.Kill)
	return app
}

func (r *numbersRun) start() (*harness.App, string) {
	r.Helper()
	app := r.launch()
	select {
	case url := <-app.Log.Listening:
		return app, url
	case <-app.Exited:
		r.Fatalf("it has ended:\n%s", app.Log.Bytes())
	case <-time.After(harness.Patience):
		r.Fatalf("it does not listen:\n%s", app.Log.Bytes())
	}
	return nil, ""
}

// round starts a process, sends to it, and kills it at a random moment: while it receives, or while it handles. If it is early, another one
// is killed before, while it starts.
func (r *numbersRun) round(upTo int, early bool) {
	moment := time.Duration(rand.Int64N(int64(r.longest)))
	if early {
		app := r.launch()
		<-time.After(min(moment, time.Second))
		app.Kill()
		r.kills++
	}
	app, url := r.start()
	reached := r.whenAccepted(upTo)
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		r.send(url, upTo)
	}()
	if r.kills%2 == 0 {
		select {
		case <-reached:
			moment %= 20 * time.Millisecond
		case <-sent:
		}
	}
	<-time.After(moment)
	app.Kill()
	r.kills++
	<-sent
}

// whenAccepted returns a channel that is closed when a random part of the numbers up to a limit is accepted.
func (r *numbersRun) whenAccepted(upTo int) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.awaited, r.reached = len(r.accepted)+1+rand.IntN(max(1, upTo-r.next)), make(chan struct{})
	return r.reached
}

// clients send at the same time.
const clients = 4

// send sends the numbers below a limit, until the process is killed.
func (r *numbersRun) send(url string, upTo int) {
	var all sync.WaitGroup
	for client := range clients {
		all.Go(func() {
			for {
				from, n, chunk := r.take(client, upTo)
				if n == 0 {
					return
				}
				if !r.post(url, from, n, chunk) {
					return
				}
			}
		})
	}
	all.Wait()
}

// take takes the next numbers, which are never sent again. Each client has its own keys, so that what it sends with one is in order.
func (r *numbersRun) take(client, upTo int) (from, n int, chunk chunkOf) {
	r.mu.Lock()
	defer r.mu.Unlock()
	how := r.hows[r.chunks%len(r.hows)]
	chunk = chunkOf{how, fmt.Sprintf("%s-%d-%d", how, client, rand.IntN(3))}
	from, n = r.next, max(0, min(1+rand.IntN(20), upTo-r.next))
	r.next += n
	r.chunks++
	for i := range n {
		r.sequence[from+i] = chunk
	}
	return from, n, chunk
}

func (r *numbersRun) post(url string, from, n int, chunk chunkOf) bool {
	response, err := r.client.Post(fmt.Sprintf("%s/send?from=%d&n=%d&how=%s&key=%s", url, from, n, chunk.how, chunk.key), "", nil)
	if err != nil {
		return false // it was killed
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return false
	case response.StatusCode != http.StatusOK:
		r.Errorf("a message was answered with %d: %s", response.StatusCode, body)
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range n {
		r.accepted[from+i] = true
	}
	if r.reached != nil && len(r.accepted) >= r.awaited {
		close(r.reached)
		r.reached = nil
	}
	return true
}

// delivered returns the numbers in the order in which they were handled.
func (r *numbersRun) delivered() []int {
	r.Helper()
	rows, err := r.ledger.Query(context.Background(), "select number from handled order by id", data.Args{})
	if err != nil {
		r.Fatal(err)
	}
	all := make([]int, rows.Len())
	for i := range all {
		all[i] = int(rows.Cell(i, 0).Int())
	}
	return all
}

// missing returns how many numbers were accepted and not handled.
func (r *numbersRun) missing() int {
	r.Helper()
	handled := map[int]bool{}
	for _, n := range r.delivered() {
		handled[n] = true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	missing := 0
	for n := range r.accepted {
		if !handled[n] {
			missing++
		}
	}
	return missing
}

// untilHandled waits until all that was accepted is handled.
func (r *numbersRun) untilHandled(app *harness.App) {
	r.Helper()
	r.until(app, "handled", func() bool { return r.missing() == 0 })
}

// untilEmpty waits until nothing is delivered any more.
func (r *numbersRun) untilEmpty(app *harness.App) {
	r.Helper()
	if r.tables {
		main := r.open("main")
		r.until(app, "taken from the tables", func() bool {
			rows, err := main.Query(r.Context(), "select (select count(*) from fwrun_queue_messages) + (select count(*) from fwrun_queue_parked)", data.Args{})
			if err != nil {
				r.Fatal(err)
			}
			return rows.Cell(0, 0).Int() == 0
		})
		return
	}
	const quiet = 2 * time.Second
	changed, before := time.Now(), 0
	r.until(app, "delivered", func() bool {
		if n := len(r.delivered()); n != before {
			changed, before = time.Now(), n
		}
		return time.Since(changed) > quiet
	})
}

func (r *numbersRun) until(app *harness.App, what string, holds func() bool) {
	r.Helper()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for late := time.Now().Add(4 * harness.Patience); !holds(); <-again.C {
		if time.Now().After(late) {
			r.Fatalf("not all messages are %s after %v, %d are missing:\n%s", what, 4*harness.Patience, r.missing(), app.Log.Bytes())
		}
	}
}

// check compares what was handled with what was sent.
//
// A message may be handled twice if the process is killed between its handling and the moment when the broker has noted
// that: of those, there are as many as the listener handles at a time, and as many whose acknowledgement is under way. What was sent
// for later, or in a transaction, is moved from the store to the broker by up to a hundred at a time; if the process is killed between the
// broker's answer and the store's, those are moved again, and the broker knows only the ids of messages that it still has.
func (r *numbersRun) check() {
	r.Helper()
	const moved = 100
	times, last := map[int]int{}, map[chunkOf]int{}
	twice, twiceMoved := 0, 0
	for _, n := range r.delivered() {
		chunk, sent := r.sequence[n]
		if !sent {
			r.Errorf("%d was handled, which nobody sent", n)
		}
		switch times[n]++; {
		case times[n] > 1 && r.forwarded[chunk.how]:
			twiceMoved++
		case times[n] > 1:
			twice++
		case chunk.how == "key" || chunk.how == "transaction":
			if before, some := last[chunk]; some && before > n {
				r.Errorf("%d was handled after %d, which was sent later with the key %s", n, before, chunk.key)
			}
			last[chunk] = n
		}
	}
	if n := r.missing(); n > 0 {
		r.Errorf("%d of %d messages were lost", n, len(r.accepted))
	}
	if most := r.kills * 2 * inHand; twice > most {
		r.Errorf("%d deliveries were repeated, more than the %d in hand", twice, most)
	}
	if most := r.kills * (2*inHand + moved); twiceMoved > most {
		r.Errorf("%d deliveries of moved messages were repeated, more than the %d in hand and under way", twiceMoved, most)
	}
	r.Logf("%d sent, %d accepted, %d handled, %d kills; repeated: %d of those sent at once, %d of those moved",
		r.next, len(r.accepted), len(times), r.kills, twice, twiceMoved)
}

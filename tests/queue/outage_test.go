package queue

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
)

// poisoned is an application of which every hundredth message fails for good, one half of them because they do not bind.
const poisoned = `
import { Autowired, PostMapping, QueueListener, QueueTemplate, RequestParam, RestController, Service, SqlTemplate } from "fwrun";

@RestController
export class Sender {
  /** @type {QueueTemplate} */ @Autowired queues;

  @PostMapping("/send")
  async send(@RequestParam n) {
    await this.queues.send("numbers", { n: Number(n) % 200 === 50 ? "n" + n : Number(n) });
    return "sent";
  }
}

@Service
export class Worker {
  /** @type {SqlTemplate} */ @Autowired db;

  /** @param {{n: int}} job */
  @QueueListener("numbers", { concurrency: 8, maxAttempts: 2, backoff: "100ms" })
  work(job) {
    if (job.n % 200 === 150) throw new Error("poison");
    this.db.update("insert into handled (number) values (?)", [job.n]);
  }

  @QueueListener("numbers.dead")
  bury(job, message) {
    this.db.update("insert into dead (number, attempts) values (?, ?)", [Number(String(job.n).replace("n", "")), message.getHeader("dead-attempts")]);
  }
}
`

// poisonRun is an application on a Redis server that stops.
type poisonRun struct {
	*testing.T
	ledger *data.DB
	url    string
	next   atomic.Int64

	mu       sync.Mutex
	accepted map[int]bool
}

// TestPoisonWhileTheBrokerStops: the broker of an application is killed twice and started again later, while one message in a hundred is
// poison. Each of those is a dead letter, all others are handled, and soon after the broker is back they are handled at once again.
func TestPoisonWhileTheBrokerStops(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes half a minute")
	}
	away, bound := 2*time.Second, harness.Patience
	if harness.Stress {
		away = 30 * time.Second
		bound = away / 3 // pauses between tries do not grow without a limit
	}
	port := datatest.FreePort(t)
	server := datatest.Redis(t, "--port", port, "--appendonly", "yes", "--appendfsync", "always")
	r := newPoisonRun(t, "redis://127.0.0.1:"+port)
	ctx, stop := context.WithCancel(t.Context())
	var senders sync.WaitGroup
	for range clients {
		senders.Go(func() { r.sendUntil(ctx) })
	}
	r.untilAccepted(500)
	atOnce := 30 * r.slowestOfTen()
	for range 2 {
		server.Kill()
		<-time.After(away)
		server.Restart()
		t.Logf("messages were handled within %v again %v after a stop of %v", atOnce, r.recovered(atOnce, bound), away)
		r.untilAccepted(500)
	}
	stop()
	senders.Wait()
	r.check()
}

func newPoisonRun(t *testing.T, broker string) *poisonRun {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"config", "migrations/main"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	harness.WriteFile(t, filepath.Join(folder, "app.js"), poisoned)
	harness.WriteFile(t, filepath.Join(folder, "migrations/main/1.sql"), "create table handled (number int not null); create table dead (number int "+
		"not null, attempts int not null);")
	harness.WriteFile(t, filepath.Join(folder, "config/application.yml"), `migrations.onStart: true
datasource: { name: main, url: "sqlite:main.db" }
queue.connections: [{ name: primary, url: "`+broker+`" }]
`)
	r := &poisonRun{T: t, accepted: map[int]bool{}}
	_, r.url = harness.Serve(t, folder)
	var err error
	r.ledger, err = data.Open(t.Context(), data.Settings{Name: "main", URL: "sqlite:main.db", Folder: filepath.Join(folder, "data")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.ledger.Close() })
	return r
}

// untilAccepted waits until so many more messages are accepted.
func (r *poisonRun) untilAccepted(more int) {
	r.Helper()
	accepted := func() int {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.accepted)
	}
	wanted := accepted() + more
	for late := time.Now().Add(2 * harness.Patience); accepted() < wanted; <-time.After(20 * time.Millisecond) {
		if time.Now().After(late) {
			r.Fatalf("only %d messages are accepted, not %d", accepted(), wanted)
		}
	}
}

// sendUntil sends up to a hundred messages a second.
func (r *poisonRun) sendUntil(ctx context.Context) {
	pause := time.NewTicker(10 * time.Millisecond)
	defer pause.Stop()
	for ctx.Err() == nil {
		r.send()
		<-pause.C
	}
}

// send sends the next number, and reports whether it was accepted. While the broker is away, the answer is 503.
func (r *poisonRun) send() (n int, accepted bool) {
	n = int(r.next.Add(1))
	response, err := http.Post(fmt.Sprintf("%s/send?n=%d", r.url, n), "", nil)
	if err != nil {
		r.Error(err)
		return n, false
	}
	_ = response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
		r.mu.Lock()
		defer r.mu.Unlock()
		r.accepted[n] = true
		return n, true
	case http.StatusServiceUnavailable:
	default:
		r.Errorf("a message was answered with %d", response.StatusCode)
	}
	return n, false
}

// slowestOfTen returns the longest time that one of ten messages takes until it is handled.
func (r *poisonRun) slowestOfTen() (slowest time.Duration) {
	r.Helper()
	for range 10 {
		took, handled := r.untilHandled(harness.Patience)
		if !handled {
			r.Fatalf("a message is not handled after %v", took)
		}
		slowest = max(slowest, took)
	}
	return slowest
}

// recovered waits until ten messages after another are handled at once, and returns how long it took until the first of them.
func (r *poisonRun) recovered(atOnce, bound time.Duration) time.Duration {
	r.Helper()
	began := time.Now()
	since := began
	for good := 0; good < 10; {
		if _, handled := r.untilHandled(atOnce); handled {
			good++
		} else {
			good, since = 0, time.Now()
		}
		if took := since.Sub(began); took > bound {
			r.Fatalf("messages are not handled at once %v after the broker is back", took)
		}
	}
	return since.Sub(began)
}

// untilHandled sends a message that is no poison, and waits until it is handled, or for so long.
func (r *poisonRun) untilHandled(longest time.Duration) (took time.Duration, handled bool) {
	r.Helper()
	began := time.Now()
	n, accepted := r.send()
	for isPoison(n) {
		began = time.Now()
		n, accepted = r.send()
	}
	for accepted && time.Since(began) < longest {
		if r.count("handled", n) > 0 {
			return time.Since(began), true
		}
		<-time.After(5 * time.Millisecond)
	}
	return time.Since(began), false
}

func isPoison(n int) bool { return n%100 == 50 }

// count returns how many rows of a table have a number.
func (r *poisonRun) count(table string, n int) int {
	r.Helper()
	rows, err := r.ledger.Query(r.Context(), "select count(*) from "+table+" where number = ?", data.Positional(n))
	if err != nil {
		r.Fatal(err)
	}
	return int(rows.Cell(0, 0).Int())
}

// times returns how many rows of a table each number has.
func (r *poisonRun) times(table string) map[int]int {
	r.Helper()
	rows, err := r.ledger.Query(r.Context(), "select number, count(*) from "+table+" group by number", data.Args{})
	if err != nil {
		r.Fatal(err)
	}
	times := map[int]int{}
	for i := range rows.Len() {
		times[int(rows.Cell(i, 0).Int())] = int(rows.Cell(i, 1).Int())
	}
	return times
}

// check waits until everything is settled, and compares it with what was sent. A message that is in hand when the broker stops may be handled
// twice, and so may one that is about to become a dead letter, since it is sent to the queue of those before it is acknowledged.
func (r *poisonRun) check() {
	r.Helper()
	var handled, dead map[int]int
	missing := func() (list []int) {
		handled, dead = r.times("handled"), r.times("dead")
		for n := range r.accepted {
			if handled[n]+dead[n] == 0 {
				list = append(list, n)
			}
		}
		return list
	}
	for late := time.Now().Add(2 * harness.Patience); len(missing()) > 0; <-time.After(50 * time.Millisecond) {
		if time.Now().After(late) {
			r.Fatalf("%d of %d messages are neither handled nor dead, such as %d", len(missing()), len(r.accepted), missing()[0])
		}
	}
	repeated := 0
	for n, times := range dead {
		if !isPoison(n) {
			r.Errorf("%d is a dead letter", n)
		}
		repeated += times - 1
	}
	if repeated > 2 {
		r.Errorf("%d of %d dead letters were repeated, more than one at each stop", repeated, len(dead))
	}
	twice := 0
	for n, times := range handled {
		if isPoison(n) {
			r.Errorf("%d was handled", n)
		}
		twice += times - 1
	}
	if most := 2 * 2 * inHand; twice > most {
		r.Errorf("%d messages were handled twice, more than the %d in hand", twice, most)
	}
	r.Logf("%d sent, %d accepted, %d handled, %d of them twice, %d dead, %d of them twice",
		r.next.Load(), len(r.accepted), len(handled), twice, len(dead), repeated)
}

package http

import (
	"cmp"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

const bulkheadsApp = `
import { Autowired, GetMapping, RestController, SqlTemplate, Transactional } from "fwrun";

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

@RestController
export class Api {
  @Autowired sql!: SqlTemplate;

  @GetMapping("/hello") hello() { return "hello"; }

  @GetMapping("/plain") @Transactional({ readOnly: true })
  async plain() { return this.second(); }

  @GetMapping("/later") async later() { await pause(200); return this.plain(); }

  @GetMapping("/template") async template() {
    await pause(200);
    return this.sql.transaction(async () => this.second(), { readOnly: true });
  }

  @GetMapping("/blocking") async blocking() { await pause(200); return this.block(); }

  @GetMapping("/computed") computed() {
    for (const until = Date.now() + 100; Date.now() < until;);
    return this.block();
  }

  block() { return this.sql.transaction(() => this.second(), { readOnly: true }); }

  async second() {
    const rows = this.sql.queryForList("SELECT 1 AS n");
    await pause(1000);
    return rows;
  }
}
`

const bulkheadsSettings = `
server:
  handler-timeout: 5m
  cpu-timeout: 1m
  workers: { min: %d, max: %[1]d, max-wait: 5m }
datasource:
  - name: main
    url: "sqlite:main.db"
    connection: { max: 4, acquire-timeout: 3s, queue: %[2]d }
`

// TestBulkheads: however a transaction begins, and whether or not anything is known of its kind, requests that need no database do
// not wait for those that wait for a connection. What waits for too long, or finds the queue full, is told to come back.
func TestBulkheads(t *testing.T) {
	t.Parallel()
	const requests = 200
	for name, c := range map[string]struct {
		path    string
		learn   bool // one request of the kind comes before
		queue   int
		workers int // 8 if 0
	}{
		"a transaction":                                                  {path: "/plain", learn: true, queue: 256},
		"a transaction, never seen before":                               {path: "/plain", queue: 256},
		"after an await":                                                 {path: "/later", learn: true, queue: 256},
		"a template after an await, never seen before":                   {path: "/template", queue: 256},
		"a blocking begin after an await":                                {path: "/blocking", learn: true, queue: 256},
		"a blocking begin after an await, never seen before":             {path: "/blocking", queue: 256},
		"workers that compute before they block":                         {path: "/computed", queue: 256},
		"a short queue":                                                  {path: "/plain", learn: true, queue: 8},
		"a short queue, after an await":                                  {path: "/later", learn: true, queue: 8},
		"a short queue, and a blocking begin after an await":             {path: "/blocking", learn: true, queue: 8},
		"one worker, whose calls wait for each other":                    {path: "/later", queue: 256, workers: 1},
		"one worker, whose calls wait for each other, and a short queue": {path: "/later", queue: 8, workers: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // it mostly waits
			f := startScriptWith(t, harness.Options{Settings: fmt.Sprintf(bulkheadsSettings, cmp.Or(c.workers, 8), c.queue)}, bulkheadsApp)
			if c.learn {
				f.Second(c.path, http.StatusOK)
			}
			client := f.Client()
			idle := client.BestMedian()
			var group sync.WaitGroup
			var served, refused atomic.Int64
			for range requests {
				group.Go(func() {
					if f.Second(c.path, http.StatusOK, http.StatusServiceUnavailable) == http.StatusOK {
						served.Add(1)
					} else {
						refused.Add(1)
					}
				})
			}
			over := make(chan struct{})
			go func() { group.Wait(); close(over) }()
			took := client.AskUntil(over)
			median, slowest := took[len(took)/2], took[len(took)-1]
			t.Logf("/hello took %v, at most %v, of %d; %v when idle; %d served, %d refused", median, slowest, len(took), idle, served.Load(), refused.Load())
			if most := 100*idle + 50*time.Millisecond; median > most {
				t.Errorf("/hello took %v, and should take at most %v", median, most)
			}
			if slowest > 2*time.Second {
				t.Errorf("one /hello took %v: it waited for a connection that it does not need", slowest)
			}
			if served.Load() < 4 {
				t.Errorf("%d were served: fewer than there are connections", served.Load())
			}
			if (c.queue < 100 || c.workers == 1) && refused.Load() < requests/2 { // in the time that one may wait, about 16 are served
				t.Errorf("%d were refused, although few may wait, and not for long", refused.Load())
			}
		})
	}
}

package data

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

const mixedApp = `
import { Autowired, GetMapping, RequestParam, RestController, Service, SqlTemplate, Transactional } from "fwrun";

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

@Service
export class Ledger {
  constructor(private sql: SqlTemplate) {}

  take(id: int) { this.sql.update("UPDATE accounts SET amount = amount - 1 WHERE id = ?", [id]); }
  give(id: int) { this.sql.update("UPDATE accounts SET amount = amount + 1 WHERE id = ?", [id]); }
  total() { return this.sql.queryForObject<{ total: int }>("SELECT SUM(amount) AS total FROM accounts")!.total; }

  @Transactional move(a: int, b: int) { this.take(a); this.give(b); }
  @Transactional async slow(a: int, b: int) { this.take(a); await pause(3); this.give(b); }
  @Transactional async fails(a: int) { this.take(a); await pause(2); throw new RangeError("no"); }
  @Transactional({ readOnly: true }) async twice() { const before = this.total(); await pause(3); return before === this.total() ? before : -1; }
}

@RestController
export class Api {
  @Autowired sql!: SqlTemplate;
  @Autowired ledger!: Ledger;

  @GetMapping("/tables") tables() {
    this.sql.execute("CREATE TABLE accounts (id INTEGER PRIMARY KEY, amount INTEGER)");
    for (let id = 0; id < 20; id++) this.sql.update("INSERT INTO accounts VALUES (?, 100)", [id]);
  }

  @GetMapping("/move") move(@RequestParam a: int, @RequestParam b: int) { this.ledger.move(a, b); return 2000; }
  @GetMapping("/move-later") async moveLater(@RequestParam a: int, @RequestParam b: int) { await pause(2); this.ledger.move(a, b); return 2000; }
  @GetMapping("/slow") async slow(@RequestParam a: int, @RequestParam b: int) { await this.ledger.slow(a, b); return 2000; }
  @GetMapping("/slow-later") async slowLater(@RequestParam a: int, @RequestParam b: int) { await pause(2); await this.ledger.slow(a, b); return 2000;
    }
  @GetMapping("/fails") async fails(@RequestParam a: int) { return this.ledger.fails(a).catch(() => 2000); }
  @GetMapping("/template") async template(@RequestParam a: int, @RequestParam b: int) {
    return this.sql.transaction(async () => { this.ledger.take(a); await pause(1); this.ledger.give(b); return 2000; });
  }
  @GetMapping("/bare") bare(@RequestParam a: int) { this.sql.update("UPDATE accounts SET amount = amount WHERE id = ?", [a]); return 2000; }
  @GetMapping("/twice") async twice() { return this.ledger.twice(); }
  @GetMapping("/total") total() { return this.ledger.total(); }
}
`

// TestTransactionsOfAllKinds: whatever kinds of transactions meet on few workers, and wait for the only writer of SQLite, each gets its
// turn, and none sees half of another. Some were refused before: those that were given back while they waited for their worker.
func TestTransactionsOfAllKinds(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 2, 4} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			t.Parallel()
			settings := fmt.Sprintf("server: { workers: { min: %d, max: %[1]d, max-wait: 1m }, handler-timeout: 2m }\n"+
				"datasource: [{ name: main, url: \"sqlite:main.db\", connection: { acquire-timeout: 1m } }]\n", workers)
			f := harness.StartScriptWith(t, harness.Options{Settings: settings}, mixedApp)
			f.Second("/tables", http.StatusOK)
			kinds := []string{"/move", "/move-later", "/slow", "/slow-later", "/fails", "/template", "/bare", "/twice", "/total"}
			ask := func(kind string) {
				path := fmt.Sprintf("%s?a=%d&b=%d", kind, rand.IntN(20), rand.IntN(20))
				response, err := http.Get("http://" + f.Address + path)
				if err != nil {
					t.Error(err)
					return
				}
				defer func() { _ = response.Body.Close() }()
				if body, err := io.ReadAll(response.Body); err != nil || string(body) != "2000" {
					t.Errorf("%s: %s, %s, %v", path, response.Status, body, err)
				}
			}
			for _, kind := range kinds {
				ask(kind) // so that it is known what requests of this kind use
			}
			var group sync.WaitGroup
			for range 20 {
				group.Go(func() {
					for range 30 {
						ask(kinds[rand.IntN(len(kinds))])
					}
				})
			}
			group.Wait()
			ask("/total")
		})
	}
}

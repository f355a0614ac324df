package app_test

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/platform/inproc"
)

// TestTransactionsBesideEachOther: many requests of many kinds move money on few workers. A request that
// would wait forever is refused at once, and repeated; all requests end, and no money is lost.
func TestTransactionsBesideEachOther(t *testing.T) {
	for _, workers := range []int{1, 2, 3} {
		t.Run(fmt.Sprintf("SQLite %d", workers), func(t *testing.T) {
			besideEachOther(t, "sqlite:"+filepath.Join(t.TempDir(), "bank.db"), workers)
		})
	}
	t.Run("SQLite in memory", func(t *testing.T) { besideEachOther(t, "sqlite::memory:", 2) })
	t.Run("PostgreSQL", func(t *testing.T) {
		url := datatest.Postgres(t)
		for _, workers := range []int{1, 3} {
			besideEachOther(t, url, workers)
		}
	})
	t.Run("MariaDB", func(t *testing.T) { besideEachOther(t, datatest.MariaDB(t), 2) })
}

// bankKinds are the requests of the bank, with the number of transfers that each makes.
var bankKinds = map[string]int{
	"sync": 1, "async": 1, "later": 1, "flight": 1, "template": 1, "plain": 0, "joined": 0, "sum": 0, "stream": 0, "ok": 0,
}

func besideEachOther(t *testing.T, url string, workers int) {
	t.Helper()
	archive := strings.NewReplacer("DATABASE", url, "WORKERS", fmt.Sprint(workers)).Replace(bank)
	sandbox := startSandbox(t, archive, app.TestOptions{RealDatabases: true})
	insist(t, sandbox, "/reset")
	var group sync.WaitGroup
	var moved atomic.Int64
	const times = 12
	for kind, moves := range bankKinds {
		for range 2 {
			group.Go(func() {
				for i := range times {
					if !insist(t, sandbox, fmt.Sprintf("/%s?from=%d&to=%d", kind, i%4, (i+1)%4)) {
						return
					}
					moved.Add(int64(moves))
				}
			})
		}
	}
	group.Wait()
	if got, want := get(t, sandbox, "/account"), fmt.Sprintf("400 in 4, moved %d", moved.Load()); got != want {
		t.Errorf("%d workers: there is %q, want %q", workers, got, want)
	}
}

// insist repeats a request until it is not refused because of concurrent ones.
func insist(t *testing.T, sandbox *app.Sandbox, target string) bool {
	for range 1000 {
		response, err := sandbox.Send(context.Background(), inproc.Request{Method: http.MethodGet, Target: target})
		if err != nil {
			t.Errorf("%s: %v", target, err)
			return false
		}
		switch failures := fmt.Sprint(sandbox.TakeFailures()); {
		case response.Status < 300:
			return true
		case response.Status != http.StatusServiceUnavailable || strings.Contains(failures, "took too long"):
			t.Errorf("%s: %d %s, after %s", target, response.Status, response.Body, failures)
			return false
		}
	}
	t.Errorf("%s: refused again and again", target)
	return false
}

const bank = `
-- config/application.yml --
server: { workers: { min: 1, max: WORKERS } }
datasource: [{ name: main, url: "DATABASE" }]
-- bank.js --
import { Autowired, GetMapping, RequestParam, RestController, Service, SqlTemplate, Transactional } from "fwrun";

const pause = () => new Promise((done) => setTimeout(done, 1));
let flight = null;
const single = () => (flight ??= new Promise((done) => setTimeout(() => { flight = null; done(); }, 2)));

@Service
export class Accounts {
  /** @type {SqlTemplate} */ @Autowired sql;

  reset() {
    this.sql.execute("DROP TABLE IF EXISTS accounts;" +
      "CREATE TABLE accounts (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL, moves INTEGER NOT NULL)");
    for (let id = 0; id < 4; id++) this.sql.update("INSERT INTO accounts VALUES (?, 100, 0)", [id]);
  }
  change(id, by) { this.sql.update("UPDATE accounts SET amount = amount + ?, moves = moves + 1 WHERE id = ?", [by, id]); }
  // Rows are locked in one order, and so never in a circle.
  ordered(from, to) { return [[from, -1], [to, 1]].sort((a, b) => a[0] - b[0]); }
  move(from, to) { for (const [id, by] of this.ordered(from, to)) this.change(id, by); }
  async movePausing(from, to) {
    for (const [id, by] of this.ordered(from, to)) {
      this.change(id, by);
      await pause();
    }
  }
  @Transactional moveSync(from, to) { this.move(from, to); }
  @Transactional async moveAsync(from, to) { await this.movePausing(from, to); }
  @Transactional async moveAfterFlight(from, to) {
    await single();
    this.move(from, to);
  }
  sum() {
    const sum = Number(this.sql.queryForValue("SELECT sum(amount) FROM accounts"));
    if (sum !== 400) throw new Error("there is " + sum);
  }
}

@RestController
export class Bank {
  /** @type {Accounts} */ @Autowired accounts;

  @GetMapping("/reset") reset() { this.accounts.reset(); }
  @GetMapping("/sync") sync(@RequestParam from = 0, @RequestParam to = 0) { this.accounts.moveSync(from, to); }
  @GetMapping("/async") async async(@RequestParam from = 0, @RequestParam to = 0) { await this.accounts.moveAsync(from, to); }
  @GetMapping("/later") async later(@RequestParam from = 0, @RequestParam to = 0) {
    await pause();
    this.accounts.moveSync(from, to);
  }
  @GetMapping("/flight") async flight(@RequestParam from = 0, @RequestParam to = 0) { await this.accounts.moveAfterFlight(from, to); }
  @GetMapping("/template") async template(@RequestParam from = 0, @RequestParam to = 0) {
    await this.accounts.sql.transaction(async () => { await this.accounts.movePausing(from, to); });
  }
  @GetMapping("/plain") async plain() {
    await single();
    this.accounts.sum();
  }
  @GetMapping("/joined") async joined() { await single(); }
  @GetMapping("/sum") sum() { this.accounts.sum(); }
  @GetMapping("/stream") async stream() {
    for await (const row of this.accounts.sql.stream("SELECT id FROM accounts")) await null;
  }
  @GetMapping("/ok") ok() {}

  @GetMapping("/account") account() {
    const { n, amount, moves } = this.accounts.sql.queryForObject("SELECT count(*) AS n, sum(amount) AS amount, sum(moves) AS moves FROM accounts");
    return amount + " in " + n + ", moved " + moves / 2;
  }
}
`

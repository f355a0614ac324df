package http

import (
	"fmt"
	"net/http"
	"regexp"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

const offersApp = `
import { Autowired, GetMapping, RestController, SqlTemplate, Transactional } from "fwrun";

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

@RestController
export class Api {
  @Autowired sql!: SqlTemplate;

  @GetMapping("/table") table() { this.sql.execute("CREATE TABLE IF NOT EXISTS counts (n INTEGER)"); }

  @GetMapping("/hold") @Transactional async hold() {
    console.info("the writer is held");
    await pause(1500);
  }

  @GetMapping("/aside") async aside() {
    await pause(1);
    console.info("one waits aside");
    return this.later();
  }

  @Transactional async later() { return this.add(); }

  @GetMapping("/sync") @Transactional sync() { return this.add(); }

  add() { return this.sql.update("INSERT INTO counts VALUES (1)"); }
}
`

const offersSettings = `
server:
  workers: { min: 2, max: 2 }
datasource:
  - name: main
    url: "sqlite:main.db"
    connection: { acquire-timeout: 4s }
`

// TestOffersToABlockedWorker: transactions that begin beside a worker are of no use while it is blocked by a statement that waits
// behind them for the same connection. So they give way: each kept the connection for a quarter of a second before, one after the other.
func TestOffersToABlockedWorker(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: offersSettings}, offersApp)
	f.Second("/table", http.StatusOK)
	var group sync.WaitGroup
	defer group.Wait()
	group.Go(func() { f.Second("/hold", http.StatusOK) })
	f.Logs(t, "the writer is held")
	const aside = 40
	for range aside {
		group.Go(func() { f.Second("/aside", http.StatusOK) })
	}
	all := regexp.MustCompile(fmt.Sprintf("(?s)(one waits aside.*){%d}", aside))
	if _, err := harness.UntilLogged(f.App.Log, f.App.Exited, 0, all); err != nil {
		t.Fatal(err)
	}
	f.Second("/sync", http.StatusOK)
}

package http

import (
	"net/http"
	"regexp"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

const streamsApp = `
import { Autowired, GetMapping, RestController, SqlTemplate } from "fwrun";

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

@RestController
export class Api {
  @Autowired sql!: SqlTemplate;

  @GetMapping("/table") table() {
    this.sql.execute("CREATE TABLE numbers (n INTEGER)");
    this.sql.transaction(() => { for (let n = 0; n < 2000; n++) this.sql.update("INSERT INTO numbers VALUES (?)", [n]); });
  }

  @GetMapping("/export") async export() {
    let n = 0;
    for await (const row of this.sql.stream("SELECT n FROM numbers")) {
      if (n === 0) console.info("a stream is read");
      if (n++ % 200 === 0) await pause(100);
    }
    return n;
  }

  @GetMapping("/read") read() { return this.sql.queryForObject("SELECT SUM(n) AS sum FROM numbers"); }
}
`

const streamsSettings = `
server:
  workers: { min: 2, max: 2 }
datasource:
  - name: main
    url: "sqlite:main.db"
    connection: { max: 4, acquire-timeout: 20s }
`

// TestStreamsBesideReads: while streams have all connections, a read waits without the worker on which they are read on. Before, it
// blocked the worker, and both waited until the time for a connection was over.
func TestStreamsBesideReads(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: streamsSettings}, streamsApp)
	f.Second("/table", http.StatusOK)
	f.Second("/read", http.StatusOK) // so that it is known what a read uses
	var group sync.WaitGroup
	defer group.Wait()
	for range 9 {
		group.Go(func() { f.Second("/export", http.StatusOK) })
	}
	if _, err := harness.UntilLogged(f.App.Log, f.App.Exited, 0, regexp.MustCompile("(?s)(a stream is read.*){4}")); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		group.Go(func() { f.Second("/read", http.StatusOK) })
	}
}

package queue

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// bombs is an application whose process is killed when its listener has the message "bomb".
const bombs = `
import { appendFileSync } from "node:fs";
import { Autowired, PostMapping, QueueListener, QueueTemplate, RequestParam, RestController, Service } from "fwrun";

@RestController
export class Sender {
  /** @type {QueueTemplate} */ @Autowired queues;

  @PostMapping("/send")
  async send(@RequestParam queue, @RequestParam key) {
    const options = key ? { key } : {};
    await this.queues.sendAll(queue, ["before", "bomb", "after"], options);
    return "sent";
  }
}

@Service
export class Worker {
  @QueueListener("plain", { maxAttempts: 3, concurrency: 3, timeout: "10m" })
  plain(text, message) { return this.take([[text, message]]); }

  @QueueListener("batch", { maxAttempts: 3, batch: 3, timeout: "10m" })
  batch(texts, messages) { return this.take(texts.map((text, i) => [text, messages[i]])); }

  async take(list) {
    for (const [text, message] of list) appendFileSync("data/taken.txt", text + " " + message.getAttempt() + "\n");
    if (list.some(([text]) => text === "bomb")) await new Promise(() => {});
  }
}
`

// TestListenerEndsItsProcess: a process is killed while its listener has a message, and started again, until the message is a dead letter.
// It was tried as often as it may be, and the others that were in hand were not given up.
func TestListenerEndsItsProcess(t *testing.T) {
	for name, c := range map[string]struct{ connection, query string }{
		"plain":      {"embedded:", "queue=plain&key="},
		"key":        {"embedded:", "queue=plain&key=k"},
		"batch":      {"embedded:", "queue=batch&key="},
		"datasource": {"datasource:main", "queue=plain&key="},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // a datasource takes the time of a lease
			r := &numbersRun{T: t, folder: t.TempDir(), bin: harness.Binary(t)}
			for _, folder := range []string{"config", "data"} {
				if err := os.Mkdir(filepath.Join(r.folder, folder), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			harness.WriteFile(t, filepath.Join(r.folder, "app.js"), bombs)
			harness.WriteFile(t, filepath.Join(r.folder, "config/application.yml"), `datasource: [{ name: main, url: "sqlite:main.db" }]
queue.connections: [{ name: primary, url: "`+c.connection+`" }]
`)
			taken := func() string {
				text, _ := os.ReadFile(filepath.Join(r.folder, "data/taken.txt"))
				return string(text)
			}
			for attempt := 1; attempt <= 3; attempt++ {
				app, url := r.start()
				if attempt == 1 {
					response, err := r.client.Post(url+"/send?"+c.query, "", nil)
					if err != nil {
						t.Fatal(err)
					}
					_ = response.Body.Close()
				}
				harness.Eventually(t, fmt.Sprintf("attempt %d", attempt), func() bool { return strings.Contains(taken(), fmt.Sprintf("bomb %d\n", attempt)) })
				app.Kill()
			}
			app, _ := r.start()
			if _, err := harness.UntilLogged(app.Log, app.Exited, 0, regexp.MustCompile(`"a message is dead".*"reason":"the process ended"`)); err != nil {
				t.Fatalf("%v:\n%s", err, app.Log.Bytes())
			}
			harness.Eventually(t, "the others were taken", func() bool {
				return strings.Contains(taken(), "before") && strings.Contains(taken(), "after")
			})
			if n := strings.Count(taken(), "bomb"); n != 3 {
				t.Errorf("it was tried %d times:\n%s", n, taken())
			}
			if n := strings.Count(string(app.Log.Bytes()), "a message is dead"); n != 1 {
				t.Errorf("%d messages are dead:\n%s", n, app.Log.Bytes())
			}
		})
	}
}

package queue

import (
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/tests/harness"
)

// disk is an application whose messages are on a small disk. What is handled is written down on another one.
const disk = `
import { Autowired, GetMapping, PostMapping, Qualifier, QueueListener, QueueTemplate, RequestParam, RestController, Service,
  SqlTemplate } from "fwrun";

@RestController
export class Sender {
  /** @type {QueueTemplate} */ @Autowired queues;

  @GetMapping("/hello") hello() { return "hello"; }
  @PostMapping("/send")
  async send(@RequestParam n, @RequestParam({ required: false }) delay, @RequestParam({ required: false }) wait,
    @RequestParam({ required: false }) fails) {
    const job = { n: Number(n), wait: Number(wait ?? 0), fails: fails === "true", fill: "x".repeat(100_000) };
    await this.queues.send("numbers", job, { delay: Number(delay ?? 0) });
    return "sent";
  }
}

@Service
export class Worker {
  /** @type {SqlTemplate} */ @Autowired @Qualifier("ledger-template") ledger;

  /** @param {{n: int, wait: int, fails: boolean}} job */
  @QueueListener("numbers", { concurrency: 8, backoff: "100ms" })
  async work(job, message) {
    await new Promise((done) => setTimeout(done, job.wait));
    if (job.fails && message.getAttempt() === 1) throw new Error("tried again");
    this.ledger.update("insert into handled (number) values (?)", [job.n]);
  }
}
`

// diskRun is an application with a small disk.
type diskRun struct {
	*testing.T
	folder, disk, url string
	ledger            *data.DB
}

// TestQueuesOnANearlyFullDisk: a message is refused with 503, and all else goes on. With room again, it is accepted.
func TestQueuesOnANearlyFullDisk(t *testing.T) {
	r := newDiskRun(t, `{ name: primary, url: "embedded:" }`)
	r.serve()
	r.inHand()
	r.fill(32 << 20) // less than what an embedded broker leaves to others
	r.want(http.StatusServiceUnavailable, "n=1")
	r.want(http.StatusOK, "n=2&delay=60") // which is not in the broker
	r.others()
	r.handled(10, 11)
	r.empty()
	r.want(http.StatusOK, "n=3")
	r.handled(3, 12, 13) // those that have to be tried again wait for room
}

// TestQueuesOnAFullDisk: while there is no room at all, messages are refused with 503, and other requests are answered. Nothing that was
// accepted is lost, and with room again the queues go on.
func TestQueuesOnAFullDisk(t *testing.T) {
	for name, connection := range map[string]string{
		"embedded": `{ name: primary, url: "embedded:" }`, "datasource": `{ name: primary, url: "datasource:main" }`,
	} {
		t.Run(name, func(t *testing.T) {
			r := newDiskRun(t, connection)
			r.serve()
			r.want(http.StatusOK, "n=1")
			r.handled(1)
			r.inHand()
			r.fill(0)
			r.want(http.StatusServiceUnavailable, "n=2")
			r.want(http.StatusServiceUnavailable, "n=3&delay=1")
			r.others()
			<-time.After(3 * time.Second) // what is in hand ends, and cannot be settled
			r.empty()
			harness.Until(t, http.StatusOK, http.MethodPost, r.url+"/send?n=4")
			harness.Until(t, http.StatusOK, http.MethodPost, r.url+"/send?n=5&delay=0.1")
			r.handled(4, 5, 10, 11, 12, 13)
		})
	}
}

func newDiskRun(t *testing.T, connection string) *diskRun {
	t.Helper()
	folder := t.TempDir()
	r := &diskRun{T: t, folder: folder, disk: filepath.Join(folder, "data", "queue")}
	for _, name := range []string{"config", "migrations/ledger", "data/queue"} {
		if err := os.MkdirAll(filepath.Join(r.folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mount("tmpfs", r.disk, "tmpfs", 0, "size=100m"); err != nil {
		t.Skipf("no file system can be mounted: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(r.disk, syscall.MNT_DETACH) })
	harness.WriteFile(t, filepath.Join(r.folder, "app.js"), disk)
	harness.WriteFile(t, filepath.Join(r.folder, "migrations/ledger/1.sql"), "create table handled (number int not null);")
	harness.WriteFile(t, filepath.Join(r.folder, "config/application.yml"), `migrations.onStart: true
datasource:
  - { name: main, url: "sqlite:queue/main.db", isPrimary: true }
  - { name: ledger, url: "sqlite:ledger.db" }
queue.connections: [`+connection+"]\n")
	return r
}

func (r *diskRun) serve() *harness.App {
	r.Helper()
	var app *harness.App
	app, r.url = harness.Serve(r.T, r.folder)
	if r.ledger != nil {
		return app
	}
	var err error
	r.ledger, err = data.Open(r.Context(), data.Settings{Name: "ledger", URL: "sqlite:ledger.db", Folder: filepath.Join(r.folder, "data")})
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { _ = r.ledger.Close() })
	return app
}

// others checks that other requests are answered.
func (r *diskRun) others() {
	r.Helper()
	if status, _ := harness.AnswerOf(r.T, http.MethodGet, r.url+"/hello"); status != http.StatusOK {
		r.Errorf("another request was answered with %d", status)
	}
}

// want sends a message, and expects a status.
func (r *diskRun) want(status int, query string) {
	r.Helper()
	if got, body := harness.AnswerOf(r.T, http.MethodPost, r.url+"/send?"+query); got != status {
		r.Errorf("%s was answered with %d, not %d: %s", query, got, status, body)
	}
}

// inHand sends messages whose listeners end when the disk is full: two are done then, and two have to be tried again.
func (r *diskRun) inHand() {
	r.Helper()
	for _, query := range []string{"n=10&wait=1500", "n=11&wait=2000", "n=12&wait=1500&fails=true", "n=13&wait=2000&fails=true"} {
		r.want(http.StatusOK, query)
	}
}

// fill leaves so many bytes of room on the disk.
func (r *diskRun) fill(room uint64) {
	r.Helper()
	file, err := os.Create(filepath.Join(r.disk, "other"))
	if err != nil {
		r.Fatal(err)
	}
	defer file.Close()
	for size := 1 << 20; size > 0; size /= 2 {
		for err = nil; err == nil && r.free() > room; {
			_, err = file.Write(make([]byte, size))
		}
	}
}

// free returns the room on the disk.
func (r *diskRun) free() uint64 {
	r.Helper()
	var s syscall.Statfs_t
	if err := syscall.Statfs(r.disk, &s); err != nil {
		r.Fatal(err)
	}
	return s.Bavail * uint64(s.Bsize)
}

func (r *diskRun) empty() {
	r.Helper()
	if err := os.Remove(filepath.Join(r.disk, "other")); err != nil {
		r.Fatal(err)
	}
}

// handled waits until numbers are handled.
func (r *diskRun) handled(numbers ...int) {
	r.Helper()
	began := time.Now()
	for _, n := range numbers {
		for {
			rows, err := r.ledger.Query(r.Context(), "select count(*) from handled where number = ?", data.Positional(n))
			if err != nil {
				r.Fatal(err)
			}
			if rows.Cell(0, 0).Int() > 0 {
				break
			}
			if time.Since(began) > 2*harness.Patience { // leases of what was in hand may have to end first
				r.Fatalf("%d is not handled after %v", n, 2*harness.Patience)
			}
			<-time.After(10 * time.Millisecond)
		}
	}
}

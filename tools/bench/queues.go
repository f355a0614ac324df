package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// queueApp sends and handles messages of 1 KB. Its counter is that of one worker.
const queueApp = `import { Autowired, GetMapping, PostMapping, QueueListener, QueueTemplate, RequestParam, RestController, Service } from "fwrun";

const text = "x".repeat(1024);
let handled = 0;

@Service
export class Worker {
  /** @param {string} payload */
  @QueueListener("load", { concurrency: 64 }) work(payload) { handled++; }

  /** @param {string} payload */
  @QueueListener("slow", { concurrency: 64 }) burn(payload) { for (const end = Date.now() + 5; Date.now() < end;); }
}

@RestController
export class Api {
  /** @type {QueueTemplate} */ @Autowired queues;

  @GetMapping("/plain") plain() { return "sent"; }
  @GetMapping("/send") async send() { await this.queues.send("sink", text); return "sent"; }
  @GetMapping("/handled") handled() { return String(handled); }

  @PostMapping("/list") async list(@RequestParam queue, @RequestParam n) {
    for (let left = Number(n); left > 0; left -= 500) await this.queues.sendAll(queue, Array(Math.min(left, 500)).fill(text));
    return "sent";
  }
  @PostMapping("/single") async single(@RequestParam queue, @RequestParam n) {
    let left = Number(n);
    await Promise.all(Array.from({ length: 64 }, async () => { while (left-- > 0) await this.queues.send(queue, text); }));
    return "sent";
  }
}
`

// measureQueues measures messages of an application with the embedded broker, and says which of the aims are met.
func measureQueues(args []string) error {
	flags := flag.NewFlagSet("queues", flag.ContinueOnError)
	binary := flags.String("binary", "", "the binary; this tree is built when not set")
	rounds := flags.Int("rounds", 5, "rounds, each with every measurement once")
	messages := flags.Int("messages", 20_000, "messages that are sent and handled in a round; a quarter of them with sync: always")
	if err := flags.Parse(args); err != nil {
		return err
	}
	q := &queueBench{binary: *binary, messages: *messages, values: map[string][]float64{}}
	if q.binary == "" {
		folder, remove, err := scratch()
		if err != nil {
			return err
		}
		defer remove()
		if q.binary, err = buildFwrun(folder); err != nil {
			return err
		}
	}
	steps := []func() error{q.interval, q.always, q.starts, q.cost, q.flood}
	for round := range *rounds {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, *rounds)
		for _, i := range rand.Perm(len(steps)) {
			if err := steps[i](); err != nil {
				return err
			}
		}
	}
	q.print()
	return nil
}

// queueBench are the measurements, by name.
type queueBench struct {
	binary   string
	messages int
	values   map[string][]float64
}

func (q *queueBench) add(name string, value float64) { q.values[name] = append(q.values[name], value) }

func (q *queueBench) print() {
	for _, row := range []struct{ name, unit, aim string }{
		{"sent and handled, sync: interval", "messages/s", ">= 5000"},
		{"sent and handled, sync: always", "messages/s", ">= 1500"},
		{"start to listening, one listener", "ms", "<= 150"},
		{"idle memory, one listener", "MB", "<= 45"},
		{"a send in a request, 16 clients", "µs", "<= 60"},
		{"a send in a request, one after the other", "µs", ""},
		{"p99 of a request, no messages", "ms", ""},
		{"p99 of a request, flood of messages", "ms", ""},
		{"requests/s during the flood, of those without", "", ""},
	} {
		v := q.values[row.name]
		fmt.Printf("%-46s %10.2f %-10s (%.2f to %.2f)  %s\n", row.name, median(v), row.unit, slices.Min(v), slices.Max(v), row.aim)
	}
}

// with serves the application with an empty store.
func (q *queueBench) with(config string, use func(s *server) error, env ...string) error {
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	for name, text := range map[string]string{"app.js": queueApp, "config/application.yml": config} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			return err
		}
	}
	s, err := serve(q.binary, folder, env...)
	if err != nil {
		return err
	}
	return errors.Join(use(s), s.stop())
}

func (q *queueBench) interval() error {
	return q.with("", func(s *server) error { return q.rate(s, "sync: interval", "list", q.messages) }, oneWorker...)
}

func (q *queueBench) always() error {
	return q.with("queue.connections: [{ name: primary, sync: always }]", func(s *server) error {
		return q.rate(s, "sync: always", "single", q.messages/4)
	}, oneWorker...)
}

var oneWorker = []string{"SERVER_WORKERS_MIN=1", "SERVER_WORKERS_MAX=1", "SERVER_HANDLER_TIMEOUT=60s"}

// rate measures how many messages a second are sent and handled.
func (q *queueBench) rate(s *server, sync, path string, n int) error {
	began := time.Now()
	if err := postTo(fmt.Sprintf("%s/%s?queue=load&n=%d", s.url, path, n)); err != nil {
		return err
	}
	for text := ""; text != fmt.Sprint(n); {
		if time.Since(began) > time.Minute {
			return fmt.Errorf("after a minute %s of %d messages are handled", text, n)
		}
		time.Sleep(5 * time.Millisecond)
		var err error
		if text, err = getText(s.url + "/handled"); err != nil {
			return err
		}
	}
	q.add("sent and handled, "+sync, float64(n)/time.Since(began).Seconds())
	return nil
}

func (q *queueBench) starts() error {
	return q.with("", func(s *server) error {
		q.add("start to listening, one listener", milliseconds(time.Since(s.began)))
		time.Sleep(2 * time.Second)
		mb, err := s.memory()
		q.add("idle memory, one listener", mb)
		return err
	})
}

// cost measures what a send adds to a request: to the time between answers, with many clients and with one.
func (q *queueBench) cost() error {
	const batches, each = 40, 50
	return q.with("", func(s *server) error {
		for name, clients := range map[string]int{"16 clients": 16, "one after the other": 1} {
			times := map[string][]float64{}
			for range batches + 1 {
				for _, path := range []string{"/plain", "/send"} {
					took, err := timeOf(s.url+path, clients, each)
					if err != nil {
						return err
					}
					times[path] = append(times[path], float64(took.Microseconds())/float64(clients*each))
				}
			}
			q.add("a send in a request, "+name, median(times["/send"][1:])-median(times["/plain"][1:]))
		}
		return nil
	})
}

// timeOf returns how long clients take that each send a number of requests one after the other.
func timeOf(url string, clients, each int) (time.Duration, error) {
	var lock sync.Mutex
	var failed error
	var all sync.WaitGroup
	began := time.Now()
	for range clients {
		all.Go(func() {
			for range each {
				if _, err := getText(url); err != nil {
					lock.Lock()
					failed = errors.Join(failed, err)
					lock.Unlock()
					return
				}
			}
		})
	}
	all.Wait()
	return time.Since(began), failed
}

// flood measures requests while messages keep the workers for listeners busy.
func (q *queueBench) flood() error {
	return q.with("server.workers: { min: 2, max: 4 }", func(s *server) error {
		quiet, err := latencies(s.url + "/plain")
		if err != nil {
			return err
		}
		if err := postTo(s.url + "/list?queue=slow&n=4000"); err != nil { // 20 s of work
			return err
		}
		busy, err := latencies(s.url + "/plain")
		if err != nil {
			return err
		}
		q.add("p99 of a request, no messages", percentile(quiet, 0.99))
		q.add("p99 of a request, flood of messages", percentile(busy, 0.99))
		q.add("requests/s during the flood, of those without", float64(len(busy))/float64(len(quiet)))
		return nil
	})
}

// latencies lets eight clients request for two seconds, and returns how many milliseconds each request took.
func latencies(url string) ([]float64, error) {
	var lock sync.Mutex
	var all []float64
	var failed error
	var clients sync.WaitGroup
	end := time.Now().Add(2 * time.Second)
	for range 8 {
		clients.Go(func() {
			for time.Now().Before(end) {
				began := time.Now()
				_, err := getText(url)
				lock.Lock()
				all, failed = append(all, milliseconds(time.Since(began))), errors.Join(failed, err)
				lock.Unlock()
			}
		})
	}
	clients.Wait()
	return all, failed
}

func percentile(values []float64, part float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[int(float64(len(sorted)-1)*part)]
}

var queueClient = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}

func getText(url string) (string, error) {
	return textOf(http.NewRequest(http.MethodGet, url, nil))
}

func postTo(url string) error {
	_, err := textOf(http.NewRequest(http.MethodPost, url, nil))
	return err
}

// textOf sends a request and returns the body of its answer.
func textOf(request *http.Request, err error) (string, error) {
	if err != nil {
		return "", err
	}
	response, err := queueClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, text)
	}
	return string(text), err
}

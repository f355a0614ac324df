package tests

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

// bombsLimit is the memory limit of the bombs' process, in MiB: the default in a container of three times as much.
const bombsLimit = 256

// TestBombs runs handlers that would take all memory or time, one after the other. Each is answered with a problem,
// the process stays within the memory of its container, and another client is answered meanwhile.
func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	script, err := os.ReadFile(filepath.Join("testdata", "bombs", "api.ts"))
	if err != nil {
		t.Fatal(err)
	}
	f := startScript(t, string(script), "SERVER_MEMORY_LIMIT="+strconv.Itoa(bombsLimit)+"MiB", "SERVER_CPU_TIMEOUT=1s")
	status, body := f.fetch("/names")
	var names []string
	if err := json.Unmarshal(body, &names); err != nil || len(names) < 34 {
		t.Fatalf("%d, %s: %v", status, body, err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			stop := f.another(t)
			status, body := f.fetch("/bombs/" + name)
			stop()
			var problem struct{ Status int }
			if err := json.Unmarshal(body, &problem); err != nil || problem.Status != status || status < 500 {
				t.Errorf("answered with %d: %.200s", status, body)
			}
			if status, body := f.fetch("/ok"); status != http.StatusOK {
				t.Fatalf("the next request is answered with %d: %.200s", status, body)
			}
		})
	}
	if runtime.GOOS == "linux" {
		if peak := f.peak(); peak > 3*bombsLimit {
			t.Errorf("the process had %d MiB; a container with this limit has %d", peak, 3*bombsLimit)
		}
	}
}

// TestRejectionsAreCounted: of many rejections that nobody handles, some are logged, and the number of the others.
func TestRejectionsAreCounted(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("testdata", "bombs", "api.ts"))
	if err != nil {
		t.Fatal(err)
	}
	f := startScript(t, string(script), "SERVER_CPU_TIMEOUT=5m", "SERVER_HANDLER_TIMEOUT=5m")
	if status, body := f.fetch("/rejections"); status != http.StatusOK {
		t.Fatalf("%d: %s", status, body)
	}
	if status, body := f.fetch("/handled"); status != http.StatusOK || string(body) != "100000" {
		t.Errorf("100,000 rejections that are handled: %d, %s", status, body)
	}
	log := f.app.log.Bytes()
	if n := bytes.Count(log, []byte(`"msg":"unhandled promise rejection"`)); n != 10 {
		t.Errorf("%d rejections are logged", n)
	}
	if !bytes.Contains(log, []byte(`"count":99990`)) {
		t.Error("nothing says how many further ones there are")
	}
}

// fetch sends one request, and returns the answer's status and the beginning of its body.
func (f *flooded) fetch(path string) (status int, body []byte) {
	f.t.Helper()
	client := &http.Client{Timeout: 4 * patience}
	response, err := client.Get("http://" + f.address + path)
	if err != nil {
		f.t.Fatalf("%s: %v; the log ends with\n%s", path, err, tail(f.app.log.Bytes(), 2000))
	}
	defer func() { _ = response.Body.Close() }()
	body, _ = io.ReadAll(io.LimitReader(response.Body, 1<<20))
	return response.StatusCode, body
}

// another is a second client: it asks all the time, until stop is called, and has to be answered.
func (f *flooded) another(t *testing.T) (stop func()) {
	var group sync.WaitGroup
	done := make(chan struct{})
	var took []time.Duration
	group.Go(func() {
		client := &http.Client{Timeout: patience}
		for {
			began := time.Now()
			response, err := client.Get("http://" + f.address + "/ok")
			if err != nil {
				t.Errorf("another client: %v", err)
				return
			}
			_ = response.Body.Close()
			if response.StatusCode != http.StatusOK {
				t.Errorf("another client is answered with %d", response.StatusCode)
			}
			took = append(took, time.Since(began))
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	return func() {
		close(done)
		group.Wait()
		if len(took) > 0 {
			slices.Sort(took)
			t.Logf("another client: %d answers, half of them within %v, all within %v", len(took), took[len(took)/2], took[len(took)-1])
		}
	}
}

// peak returns the most memory that the process has had, in MiB.
func (f *flooded) peak() int {
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(f.app.cmd.Process.Pid), "status"))
	if err != nil {
		f.t.Fatal(err)
	}
	found := peakLine.FindSubmatch(status)
	kb, _ := strconv.Atoi(string(found[1]))
	return kb >> 10
}

func tail(text []byte, most int) []byte { return text[max(0, len(text)-most):] }

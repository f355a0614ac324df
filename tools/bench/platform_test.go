package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// TestEveryJobIsMeasured: what peers/platform/jobs.js can do is what the table has.
func TestEveryJobIsMeasured(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("peers", "platform", "jobs.js"))
	if err != nil {
		t.Fatal(err)
	}
	_, listed, _ := strings.Cut(string(text), "export const jobs = {\n")
	listed, _, _ = strings.Cut(listed, "\n};")
	inScript := map[string]bool{}
	for _, found := range regexp.MustCompile(`(?m)^  (?:async )?"?([\w-]+)"?(?:\(|: )`).FindAllStringSubmatch(listed, -1) {
		inScript[found[1]] = true
	}
	for _, j := range platformJobs() {
		if !inScript[j.name] {
			t.Errorf("%s is not in the script", j.name)
		}
		delete(inScript, j.name)
	}
	if len(inScript) > 0 {
		t.Errorf("not measured: %v", inScript)
	}
}

func TestJobsAnswerIsDivided(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/jobs/known" {
			http.NotFound(w, r)
			return
		}
		_, _ = io.WriteString(w, "done "+r.URL.Query().Get("times"))
	}))
	defer server.Close()
	began := time.Now()
	text, took, err := job{name: "known", times: 1000}.ask(server.URL)
	if most := milliseconds(time.Since(began)) / 1000; err != nil || text != "done 1000" || took <= 0 || took > most {
		t.Errorf("%q in %v ms of %v, %v", text, took, most, err)
	}
	if _, _, err := (job{name: "unknown", times: 1}).ask(server.URL); err == nil {
		t.Error("a 404 is no error")
	}
}

func TestDuration(t *testing.T) {
	for ms, want := range map[float64]string{1500: "1.5 s", 12.34: "12.3 ms", 0.0123: "12.3 µs", 0.00012: "120 ns"} {
		if got := duration(ms); got != want {
			t.Errorf("%v ms: %s, want %s", ms, got, want)
		}
	}
}

func TestPlatformVerdicts(t *testing.T) {
	took := jobTimes{fwrun: []float64{1, 2, 3}, node: []float64{4, 4, 4}, goes: []float64{1, 1, 1}}
	for want, a := range map[string]platformAim{
		"":                     {},
		"≤ 2 ms: met":          {most: 2 * time.Millisecond},
		"≤ 1.9 ms: missed":     {most: 1900 * time.Microsecond},
		"≥ 0.5 × Go: met":      {goes: 0.5},
		"≥ 0.769 × Go: missed": withinGo,
	} {
		if got := a.verdict(took); got != want {
			t.Errorf("%+v: %s, want %s", a, got, want)
		}
	}
	rows := jobGrids([]job{{title: "work"}}, []jobTimes{took})[0].rows
	if got := strings.Join(rows[1], "|"); got != "work|2 ms|1 ms|4 ms|0.5 (0.333 to 1)|2 (1.33 to 4)|" {
		t.Error(got)
	}
}

// TestStreamsAreChecked: what comes out of a server has to be what went in, however it is read.
func TestStreamsAreChecked(t *testing.T) {
	once, _ := io.ReadAll(content(checkedBytes))
	again, _ := io.ReadAll(iotest.HalfReader(content(checkedBytes)))
	if len(once) != checkedBytes || !bytes.Equal(once, again) {
		t.Error("the content depends on how it is read")
	}
	source, stop, err := serveBytes()
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	server := httptest.NewServer(http.HandlerFunc(handleStream))
	defer server.Close()
	for _, w := range []streamWay{{}, {path: "/good"}, {path: "/zipped", zipped: true}} {
		if err := w.check(server.URL, source); err != nil {
			t.Errorf("%s: %v", w.path, err)
		}
	}
	for _, w := range []streamWay{{path: "/short"}, {path: "/changed"}, {path: "/good", zipped: true}} {
		if err := w.check(server.URL, source); err == nil {
			t.Errorf("%s: no error", w.path)
		}
	}
}

// handleStream sends on what a server sends, in ways of which some are wrong.
func handleStream(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		count, _ := io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, strconv.FormatInt(count, 10))
		return
	}
	response, err := http.Get(r.URL.Query().Get("url"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	data, _ := io.ReadAll(response.Body)
	_ = response.Body.Close()
	switch r.URL.Path {
	case "/zipped":
		packed := gzip.NewWriter(w)
		_, _ = packed.Write(data)
		_ = packed.Close()
		return
	case "/short":
		data = data[1:]
	case "/changed":
		data[5000]++
	}
	_, _ = w.Write(data)
}

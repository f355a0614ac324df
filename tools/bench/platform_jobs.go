package main

import (
	"fmt"
	"io"
	"net/http"
	"time"
)

// job is a piece of work that fwrun and Node do with the same script: see peers/platform/jobs.js.
type job struct {
	name  string // in the path
	title string
	times int         // how often it is done in one request
	goes  func()      // what does one of them in Go, or nil
	aim   platformAim // set before anything was measured
}

// platformAim is an aim for one operation. What is zero is not set.
type platformAim struct {
	most time.Duration
	goes float64 // the speed, as a multiple of that of Go's own calls
}

// withinGo is the aim that a call takes 1.3 times as long as Go's own at most.
var withinGo = platformAim{goes: 1 / 1.3}

// platformJobs returns the jobs in the order of the table.
func platformJobs() []job {
	g := newGoWork()
	return []job{
		{"append", "50,000 appends of 21 bytes, in a request", 1, nil, platformAim{most: 50 * time.Millisecond}},
		{"digest-big", "`crypto.subtle.digest`, SHA-256, 10 MB", 3, g.digest(10_000_000), platformAim{goes: 0.8}},
		{"pbkdf2", "`deriveBits`, PBKDF2, 600,000 rounds", 1, g.pbkdf2, platformAim{most: 300 * time.Millisecond}},
		{"hmac-small", "`sign`, HMAC, 1 kB", 5_000, g.hmac(1000), withinGo},
		{"hmac-piece", "`sign`, HMAC, 64 KiB", 500, g.hmac(64 << 10), withinGo},
		{"aes-big", "`encrypt`, AES-GCM, 10 MB", 3, g.seal(10_000_000), withinGo},
		{"ecdsa", "`sign`, ECDSA, P-256", 1_000, g.ecdsa(), withinGo},
		{"hash-big", "`createHash`, SHA-256, 10 MB", 3, g.digest(10_000_000), withinGo},
		{"hash-small", "`createHash`, SHA-256, 1 kB", 5_000, g.digest(1000), withinGo},
		{"mac-small", "`createHmac`, SHA-256, 1 kB", 5_000, g.hmac(1000), withinGo},
		{"scrypt", "`scrypt`, N = 16,384", 2, g.scrypt, withinGo},
		{"numbers", "a number, with its currency", 20_000, nil, platformAim{most: time.Second / 100_000}},
		{"dates", "a date with its time, in a zone", 20_000, nil, platformAim{most: time.Second / 50_000}},
		{"wasm", "fib(30), WebAssembly", 2, nil, platformAim{}},
		{"clone", "`structuredClone`, 100 records", 50, nil, platformAim{}},
		{"url", "`new URL`, relative", 5_000, nil, platformAim{}},
		{"encode", "`TextEncoder`, 1 MB", 20, nil, platformAim{}},
		{"decode", "`TextDecoder`, 1 MB", 20, nil, platformAim{}},
	}
}

// ask requests a job, and returns its answer and the time for one operation, in ms, HTTP included.
func (j job) ask(url string) (text string, took float64, err error) {
	began := time.Now()
	response, err := patient.Get(fmt.Sprintf("%s/jobs/%s?times=%d", url, j.name, j.times))
	if err != nil {
		return "", 0, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	took = milliseconds(time.Since(began)) / float64(j.times)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("answered with %s: %.300s", response.Status, body)
	}
	return string(body), took, err
}

// inGo does the same as often in this process, and returns the time for one operation, in ms.
func (j job) inGo() float64 {
	began := time.Now()
	for range j.times {
		j.goes()
	}
	return milliseconds(time.Since(began)) / float64(j.times)
}

// verdict says whether an aim was reached; "" if there is none.
func (a platformAim) verdict(t jobTimes) string {
	switch {
	case a.goes > 0:
		return fmt.Sprintf("≥ %s × Go: %s", figure(a.goes), metOrMissed(median(ratios(t.goes, t.fwrun)) >= a.goes))
	case a.most > 0:
		return fmt.Sprintf("≤ %s: %s", duration(milliseconds(a.most)), metOrMissed(median(t.fwrun) <= milliseconds(a.most)))
	}
	return ""
}

// duration formats a time in ms with its unit: "1.5 µs".
func duration(ms float64) string {
	switch {
	case ms >= 1000:
		return figure(ms/1000) + " s"
	case ms >= 1:
		return figure(ms) + " ms"
	case ms >= 1e-3:
		return figure(ms*1e3) + " µs"
	}
	return figure(ms*1e6) + " ns"
}

// jobGrids returns the table of the jobs.
func jobGrids(work []job, took []jobTimes) []grid {
	rows := [][]string{{"", us, "Go's own calls", nodeRuntime, "fwrun is … times as fast as Go", "as Node", "aim"}}
	for i, j := range work {
		t := took[i]
		goes, againstGo := "", ""
		if len(t.goes) > 0 {
			goes, againstGo = duration(median(t.goes)), spreadOf(ratios(t.goes, t.fwrun)).String()
		}
		rows = append(rows, []string{
			j.title, duration(median(t.fwrun)), goes, duration(median(t.node)), againstGo,
			spreadOf(ratios(t.node, t.fwrun)).String(), j.aim.verdict(t),
		})
	}
	return []grid{{
		"One operation",
		"Requests that do one thing many times in the same script, HTTP included, divided by how often; medians, " +
			"and ratios within a round: median (least to most).",
		rows,
	}}
}

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

const (
	streamedBytes = 100 << 20
	checkedBytes  = 1 << 20 // of a stream whose content is looked at
)

// streamWay is a way in which bytes go through a server.
type streamWay struct {
	path   string // what is requested; "" for an upload
	title  string
	zipped bool    // the answer is gzip
	aim    float64 // MB beyond the idle process, at most; 0 for none
}

func streamWays() []streamWay {
	return []streamWay{
		{path: "/streams/forward", title: "`return fetch(url)`"},
		{path: "/streams/transform", title: "through `new TransformStream()`", aim: 30},
		{path: "/streams/compress", title: "through `new CompressionStream(\"gzip\")`", zipped: true},
		{title: "an upload that `for await` counts"},
	}
}

// streamed are the measurements of one way in one peer, by round.
type streamed struct{ seconds, cpu, memory []float64 }

// streamRounds sends the bytes through each peer in each way, in a process of its own.
func (b *platformBench) streamRounds() ([][]streamed, error) {
	source, stop, err := serveBytes()
	if err != nil {
		return nil, err
	}
	defer stop()
	ways := streamWays()
	found := make([][]streamed, len(ways))
	for i, w := range ways {
		found[i] = make([]streamed, len(b.running))
		for _, s := range b.running {
			if err := w.check(s.url(), source); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", s.peer.name, w.title, err)
			}
		}
	}
	for round := range b.streams {
		fmt.Fprintf(os.Stderr, "streams, round %d of %d; load of the machine %s\n", round+1, b.streams, machineLoad())
		for _, i := range rand.Perm(len(ways)) {
			for _, who := range rand.Perm(len(b.running)) {
				if err := found[i][who].measure(ways[i], b.running[who].peer, b.tools, source); err != nil {
					return nil, fmt.Errorf("%s: %s: %w", b.running[who].peer.name, ways[i].title, err)
				}
			}
		}
	}
	return found, nil
}

// measure starts a peer and sends the bytes through it once.
func (m *streamed) measure(w streamWay, p peer, t tools, source string) error {
	s, err := startPeer(p, t, "")
	if err != nil {
		return err
	}
	defer s.stop()
	if _, err := s.untilAnswer("/plain"); err != nil {
		return err
	}
	time.Sleep(settle)
	before, err := s.usage()
	if err != nil {
		return err
	}
	grown := watchOwn(s.command.Process.Pid)
	began := time.Now()
	err = w.send(s.url(), source, streamedBytes, io.Discard)
	took, more := time.Since(began), grown()
	if err != nil {
		return err
	}
	time.Sleep(settle)
	after, err := s.usage()
	if err != nil {
		return err
	}
	m.seconds, m.cpu = append(m.seconds, took.Seconds()), append(m.cpu, (after.CPU-before.CPU).Seconds())
	m.memory = append(m.memory, more)
	return nil
}

// watchOwn looks every few milliseconds how much memory a process has of its own, until the function that it returns is called, which
// returns how many MB more it was than at first. The pages of the binary's file are not counted: they come with the first use of anything.
func watchOwn(pid int) (grown func() float64) {
	own := func() float64 {
		mb, err := proc.Resident(pid, proc.Own)
		if err != nil {
			return 0 // it has ended, which who asks it for something will tell
		}
		return mb
	}
	first, done, most := own(), make(chan struct{}), make(chan float64)
	go func() {
		tick := time.NewTicker(3 * time.Millisecond)
		defer tick.Stop()
		highest := first
		for {
			select {
			case <-tick.C:
				highest = max(highest, own())
			case <-done:
				most <- max(highest, own())
				return
			}
		}
	}()
	return func() float64 {
		close(done)
		return <-most - first
	}
}

// send sends so many bytes through a server, and writes to a writer what comes out of a download.
func (w streamWay) send(server, source string, size int, to io.Writer) error {
	if w.path == "" {
		return upload(server, size)
	}
	address := fmt.Sprintf("%s%s?url=%s", server, w.path, url.QueryEscape(fmt.Sprintf("%s/?size=%d", source, size)))
	client := &http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}, Timeout: patient.Timeout}
	response, err := client.Get(address)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	count, err := io.Copy(to, response.Body)
	switch {
	case err != nil:
		return err
	case response.StatusCode != http.StatusOK:
		return fmt.Errorf("answered with %s", response.Status)
	case !w.zipped && count != int64(size):
		return fmt.Errorf("%d bytes of %d", count, size)
	}
	return nil
}

// upload sends bytes, which the server counts.
func upload(server string, size int) error {
	request, err := http.NewRequest(http.MethodPost, server+"/count", content(int64(size)))
	if err != nil {
		return err
	}
	request.ContentLength = int64(size)
	response, err := patient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err == nil && string(text) != strconv.Itoa(size) {
		err = fmt.Errorf("%.300s instead of %d", text, size)
	}
	return err
}

// check looks at what comes out of a shorter stream.
func (w streamWay) check(server, source string) error {
	var out bytes.Buffer
	if err := w.send(server, source, checkedBytes, &out); err != nil || w.path == "" {
		return err
	}
	var unpacked io.Reader = &out
	if w.zipped {
		unzipped, err := gzip.NewReader(&out)
		if err != nil {
			return err
		}
		unpacked = unzipped
	}
	got, err := io.ReadAll(unpacked)
	want, _ := io.ReadAll(content(checkedBytes))
	if err == nil && !bytes.Equal(got, want) {
		err = errors.New("other bytes come out than went in")
	}
	return err
}

// serveBytes serves as many bytes as are asked for.
func serveBytes() (address string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		size, err := strconv.ParseInt(r.URL.Query().Get("size"), 10, 64)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/octet-stream")
		_, _ = io.Copy(w, content(size)) // the other side may have gone
	})}
	go func() { _ = server.Serve(listener) }()
	return "http://" + listener.Addr().String(), func() { _ = server.Shutdown(context.Background()) }, nil
}

// streamBlock is what endless repeats: lines as a log has them, half of which is chance.
var streamBlock = func() []byte {
	random := rand.New(rand.NewPCG(1, 2))
	var block bytes.Buffer
	for block.Len() < 64<<10 {
		fmt.Fprintf(&block, "%016x the request was answered\n", random.Uint64())
	}
	return block.Bytes()[:64<<10]
}()

// endless reads as the same block again and again.
type endless struct{ at int }

func (e *endless) Read(into []byte) (int, error) {
	count := copy(into, streamBlock[e.at:])
	e.at = (e.at + count) % len(streamBlock)
	return count, nil
}

// content returns what is streamed.
func content(size int64) io.Reader { return io.LimitReader(&endless{}, size) }

func streamGrid(found [][]streamed) grid {
	rows := [][]string{{
		"100 MiB", "fwrun: seconds", "CPU, s", "memory, MB", "Node: seconds", "CPU, s", "memory, MB", "CPU, Node / fwrun", "aim",
	}}
	for i, w := range streamWays() {
		ours, theirs := found[i][0], found[i][1]
		verdict := ""
		if w.aim > 0 {
			verdict = fmt.Sprintf("≤ %s MB: %s", figure(w.aim), metOrMissed(median(ours.memory) <= w.aim))
		}
		row := []string{w.title}
		for _, m := range []streamed{ours, theirs} {
			row = append(row, figure(median(m.seconds)), figure(median(m.cpu)), figure(median(m.memory)))
		}
		rows = append(rows, append(row, spreadOf(ratios(theirs.cpu, ours.cpu)).String(), verdict))
	}
	return grid{
		"Streams",
		"From a server in Go through a handler to a client, or from a client, over loopback; each in a process of its own. Memory is the most that the " +
			"process had of its own (without pages of its binary), beyond what it had when idle.",
		rows,
	}
}

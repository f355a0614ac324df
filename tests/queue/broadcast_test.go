package queue

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// board is an application with one worker, which writes down what it hears.
const board = `
import { GetMapping, PostMapping, RequestParam, RestController } from "fwrun";

@RestController
export class Board {
  #seen = [];
  #broken = 0;
  #channel = new BroadcastChannel("board");

  constructor() {
    this.#channel.onmessage = ({ data }) => { this.#seen.push(data.text); };
    this.#channel.onmessageerror = () => { this.#broken++; };
  }

  @PostMapping("/post")
  post(@RequestParam text, @RequestParam many = "1") {
    for (let i = 0; i < Number(many); i++) this.#channel.postMessage({ text: text + i, at: new Date(), extra: new Map([["i", i]]) });
    return "posted";
  }

  @GetMapping("/seen")
  seen() { return { version: "VERSION", seen: this.#seen, broken: this.#broken }; }
}
`

// boardPeer is a process with the application.
type boardPeer struct {
	*testing.T
	*harness.App
	folder, url string
}

// seen is what a process tells.
type seen struct {
	Version string
	Seen    []string
	Broken  int
}

// startBoard starts a process whose queue, and with it whose broadcasts, are on a server.
func startBoard(t *testing.T, server string) *boardPeer {
	t.Helper()
	p := &boardPeer{T: t, folder: t.TempDir()}
	if err := os.Mkdir(filepath.Join(p.folder, "config"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.write("one")
	harness.WriteFile(t, filepath.Join(p.folder, "config/application.yml"), `framework.application.name: board
server.workers: { min: 1, max: 1 }
broadcast.url: "queue:"
queue.connections: [{ name: primary, url: "`+server+`", required: false }]
`)
	p.App, p.url = harness.Serve(t, p.folder)
	return p
}

func (p *boardPeer) write(version string) {
	harness.WriteFile(p.T, filepath.Join(p.folder, "app.js"), strings.Replace(board, "VERSION", version, 1))
}

func (p *boardPeer) ask(method, path string) []byte {
	p.Helper()
	request, err := http.NewRequestWithContext(p.Context(), method, p.url+path, nil)
	if err != nil {
		p.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.Fatalf("%v\n%s", err, p.Log.Bytes())
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		p.Fatalf("%s %s: %d %s %v\n%s", method, path, response.StatusCode, body, err, p.Log.Bytes())
	}
	return body
}

func (p *boardPeer) post(text string, many int) {
	p.Helper()
	p.ask(http.MethodPost, fmt.Sprintf("/post?text=%s&many=%d", text, many))
}

// posting posts a hundred messages so many times, and all that three times. It returns how long a hundred take at best: other work of the
// machine affects one time, but not each of several.
func (p *boardPeer) posting(text string, times int) time.Duration {
	p.Helper()
	best := time.Hour
	for range 3 {
		began := time.Now()
		for range times {
			p.post(text, 100)
		}
		best = min(best, time.Since(began))
	}
	return best / time.Duration(times)
}

func (p *boardPeer) tell() (s seen) {
	p.Helper()
	if err := json.Unmarshal(p.ask(http.MethodGet, "/seen"), &s); err != nil {
		p.Fatal(err)
	}
	return s
}

// until waits until what the process tells is as it should be.
func (p *boardPeer) until(what string, is func(s seen) bool) {
	p.Helper()
	for late := time.Now().Add(harness.Patience); ; <-time.After(20 * time.Millisecond) {
		s := p.tell()
		if is(s) {
			return
		}
		if time.Now().After(late) {
			p.Fatalf("%s; it tells %+v, and its log has\n%s", what, s, p.Log.Bytes())
		}
	}
}

// hears waits until a process hears what another one posts.
func (p *boardPeer) hears(other *boardPeer, text string) {
	p.Helper()
	p.until("it does not hear "+text, func(s seen) bool {
		if slices.Contains(s.Seen, text+"0") {
			return true
		}
		other.post(text, 1)
		return false
	})
}

// of returns what was heard of a text.
func (s seen) of(text string) []string {
	return slices.DeleteFunc(slices.Clone(s.Seen), func(one string) bool { return !strings.HasPrefix(one, text) })
}

// TestBroadcastBetweenProcesses: what one process posts arrives at the others, in its order and once, whatever happens to the server, to
// the applications, and whatever else somebody sends.
func TestBroadcastBetweenProcesses(t *testing.T) {
	for name, start := range boardServers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			a, b, c := startBoard(t, s.url), startBoard(t, s.url), startBoard(t, s.url)
			b.hears(a, "meet-ab")
			c.hears(a, "meet-ac")
			b.hears(c, "meet-cb")
			broadcastInOrder(a, b, c)
			broadcastHostile(s, a, b)
			broadcastOutage(s, a, b)
			broadcastReload(a, b)
			for _, p := range []*boardPeer{a, b, c} {
				p.stop()
				if text := string(p.Log.Bytes()); strings.Contains(text, "topsecret") || strings.Contains(text, "panic") {
					t.Errorf("the log has\n%s", text)
				}
			}
		})
	}
}

func broadcastInOrder(a, b, c *boardPeer) {
	const many = 200
	a.post("order-", many)
	var want []string
	for i := range many {
		want = append(want, fmt.Sprint("order-", i))
	}
	for _, p := range []*boardPeer{b, c} {
		p.until("not all has arrived", func(s seen) bool { return len(s.of("order-")) >= many })
		if got := p.tell().of("order-"); !slices.Equal(got, want) {
			p.Errorf("the messages are %q", got)
		}
	}
	if got := a.tell().of("order-"); len(got) > 0 {
		a.Errorf("the sender has received %q", got)
	}
}

// broadcastHostile: bytes that are no message are dropped, and a message whose value cannot be read is an event.
func broadcastHostile(s boardServer, a, b *boardPeer) {
	head := "fwb\x01" + strings.Repeat("o", 16) + "\x05board"
	broken := []string{
		"\xff", "\x05", "\x0b\xff\xff\xff\xff\x0f", strings.Repeat("\x0b\x01", 100_000), strings.Repeat("\x12", 1_000_000), "\x0e\x07\x08(((((((("[:9],
		"\x14\x0aUint8Array\xff\xff\xff\xff\x07\x01\x13\x00", "\x15\x04blob\x02\xff\xff", "\x09\x07", "\x06\x01\xff\xff\xff\xff\x7f",
	}
	for _, data := range []string{"", "fwb\x01", "fwb\x09" + head[4:], head[:22], strings.Repeat("A", 900_000)} {
		s.send("fwrun.broadcast.board.board", []byte(data))
	}
	for _, value := range broken {
		s.send("fwrun.broadcast.board.board", []byte(head+value))
	}
	for _, p := range []*boardPeer{a, b} {
		p.until("messages that cannot be read are no events", func(s seen) bool { return s.Broken == len(broken) })
	}
	b.hears(a, "after-hostile")
	if n := strings.Count(string(b.Log.Bytes()), "does not come from an application"); n != 1 {
		b.Errorf("%d lines tell of what was dropped:\n%s", n, b.Log.Bytes())
	}
}

// broadcastOutage: posting goes on at once while the server is away, and messages arrive again when it is back.
func broadcastOutage(s boardServer, a, b *boardPeer) {
	here := a.posting("here-", 2)
	s.kill()
	const lost = "messages of BroadcastChannels stay in this process"
	for late := time.Now().Add(harness.Patience); !strings.Contains(string(a.Log.Bytes()), lost); <-time.After(20 * time.Millisecond) {
		if time.Now().After(late) {
			a.Fatalf("it does not say that the server is away:\n%s", a.Log.Bytes())
		}
	}
	if away := a.posting("away-", 20); away > 20*here {
		a.Errorf("100 messages to nobody take %v, and %v while the server is there", away, here)
	}
	s.restart()
	b.hears(a, "back")
	a.hears(b, "back-too")
	if got := b.tell().of("away-"); len(got) > 0 {
		b.Errorf("messages were kept: %q", got)
	}
	if n := strings.Count(string(a.Log.Bytes()), lost); n != 1 {
		a.Errorf("%d lines tell that the server is away:\n%s", n, a.Log.Bytes())
	}
}

// broadcastReload: the next generation hears and is heard.
func broadcastReload(a, b *boardPeer) {
	a.write("two")
	if err := a.Cmd.Process.Signal(syscall.SIGHUP); err != nil {
		a.Fatal(err)
	}
	a.until("it is not reloaded", func(s seen) bool { return s.Version == "two" })
	a.hears(b, "to-the-new")
	b.hears(a, "from-the-new")
}

func (p *boardPeer) stop() {
	p.Helper()
	if err := p.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.Fatal(err)
	}
	select {
	case <-p.Exited:
		if p.Err != nil {
			p.Errorf("it did not stop cleanly: %v\n%s", p.Err, p.Log.Bytes())
		}
	case <-time.After(harness.Patience):
		p.Errorf("it does not stop:\n%s", p.Log.Bytes())
	}
}

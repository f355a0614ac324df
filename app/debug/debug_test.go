package debug

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/platform/fault"
)

func TestReadAddress(t *testing.T) {
	for text, want := range map[string]string{
		"9230": "127.0.0.1:9230", "0": "127.0.0.1:0", "0.0.0.0:9229": "0.0.0.0:9229", "0.0.0.0": "0.0.0.0:9229", "localhost:1": "localhost:1",
		":9231": "127.0.0.1:9231", "[::1]:5": "[::1]:5", "::1": "[::1]:9229", "[::1]": "[::1]:9229", "debugger.example.com:80": "debugger.example.com:80",
		"": "-", "65536": "-", "a:b": "-", "localhost:": "-", "1:2:3": "-", "-1": "-", "http://a:1": "-", "a b:1": "-", "a:99999": "-", "a/b": "-",
		"[::1]:x": "-", "--x": "-", "99999999999999999999": "-",
	} {
		got, err := ReadAddress(text)
		if err != nil {
			got = "-"
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func FuzzReadAddress(f *testing.F) {
	for _, text := range []string{"9230", "0.0.0.0:9229", "[::1]", "::1", ":1", "a b:1", "x", "[", "]:1", "[::1%lo]:5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		address, err := ReadAddress(text)
		if err != nil {
			return
		}
		host, port, err := net.SplitHostPort(address)
		if n, wrong := strconv.ParseUint(port, 10, 16); err != nil || host == "" || wrong != nil {
			t.Errorf("%q is read as %q: %v, port %d", text, address, err, n)
		}
		if again, err := ReadAddress(address); err != nil || again != address {
			t.Errorf("%q is read as %q, and that as %q: %v", text, address, again, err)
		}
	})
}

// client is a debugger that does nothing.
type client struct{ debugger.Client }

func (client) Close() {}

// output is written by several goroutines.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

func open(t *testing.T, s Settings) (*Part, *output) {
	t.Helper()
	out := &output{}
	p, err := Open(s, Options{New: func(debugger.Events) debugger.Client { return client{} }, Out: out})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p, out
}

func TestOpen(t *testing.T) {
	if p, err := Open(Settings{}, Options{}); p != nil || err != nil || p.Wait(t.Context()) != nil {
		t.Errorf("without the flag there is %v, %v", p, err)
	}
	p, out := open(t, Settings{On: true, Address: "127.0.0.1:0"})
	if got, want := out.String(), "Debugger listening on "+p.URL()+"\n"; got != want || !strings.HasPrefix(p.URL(), "ws://127.0.0.1:") {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := p.Wait(t.Context()); err != nil {
		t.Errorf("it waits: %v", err)
	}
	host := strings.Split(strings.TrimPrefix(p.URL(), "ws://"), "/")[0]
	_, err := Open(Settings{On: true, Address: host}, Options{})
	failed, ok := errors.AsType[*fault.Error](err)
	if !ok || !strings.Contains(failed.Hint, "--inspect=0") {
		t.Errorf("a taken port gives %v", err)
	}
	p.Close()
	if _, err := http.Get("http://" + host + "/json"); err == nil {
		t.Error("it listens after Close")
	}
}

func TestOpenBeyondLoopback(t *testing.T) {
	anywhere := func(string) (net.Listener, error) { return net.Listen("tcp", "0.0.0.0:0") }
	out := &output{}
	p, err := Open(Settings{On: true}, Options{Listen: anywhere, Out: out})
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	if !strings.Contains(out.String(), "\nwarning: the debugger listens beyond this machine") {
		t.Errorf("got %q", out)
	}
}

// TestWait: the application waits for a debugger that says so, and not for one that has only attached.
func TestWait(t *testing.T) {
	for _, s := range []Settings{{On: true, Address: "127.0.0.1:0", Wait: true}, {On: true, Address: "127.0.0.1:0", Break: true}} {
		p, out := open(t, s)
		ended, end := context.WithCancel(t.Context())
		end()
		if err := p.Wait(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("it does not wait: %v", err)
		}
		conn, _, err := websocket.Dial(t.Context(), p.URL(), nil)
		if err != nil {
			t.Fatal(err)
		}
		ask := func(text string) string {
			if err := conn.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
				t.Fatal(err)
			}
			_, answer, err := conn.Read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return string(answer)
		}
		if got := ask(`{"id":1,"method":"NodeRuntime.enable"}`); !strings.Contains(got, "NodeRuntime.waitingForDebugger") {
			t.Errorf("got %s", got)
		}
		if err := p.Wait(ended); err == nil {
			t.Error("it does not wait for a debugger that has only attached")
		}
		ask(`{"id":2,"method":"Runtime.runIfWaitingForDebugger"}`) // the answer of the command before
		if err := p.Wait(t.Context()); err != nil {
			t.Error(err)
		}
		if !strings.HasSuffix(out.String(), "Debugger attached.\n") {
			t.Errorf("got %q", out)
		}
		_ = conn.CloseNow()
	}
}

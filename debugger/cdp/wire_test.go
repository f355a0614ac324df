package cdp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/tests/harness"
)

// get asks for a path over HTTP.
func get(t *testing.T, address, path string, headers ...string) (status int, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := new(http.Client).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func TestTargets(t *testing.T) {
	server, address := listen(t, newWorld(t))
	for _, path := range []string{"/json", "/json/", "/json/list"} {
		_, body := get(t, address, path)
		var list []map[string]string
		if err := json.Unmarshal([]byte(body), &list); err != nil || len(list) != 1 {
			t.Fatalf("%s: %s", path, body)
		}
		one := list[0]
		if one["webSocketDebuggerUrl"] != server.URL(address) || one["type"] != "node" || one["title"] != "shop" || one["url"] != "file:///app/a%20b" ||
			one["id"] == "" || !strings.HasSuffix(one["devtoolsFrontendUrl"], "ws="+address+"/"+one["id"]) {
			t.Errorf("%s: %s", path, body)
		}
	}
	if _, body := get(t, address, "/json/version"); !strings.Contains(body, `"Browser": "fwrun/1.2.3"`) || !strings.Contains(body, `"1.3"`) {
		t.Errorf("the version is %s", body)
	}
	_, body := get(t, address, "/json/protocol")
	var p struct{ Domains []domain }
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, d := range p.Domains {
		count += len(d.Commands)
	}
	if count != len(methods) {
		t.Errorf("the description has %d commands of %d", count, len(methods))
	}
	for path, want := range map[string]int{"/": 404, "/json/nix": 404, "/" + server.id: 400, "/" + server.id[1:]: 404, "/json/activate/x": 404} {
		if got, _ := get(t, address, path); got != want {
			t.Errorf("%s is answered with %d, want %d", path, got, want)
		}
	}
}

func TestHosts(t *testing.T) {
	server, address := listen(t, newWorld(t))
	for host, want := range map[string]int{
		"localhost": 200, "LOCALHOST:9229": 200, "127.0.0.1": 200, "10.1.2.3:80": 200, "[::1]:9229": 200, "[::1]": 200,
		"evil.example.com": 403, "localhost.example.com": 403, "127.0.0.1.example.com:9229": 403, "example.com:9229": 403, "xlocalhost": 403,
		"0x7f.1": 403,
	} {
		if got, _ := get(t, address, "/json", "Host", host); got != want {
			t.Errorf("the host %s gets %d, want %d", host, got, want)
		}
		options := &websocket.DialOptions{Host: host}
		conn, _, err := websocket.Dial(t.Context(), server.URL(address), options)
		if (err == nil) != (want == 200) {
			t.Errorf("the host %s gets %v", host, err)
		}
		if conn != nil {
			_ = conn.CloseNow()
		}
	}
	for origin, want := range map[string]bool{
		"http://127.0.0.1:9229": false, "https://example.com": false, "HTTP://localhost": false, "null": false, "file://": false, "%zz": false,
		"localhost":           false,
		"devtools://devtools": true, "vscode-file://vscode-app": true, "": true,
	} {
		header := http.Header{}
		if origin != "" {
			header.Set("Origin", origin)
		}
		conn, _, err := websocket.Dial(t.Context(), server.URL(address), &websocket.DialOptions{HTTPHeader: header})
		if (err == nil) != want {
			t.Errorf("the origin %q gets %v", origin, err)
		}
		if conn != nil {
			_ = conn.CloseNow()
		}
	}
}

// TestUpgradeOnTheSameConnection: so node inspect does, right after it has asked for /json.
func TestUpgradeOnTheSameConnection(t *testing.T) {
	server, address := listen(t, newWorld(t))
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	in := bufio.NewReader(conn)
	for _, request := range []struct {
		text string
		want int
	}{
		{"GET /json HTTP/1.1\r\nHost: localhost\r\n\r\n", 200},
		{"GET /" + server.id + " HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
			"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", 101},
	} {
		fmt.Fprint(conn, request.text)
		answer, err := http.ReadResponse(in, nil)
		if err != nil || answer.StatusCode != request.want {
			t.Fatalf("got %v, %v", answer, err)
		}
		_, _ = io.ReadAll(answer.Body)
	}
}

// TestWrongInput: the errors are those of Node, but that Node sends a second one for some.
func TestWrongInput(t *testing.T) {
	theirs := dial(t, startNode(t))
	server, address := listen(t, newWorld(t))
	ours := dial(t, server.URL(address))
	for _, text := range []string{
		"nope", "{", `{"id":1}`, "[]", "5", "null", "", "\x00", `{"id":"a","method":"Runtime.enable"}`, `{"method":"Runtime.enable"}`,
		`{"id":2,"method":5}`,
		`{"id":3,"method":"Runtime.enable","params":5}`, `{"id":4,"method":"Nix.q"}`, `{"id":5,"method":"Runtime.nix","params":{}}`,
		`{"id":7,"method":"Runtime.getIsolateId","extra":1}`, `{"id":1.5,"method":"Runtime.getIsolateId"}`,
		`{"id":99999999999,"method":"Runtime.getIsolateId"}`,
		`{"id":11,"method":"Runtime.getIsolateId"} x`, `{"id":12,"method":"Debugger.resume"}`,
		`{"id":13,"method":"Debugger.setBreakpointByUrl","params":{"lineNumber":1}}`,
		`{"id":14,"method":"Runtime.callFunctionOn","params":{"functionDeclaration":"() => 1"}}`, `{"id":15,"method":"Debugger.pause"}`,
		`{"id":16,"method":"Debugger.evaluateOnCallFrame","params":{"callFrameId":"1.0","expression":"1"}}`,
		`{"id":17,"method":"Runtime.evaluate","params":{}}`,
		`{"id":18,"method":"Runtime.evaluate","params":{"expression":5}}`,
		`{"id":19,"method":"Runtime.getProperties","params":{"objectId":"1","ownProperties":"x"}}`,
		`{"id":20,"method":"Runtime.evaluate"}`, `{"id":21,"method":"Debugger.setPauseOnExceptions","params":{"state":"x"}}`,
	} {
		answer := func(p *peer) string {
			p.send(text)
			p.send(`{"id":1000,"method":"Runtime.evaluate","params":{"expression":"1"}}`) // behind those that ask a worker, too
			first := ""
			for {
				m := p.read()
				if m.ID != nil && *m.ID == 1000 && m.Error == nil { // Node has errors with the ID of the command before, too
					return first
				}
				if m.Error != nil && first == "" {
					first = fmt.Sprint(m.Error.Code, " ", m.Error.Message)
				}
			}
		}
		want, got := answer(theirs), answer(ours)
		want = strings.Replace(want, " or scriptHash must", " must", 1)
		want = strings.Replace(want, "Either url or urlRegex or", "Either url or urlRegex", 1)
		if got != want {
			t.Errorf("%s\nnode %s\nours %s", text, want, got)
		}
	}
}

func TestFramesThatAreTooLong(t *testing.T) {
	server, address := listen(t, newWorld(t))
	p := dial(t, server.URL(address))
	if got := p.ask("Runtime.evaluate", `{"expression":"1;`+strings.Repeat(" ", 10<<20)+`"}`); !strings.Contains(got, "too long") {
		t.Errorf("a long expression gives %.200s", got)
	}
	if got := p.ask("Runtime.callFunctionOn", `{"executionContextId":1,"functionDeclaration":"(x) => x.length","arguments":[{"value":"`+
		strings.Repeat("x", 10<<20)+`"}]}`); !strings.Contains(got, `"value":10485760`) {
		t.Errorf("a long value gives %.200s", got)
	}
	deep := strings.Repeat(`{"a":`, 1<<20) + "1" + strings.Repeat("}", 1<<20)
	p.send(`{"id":99,"method":"Runtime.getIsolateId","params":` + deep + `}`)
	if m := p.read(); m.Error == nil || m.Error.Code != codeParse {
		t.Errorf("deep JSON gives %v", m)
	}
	_ = p.conn.Write(t.Context(), websocket.MessageText, make([]byte, longestFrame+1))
	if _, _, err := p.conn.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
		t.Errorf("a frame that is too long ends with %v", err)
	}
}

// TestFiveClients: five see the same, and each sees what the others do; there is no sixth.
func TestFiveClients(t *testing.T) {
	w := newWorld(t)
	server, address := listen(t, w)
	var all []*peer
	for range mostClients {
		p := dial(t, server.URL(address))
		p.ask("Runtime.enable", "{}")
		p.ask("Debugger.enable", "{}")
		all = append(all, p)
	}
	_, answer, err := websocket.Dial(t.Context(), server.URL(address), nil)
	if err == nil || answer.StatusCode != http.StatusServiceUnavailable {
		t.Fatalf("a sixth debugger gets %v", err)
	}
	w.run("stop({ a: 1 })")
	for _, p := range all {
		p.event("Debugger.paused")
	}
	var working sync.WaitGroup
	for i, p := range all { // they disagree about what comes next
		working.Go(func() {
			p.begin("Debugger.setBreakpointsActive", fmt.Sprintf(`{"active":%v}`, i%2 == 0))
			p.begin("Debugger.evaluateOnCallFrame", `{"callFrameId":"1.0","expression":"a += 1"}`)
			p.begin([]string{"Debugger.resume", "Debugger.stepOver", "Debugger.stepInto", "Debugger.pause", "Debugger.stepOut"}[i], "{}")
			for seen := 0; seen < 3; {
				if m := p.read(); m.ID != nil {
					seen++
				} else {
					p.events = append(p.events, m)
				}
			}
			p.event("Debugger.resumed")
		})
	}
	working.Wait()
	for i, p := range all {
		if got := p.ask("Runtime.evaluate", `{"expression":"6 * 7"}`); !strings.Contains(got, "42") {
			t.Errorf("the client %d gets %s", i, got)
		}
		_ = p.conn.Close(websocket.StatusNormalClosure, "")
	}
	harness.Eventually(t, "a place is free", func() bool {
		conn, _, err := websocket.Dial(t.Context(), server.URL(address), nil)
		if err == nil {
			_ = conn.CloseNow()
		}
		return err == nil
	})
}

// TestClientThatDoesNotRead: it is cut off when too much waits for it. The others go on, and nothing is left of it.
func TestClientThatDoesNotRead(t *testing.T) {
	w := newWorld(t)
	server, address := listen(t, w)
	deaf, other := dial(t, server.URL(address)), dial(t, server.URL(address))
	for _, p := range []*peer{deaf, other} {
		p.ask("Runtime.enable", "{}")
	}
	received := make(chan int)
	go func() {
		count := 0
		for other.read().Method == "Runtime.consoleAPICalled" {
			count++
		}
		received <- count
	}()
	for len(sessionsOf(server)) == 2 {
		w.tell(func(e debugger.Events) {
			e.Logged(debugger.Line{Kind: "log", Values: []debugger.Object{{Type: "string", JSON: json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)}}})
		})
		harness.Eventually(t, "the other client has read", func() bool {
			for _, one := range sessionsOf(server) {
				if one.queued.Load() == 0 {
					return true
				}
			}
			return false
		})
	}
	other.begin("Runtime.getIsolateId", "{}")
	if count := <-received; count < 16 {
		t.Errorf("the other client got %d lines", count)
	}
}

func sessionsOf(s *Server) (all []*session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for one := range s.sessions {
		all = append(all, one)
	}
	return all
}

// TestClientThatIsGone: a socket that is half open is noticed, since nobody answers a ping; a paused worker goes on.
func TestClientThatIsGone(t *testing.T) {
	w := newWorld(t)
	server := NewServer(Options{Client: w.attach})
	one := newSession(server)
	one.pingEvery, one.pongWithin = time.Millisecond, 10*time.Millisecond
	done := make(chan struct{})
	listener := serveOne(t, func(rw http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(rw, r, nil)
		if err == nil {
			one.serve(conn)
		}
		close(done)
	})
	conn, err := net.Dial("tcp", listener)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
	<-done // the client never says anything
	if clients := len(w.clients); clients != 0 {
		t.Errorf("%d clients are left", clients)
	}
}

func serveOne(t *testing.T, handle http.HandlerFunc) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: handle, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return listener.Addr().String()
}

// TestClose: the server's end is told, and a pause ends.
func TestClose(t *testing.T) {
	w := newWorld(t)
	server, address := listen(t, w)
	p := dial(t, server.URL(address))
	p.ask("Debugger.enable", "{}")
	w.run("stop({})")
	p.event("Debugger.paused")
	go server.Close()
	for {
		if _, _, err := p.conn.Read(t.Context()); err != nil {
			if websocket.CloseStatus(err) != websocket.StatusGoingAway {
				t.Errorf("it ends with %v", err)
			}
			break
		}
	}
	harness.Eventually(t, "the worker goes on", func() bool { return w.Pause() == nil })
}

func FuzzFrames(f *testing.F) {
	for _, text := range []string{
		`{"id":1,"method":"Runtime.evaluate","params":{"expression":"1"}}`,
		`{"id":1,"method":"Runtime.callFunctionOn","params":{"objectId":"1.1","arguments":[{}]}}`,
		`{"id":1,"method":"Debugger.setBreakpointByUrl","params":{"lineNumber":-5,"urlRegex":"(a+)+$"}}`, "[", `{"id":1e3,"method":"x"}`,
		`{"id":1,"id":2}`,
		`{"id":1,"method":"Debugger.getPossibleBreakpoints","params":{"start":{"scriptId":"7","lineNumber":0},"end":{"scriptId":"7","lineNumber":1e9}}}`,
	} {
		f.Add(text)
	}
	w := newWorld(f)
	server, address := listen(f, w)
	f.Fuzz(func(t *testing.T, text string) {
		p := dial(t, server.URL(address))
		defer func() { _ = p.conn.CloseNow() }()
		p.ask("Debugger.enable", "{}")
		p.send(text)
		p.last = 1000
		if got := p.ask("Runtime.evaluate", `{"expression":"20 + 1"}`); !strings.Contains(got, "21") {
			t.Errorf("after %q: %s", text, got)
		}
	})
}

func FuzzPaths(f *testing.F) {
	for _, path := range []string{"/a", "/a b/ü#?%25.ts", `C:\x y\ü.ts`, `\\host\share\a.ts`, "//", "/\xff"} {
		f.Add(path, true)
		f.Add(path, false)
	}
	f.Fuzz(func(t *testing.T, path string, windows bool) {
		clean, ok := pathOf(path, windows)
		if !ok {
			return
		}
		back, ok := pathOf(urlOf(clean, windows), windows)
		if !windows && (!ok || back != clean) {
			t.Errorf("%q becomes %q becomes %q", clean, urlOf(clean, windows), back)
		}
	})
}

func TestURLs(t *testing.T) {
	for _, c := range []struct {
		path, url string
		windows   bool
	}{
		{"/app/users.ts", "file:///app/users.ts", false},
		{"/a b/ü#?%^|[]{}`\"<>\\~!$&'()*+,;=:@\n", "file:///a%20b/%C3%BC%23%3F%25%5E%7C%5B%5D%7B%7D%60%22%3C%3E%5C%7E!$&'()*+,;=:@%0A", false},
		{`C:\x y\ü.ts`, "file:///C:/x%20y/%C3%BC.ts", true},
		{`\\host\share\a.ts`, "file://host/share/a.ts", true},
	} {
		if got := urlOf(c.path, c.windows); got != c.url {
			t.Errorf("%q is %q, want %q", c.path, got, c.url)
		}
		if got, ok := pathOf(c.url, c.windows); !ok || got != c.path {
			t.Errorf("%q is %q, %v", c.url, got, ok)
		}
	}
	for text, want := range map[string]string{
		"file:///c%3A/x/a.ts": `C:\x\a.ts`, "file:///d:/x": `D:\x`, `c:\a`: `C:\a`, "C:/a": `C:\a`, "file:///a": "-", "node:fs": "-", "http://x/a": "-",
	} {
		if got, ok := pathOf(text, true); got != want && ok {
			t.Errorf("on Windows, %q is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"file:///a%2Fb": "/a/b", "file://localhost/a": "/a", "/a/../b": "/b", "file:///a/./b": "/a/b", "file://host/a": "-", "file:a": "-", "a.ts": "-",
		"http://x/a": "-", "file:///%zz": "-", "": "-",
	} {
		got, ok := pathOf(text, false)
		if !ok {
			got = "-"
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		`^(.*[\/\\])?users\.ts$`: true, `^(.*[\/\\])?a\.ts$`: false, `file:\/\/\/app\/a%20b\/users\.ts($|\?)`: true, `[uU][sS]ers`: true,
		`(?<=b/)users(?!x)`: true,
		`(a+)+$`:            false, `\p{`: false,
	} {
		matches, err := files(text)
		if got := err == nil && matches("/app/a b/users.ts"); got != want {
			t.Errorf("%s matches: %v", text, got)
		}
	}
	if _, err := files("("); err == nil {
		t.Error("( is a regular expression")
	}
}

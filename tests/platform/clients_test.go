package platform

import (
	"bufio"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// TestClientsOverSockets: packages that open the connections of their requests themselves work with the servers: WebSockets, proxies, pools,
// and a browser.
func TestClientsOverSockets(t *testing.T) {
	t.Parallel()
	app := t.TempDir()
	if err := os.CopyFS(app, os.DirFS(filepath.Join("testdata", "clients"))); err != nil {
		t.Fatal(err)
	}
	nodejs.LinkPackages(t, compatFolder, app)
	plain, secured := httptest.NewServer(http.HandlerFunc(serveClients)), httptest.NewTLSServer(http.HandlerFunc(serveClients))
	proxy := httptest.NewServer(http.HandlerFunc(serveProxy))
	for _, one := range []*httptest.Server{plain, secured, proxy} {
		t.Cleanup(one.CloseClientConnections)
	}
	postgres := parse(t, datatest.Postgres(t))
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secured.Certificate().Raw})
	at := harness.ServeFolder(t, app, datatest.FreePort(t),
		"HTTP="+plain.URL, "HTTPS="+secured.URL, "CA="+string(ca), "PROXY="+proxy.URL, "SOCKS="+startSOCKS(t), "BROWSER="+startBrowser(t),
		"POSTGRES_PORT="+forward(t, postgres.Query().Get("host")+"/.s.PGSQL.5432"), "POSTGRES_DATABASE="+postgres.Path[1:],
		"REDIS_PORT="+forward(t, strings.TrimPrefix(datatest.Redis(t).URL, "redis+unix://")))
	for path, want := range map[string]string{
		"/ws": `{"seen":["é","300000 bytes","last"],"answered":"still there?","protocol":"echo","code":1000,"reason":"enough",` +
			`"error":"Unexpected server response: 404","over":"tls"}`,
		"/proxies": `{"plain":"200 POST through by proxy","tunnel":"200 POST secret","socks":"200 GET ","refused":"407 no",` +
			`"dead":"ECONNREFUSED","forbidden":"EPRIVATE"}`,
		"/agentkeepalive": `{"all":["200 POST 0","200 POST 1","200 POST 2"],"createSocketCount":1,"requestCount":3,"closeSocketCount":0}`,
		"/undici": `{"many":"POST 0,POST 1,POST 2,POST 3,POST 4,POST 5","secured":"POST tls","streamed":3000000,"chunked":"chunked",` +
			`"trailers":{"x-sum":"7"},"json":"POST fetched","refused":"ECONNREFUSED","forbidden":"EPRIVATE"}`,
		"/browser": `{"title":"A page","sum":6,"png":"PNG"}`,
		"/postgres": `{"n":42,"at":"1970-01-01T00:00:00.000Z","list":[1,2],"words":[{"word":"é"},{"word":"two"}],"undone":"Error not so",` +
			`"pieces":3,"many":190,"fails":"PostgresError 42703","heard":"heard"}`,
		"/postgres/lost": `true`,
		"/ioredis":       `{"piped":["OK",2,"WRONGTYPE","2"],"together":[2,{"x":"1","y":"2"}],"said":"news heard","scripted":42,"again":"2"}`,
		"/bullmq":        `{"sums":[3,7],"failed":"Error never","completed":2,"dead":1}`,
		"/mongodb":       `["MongoServerSelectionError connect ECONNREFUSED 127.0.0.1:1",true]`,
	} {
		if got := get(t, at+path); got != want {
			t.Errorf("%s\n got %s\nwant %s", path, got, want)
		}
	}
}

func serveClients(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/socket":
		options := websocket.AcceptOptions{Subprotocols: []string{"echo"}, CompressionMode: websocket.CompressionContextTakeover}
		socket, err := websocket.Accept(w, r, &options)
		if err != nil {
			return
		}
		defer func() { _ = socket.CloseNow() }()
		socket.SetReadLimit(1 << 20)
		for {
			kind, data, err := socket.Read(r.Context())
			if err != nil || socket.Write(r.Context(), kind, data) != nil {
				return
			}
		}
	case "/said":
		body, _ := io.ReadAll(r.Body)
		by := ""
		if r.Header.Get("X-By") != "" {
			by = " by " + r.Header.Get("X-By")
		}
		_, _ = fmt.Fprintf(w, "%s %s%s", r.Method, body, by)
	case "/large":
		w.Header().Set("Trailer", "X-Sum")
		_, _ = io.WriteString(w, strings.Repeat("x", 3_000_000))
		w.Header().Set("X-Sum", "7")
	case "/page":
		_, _ = io.WriteString(w, "<!doctype html><title>A page</title>")
	default:
		http.NotFound(w, r)
	}
}

// here returns the place of a server that a proxy is asked for: all names are this machine.
func here(hostport string) string { return strings.Replace(hostport, "far.example", "127.0.0.1", 1) }

// serveProxy is a proxy, which tunnels, and says so of what it sends on itself.
func serveProxy(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Header.Get("X-Refuse") != "":
		w.WriteHeader(http.StatusProxyAuthRequired)
		_, _ = io.WriteString(w, "no")
	case r.Method != http.MethodConnect:
		(&httputil.ReverseProxy{Rewrite: func(to *httputil.ProxyRequest) {
			to.Out.URL.Host = here(to.In.URL.Host)
			to.Out.Header.Set("X-By", "proxy")
		}}).ServeHTTP(w, r)
	default:
		to, err := net.Dial("tcp", here(r.Host))
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		from, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			_ = to.Close()
			return
		}
		_, _ = io.WriteString(from, "HTTP/1.1 200 Connection established\r\n\r\n")
		go pipe(from, to)
		pipe(to, from)
	}
}

// startSOCKS starts a proxy of SOCKS 5 that asks for no password, and returns its URL.
func startSOCKS(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			go serveSOCKS(from)
		}
	}()
	return "socks5h://" + listener.Addr().String()
}

func serveSOCKS(from net.Conn) {
	in := bufio.NewReader(from)
	take := func(n int) []byte { // what is cut off is no address
		data := make([]byte, n)
		_, _ = io.ReadFull(in, data)
		return data
	}
	take(int(take(2)[1])) // the methods
	_, _ = from.Write([]byte{5, 0})
	head := take(5) // version, connect, 0, 3 for a name, its length
	name, port := take(int(head[4])), take(2)
	to, err := net.Dial("tcp", here(fmt.Sprintf("%s:%d", name, int(port[0])<<8|int(port[1]))))
	if err != nil || head[3] != 3 {
		_ = from.Close()
		return
	}
	_, _ = from.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	go pipe(to, from)
	_, _ = io.Copy(to, in)
	_ = to.Close()
}

// startBrowser starts a browser, and returns where it is driven.
func startBrowser(t *testing.T) string {
	t.Helper()
	browser := exec.CommandContext(t.Context(), needs.Program(t, "chromium"), "--headless=new", "--no-sandbox", "--disable-gpu",
		"--disable-dev-shm-usage", "--user-data-dir="+t.TempDir(), "--remote-debugging-port=0", "about:blank")
	said, err := browser.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := browser.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = browser.Process.Kill() // fails if it has ended
		_ = browser.Wait()
	})
	place := regexp.MustCompile(`ws://\S+`)
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if at := place.FindString(lines.Text()); at != "" {
			go func() { _, _ = io.Copy(io.Discard, said) }()
			return at
		}
	}
	t.Fatal("the browser does not listen")
	return ""
}

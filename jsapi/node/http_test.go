package node_test

import (
	"bufio"
	"context"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/jsapi/node/tcp"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/platform/outbound"
)

// httpPage has http, https and the function ask, which returns what a request has come to. Requests are sent as those of an application.
func httpPage(t *testing.T, settings outbound.Settings) *realmtest.Page {
	t.Helper()
	transport := outbound.New(settings)
	t.Cleanup(transport.CloseIdleConnections)
	p := pageWith(t, jsapi.Options{Fetch: web.Client{
		HTTP: &http.Client{Transport: transport},
		Trust: func(ctx context.Context, trust web.Trust) context.Context {
			return outbound.WithTrust(ctx, outbound.Trust(trust))
		},
	}, TCP: tcp.Options{Dial: transport.Dial, TLS: transport.TLS}})
	p.Eval(`
		var http = use("http"), https = use("https"), stream = use("stream");
		// ask sends a request, notes its events, and returns its end.
		var ask = (options, body, tune = () => {}, by = http) => new Promise(done => {
			const seen = [], request = by.request(options);
			for (const name of ["continue", "timeout", "abort", "finish", "information"]) request.on(name, () => seen.push(name));
			let response = null, text = "";
			request.on("error", error => seen.push("error " + (error.code ?? error.name) + ": " + error.message));
			request.on("close", () => setTimeout(() => done({seen: seen.join(), text, response, request})));
			request.on("response", r => {
				response = r;
				seen.push("response");
				r.setEncoding("utf8");
				r.on("data", piece => text += piece).on("end", () => seen.push("end"));
				r.on("error", error => seen.push("broken " + error.code)).on("aborted", () => seen.push("aborted"));
			});
			if (tune(request) !== false) request.end(body);
		});
	`)
	return p
}

// peer is a server with a path for each case.
func peer(t *testing.T) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Length", strconv.FormatInt(r.ContentLength, 10))
		fmt.Fprintf(w, "%s %s %v %s", r.Method, r.URL.RequestURI(), r.TransferEncoding, body)
	})
	mux.HandleFunc("/headers", func(w http.ResponseWriter, r *http.Request) {
		for _, value := range []string{"a=1", "b=2"} {
			w.Header().Add("Set-Cookie", value)
			w.Header().Add("X-Two", value)
		}
		w.Header()["Etag"] = []string{"one", "two"}
		delete(r.Header, "Accept-Encoding")
		fmt.Fprint(w, r.Host == "other.example.com", r.Header)
	})
	mux.HandleFunc("/connection", func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "%s %v", r.RemoteAddr, r.Close) })
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/echo", http.StatusFound) })
	mux.HandleFunc("/coded", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Header.Get("Accept-Encoding"), r.Header.Get("User-Agent"))
	})
	mux.HandleFunc("/trailers", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Trailer", "X-Sum")
		_, _ = io.WriteString(w, "body")
		w.Header().Set("X-Sum", "7")
	})
	mux.HandleFunc("/hint", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Link", "</x.css>")
		w.WriteHeader(http.StatusEarlyHints)
		_, _ = io.WriteString(w, "hinted")
	})
	mux.HandleFunc("/empty", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/large", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 1<<20)) })
	mux.HandleFunc("/hangs", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/begins", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "10")
		_, _ = io.WriteString(w, "begun")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	mux.HandleFunc("/breaks", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "begun")
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	mux.HandleFunc("/hangup", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	mux.HandleFunc("/refuses", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusExpectationFailed) })
	return mux
}

// casesOf reads scripts and what comes of them, which stands behind "= ". A line with a tab continues the one before.
func casesOf(t *testing.T, file string) (cases [][2]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	script := ""
	for line := range strings.SplitSeq(string(text), "\n") {
		want, done := strings.CutPrefix(line, "= ")
		switch {
		case done:
			cases, script = append(cases, [2]string{script, want}), ""
		case !strings.HasPrefix(line, "//"):
			script += line + "\n"
		}
	}
	if len(cases) == 0 {
		t.Fatalf("%s has no cases", file)
	}
	return cases
}

// TestHTTPClient: node:http against a server.
func TestHTTPClient(t *testing.T) {
	server := httptest.NewServer(peer(t))
	t.Cleanup(server.Close)
	p := httpPage(t, outbound.Settings{MaxInFlight: 64, ConnectTimeout: 10 * time.Second})
	withServer(t, p, server)
	p.Cases(casesOf(t, "http.txt"))
	p.Cases(casesOf(t, "hosted.txt"))
}

// TestHTTPClientOverSockets: a request is the same if its agent opens the connections.
func TestHTTPClientOverSockets(t *testing.T) {
	server := httptest.NewServer(peer(t))
	t.Cleanup(server.Close)
	p := httpPage(t, outbound.Settings{})
	withServer(t, p, server)
	p.Eval(`
		const Agent = http.Agent, reuseSocket = Agent.prototype.reuseSocket;
		http.Agent = function (options) { return Object.assign(new Agent(options), {reuseSocket(...of) { reuseSocket.apply(this, of) }}) };
		http.Agent.prototype = Agent.prototype;
		http.globalAgent = new http.Agent({keepAlive: true}); 0
	`)
	p.Cases(casesOf(t, "http.txt"))
	p.Set("raw", raw(t))
	p.Eval(`
		// told sends a request to a server that answers with the text.
		var told = (answer, more = {}) => ask({
			host, port: raw, agent: new http.Agent({keepAlive: true}), headers: {answer: encodeURIComponent(answer)}, ...more,
		});
		0
	`)
	p.Cases(casesOf(t, "sockets.txt"))
}

// raw starts a server that answers with the header of that name, as it is, and then with what it gets. "|" ends what it writes at a time,
// "$" the connection.
func raw(t *testing.T) (port int) {
	t.Helper()
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go answer(conn)
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port
}

func answer(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	from := bufio.NewReader(conn)
	request, err := http.ReadRequest(from)
	if err != nil {
		return
	}
	text, _ := url.PathUnescape(request.Header.Get("Answer"))
	text, ends := strings.CutSuffix(text, "$")
	for piece := range strings.SplitSeq(text, "|") {
		if _, err := io.WriteString(conn, piece); err != nil {
			return
		}
	}
	if !ends {
		_, _ = io.Copy(conn, from)
	}
}

// withServer gives scripts the places of a server, and of a port that nobody listens to.
func withServer(t *testing.T, p *realmtest.Page, server *httptest.Server) {
	t.Helper()
	host, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	dead, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, deadPort, _ := net.SplitHostPort(dead.Addr().String())
	dead.Close()
	p.Set("base", server.URL)
	p.Set("host", host)
	p.Set("port", port)
	p.Set("deadPort", deadPort)
}

// TestHTTPSClient: what a request trusts and shows is its own, and no other request's.
func TestHTTPSClient(t *testing.T) {
	server := httptest.NewTLSServer(peer(t))
	t.Cleanup(server.Close)
	p := httpPage(t, outbound.Settings{})
	p.Set("base", server.URL)
	p.Set("ca", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})))
	p.Cases(casesOf(t, "https.txt"))
	p.Cases(casesOf(t, "https-hosted.txt"))
	p.Eval(`
		var Hosted = https.Agent, made = 0;
		https.Agent = class Agent extends Hosted { createConnection(...of) { made++; return super.createConnection(...of) } };
		https.globalAgent = new https.Agent({keepAlive: true}); 0
	`)
	p.Cases(casesOf(t, "https.txt"))
	p.Cases([][2]string{
		{`made > 4`, "true"},
		{`https.get(to({ca})).on("response", r => r.resume()) && new Promise(done => https.get(to({ca, agent: new https.Agent()}), r => {
			const {socket} = r, is = [socket.encrypted, socket.authorized, socket.getPeerCertificate().subject.O, socket.remotePort == at.port];
			r.resume().on("end", () => done(is.join()));
		}))`, "true,true,Acme Co,true"},
		{`ask(to({}), "", () => {}, https).then(r => r.seen.split(":")[0])`, "finish,error DEPTH_ZERO_SELF_SIGNED_CERT"},
		{`ask(to({rejectUnauthorized: false}), "", () => {}, https).then(r => r.seen + r.response.socket.authorized)`, "finish,response,endfalse"},
	})
	careless := httpPage(t, outbound.Settings{Insecure: true})
	careless.Set("base", server.URL)
	const trusting = `var to = {hostname: "127.0.0.1", port: new URL(base).port, path: "/echo", rejectUnauthorized: false}
		ask(to, "", () => {}, https).then(r => r.text)`
	careless.Cases([][2]string{{trusting, "GET /echo [] "}})
}

// TestHTTPClientIsLimited: what fetch may not reach, node:http may not either.
func TestHTTPClientIsLimited(t *testing.T) {
	server := httptest.NewServer(peer(t))
	t.Cleanup(server.Close)
	p := httpPage(t, outbound.Settings{ForbidPrivate: true})
	p.Set("base", server.URL)
	p.Cases([][2]string{
		{`ask(base + "/echo").then(r => r.seen)`, "finish,error EPRIVATE: 127.0.0.1 is a private address, which http.client.private-addresses forbids"},
		{
			`ask({host: "127.0.0.1", port: new URL(base).port, path: "http://example.com/"}).then(r => r.seen)`,
			"finish,error EPRIVATE: 127.0.0.1 is a private address, which http.client.private-addresses forbids",
		},
	})
}

// TestFromNode: what a handler of Node sees and answers. tests/http has it in an application.
func TestFromNode(t *testing.T) {
	httpPage(t, outbound.Settings{}).Cases(casesOf(t, "mount.txt"))
}

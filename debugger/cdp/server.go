package cdp

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/coder/websocket"

	"github.com/fwrun/fwrun/debugger"
)

// mostClients is the number of debuggers at a time.
const mostClients = 5

// Options are what is around a server. Client is required.
type Options struct {
	// Client attaches a debugger, which is told events.
	Client func(debugger.Events) debugger.Client
	// Waiting reports whether the process waits for a debugger before it runs anything, and Run ends that.
	Waiting func() bool
	Run     func()
	// Attached is called when a debugger has attached.
	Attached func()

	Title   string // of the application
	Folder  string // of the application
	Version string // of fwrun
}

// Server serves the protocol.
type Server struct {
	o  Options
	id string

	mu       sync.Mutex
	sessions map[*session]bool
	attached int // since the start
	closed   bool
}

// NewServer returns a server. Its ID is another one each time.
func NewServer(o Options) *Server {
	if o.Waiting == nil {
		o.Waiting = func() bool { return false }
	}
	if o.Run == nil {
		o.Run = func() {}
	}
	if o.Attached == nil {
		o.Attached = func() {}
	}
	return &Server{o: o, id: uuid(), sessions: map[*session]bool{}}
}

// uuid returns a random UUID.
func uuid() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// URL returns where debuggers connect to, if the server listens on an address.
func (s *Server) URL(address string) string { return "ws://" + address + "/" + s.id }

// Close ends all sessions. A worker that is paused resumes.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	open := s.sessions
	s.sessions = map[*session]bool{}
	s.mu.Unlock()
	for one := range open {
		one.end(websocket.StatusGoingAway, "the process ends")
	}
	for one := range open {
		<-one.over
	}
}

// ServeHTTP answers requests, and attaches debuggers.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !isLocal(r.Host) {
		http.Error(w, "the Host is neither an IP address nor localhost; connect to the address that fwrun has printed", http.StatusForbidden)
		return
	}
	switch path := strings.TrimSuffix(r.URL.Path, "/"); {
	case path == "/"+s.id:
		s.attach(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the method is not GET", http.StatusMethodNotAllowed)
	case path == "/json" || path == "/json/list":
		write(w, []any{s.target(r.Host)})
	case path == "/json/version":
		write(w, map[string]string{"Browser": "fwrun/" + s.o.Version, "Protocol-Version": "1.3"})
	case path == "/json/protocol":
		write(w, protocol())
	default:
		http.Error(w, "there is /json/list, and the WebSocket whose URL is in it", http.StatusNotFound)
	}
}

// isLocal reports whether a Host is an IP address or localhost: any other name could be made to lead here by those whose page asks.
func isLocal(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return net.ParseIP(host) != nil || strings.EqualFold(host, "localhost")
}

// isForeign reports whether an origin is a page, rather than a program or a browser's own tools. That of a sandboxed page is null.
func isForeign(origin string) bool {
	if origin == "" {
		return false
	}
	from, err := url.Parse(origin)
	return err != nil || from.Scheme == "" || from.Scheme == "http" || from.Scheme == "https" || from.Scheme == "file" || from.Scheme == "data" ||
		from.Scheme == "blob"
}

// target describes the process, as the one thing to debug.
func (s *Server) target(host string) map[string]string {
	at := host + "/" + s.id
	return map[string]string{
		"description":          "fwrun application",
		"devtoolsFrontendUrl":  "devtools://devtools/bundled/js_app.html?experiments=true&v8only=true&ws=" + at,
		"id":                   s.id,
		"title":                s.o.Title,
		"type":                 "node",
		"url":                  URL(s.o.Folder),
		"webSocketDebuggerUrl": "ws://" + at,
	}
}

func write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.Header().Set("Cache-Control", "no-cache")
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(v) // who asked has gone
}

// attach makes a WebSocket of a request, and serves the debugger behind it until it goes.
func (s *Server) attach(w http.ResponseWriter, r *http.Request) {
	switch {
	case isForeign(r.Header.Get("Origin")):
		http.Error(w, "a page cannot debug", http.StatusForbidden)
		return
	case !strings.EqualFold(r.Header.Get("Upgrade"), "websocket"):
		http.Error(w, "a WebSocket was expected", http.StatusBadRequest)
		return
	}
	one := newSession(s)
	if !s.enter(one) {
		http.Error(w, "as many debuggers are attached as can be; close one of them", http.StatusServiceUnavailable)
		return
	}
	defer s.leave(one)
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // the origin has been looked at
	if err != nil {
		return // it has answered
	}
	s.o.Attached()
	one.serve(conn)
}

// enter takes one of the places for debuggers.
func (s *Server) enter(one *session) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.sessions) >= mostClients {
		return false
	}
	s.attached++
	one.number = s.attached
	s.sessions[one] = true
	return true
}

func (s *Server) leave(one *session) {
	s.mu.Lock()
	delete(s.sessions, one)
	s.mu.Unlock()
	close(one.over)
}

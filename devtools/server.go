package devtools

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

const (
	// Path is where the page is, from the root of the server.
	Path = "/_fwrun"
	// MaxBody is the largest body of a request.
	MaxBody = 2 << 20

	apiPath = Path + "/api/"
)

// Endpoint answers what the page asks for.
type Endpoint struct {
	Method string // GET, POST or DELETE
	Path   string // below api/, as patterns of http.ServeMux have it: "schedules/run"
	// Do returns what is written as JSON, or nil for an answer without a body. The error is a *fault.Error, whose public text the page
	// shows with its hint. Any other error is reported to Options.Failed, and the page learns nothing of it.
	Do func(r *http.Request) (any, error)
}

// Options are the settings of a Server.
type Options struct {
	Guard     Guard
	Endpoints []Endpoint
	// Others answer below paths of their own, such as "manage/", which is taken away.
	Others map[string]http.Handler
	// Subscribe returns what happens from now on, until leave is called. Each is a JSON object in one line, with a type, and sent to the page
	// as it is. Nothing waits for the page: what it does not read in time may be lost. Subscribe may be nil.
	Subscribe func() (happened <-chan json.RawMessage, leave func())
	// Failed is called with errors that the page is not shown. It may be nil.
	Failed func(path string, err error)
}

// Server answers at Path and below. It is an http.Handler.
type Server struct {
	options Options
	files   *files
	api     *http.ServeMux
	streams chan struct{} // a slot for each event stream that is open
}

// maxStreams is how many event streams are open at once: one for each page.
const maxStreams = 32

// New returns a Server.
func New(o Options) *Server {
	s := &Server{options: o, files: embedded(), api: http.NewServeMux(), streams: make(chan struct{}, maxStreams)}
	for _, e := range o.Endpoints {
		s.api.HandleFunc(e.Method+" "+apiPath+e.Path, func(w http.ResponseWriter, r *http.Request) { s.run(w, r, e) })
	}
	for path, h := range o.Others {
		s.api.Handle(apiPath+path, http.StripPrefix(strings.TrimSuffix(apiPath+path, "/"), h))
	}
	s.api.HandleFunc("GET "+apiPath+"events", s.serveEvents)
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	protect(w.Header())
	if refused, challenged := s.options.Guard.check(r); refused != nil {
		if challenged {
			s.options.Guard.Challenge(w)
		}
		refused.write(w)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, MaxBody)
	switch rest, isAPI := strings.CutPrefix(r.URL.Path, apiPath); {
	case isAPI && rest != "":
		s.api.ServeHTTP(w, r)
	case r.URL.Path == Path:
		w.Header().Set("Location", strings.TrimPrefix(Path, "/")+"/")
		w.WriteHeader(http.StatusFound)
	default:
		s.files.serve(w, r, strings.TrimPrefix(r.URL.Path, Path+"/"))
	}
}

// run answers with an endpoint.
func (s *Server) run(w http.ResponseWriter, r *http.Request, e Endpoint) {
	value, err := s.answer(r, e)
	switch {
	case err != nil:
		failure(err).write(w)
	case value == nil:
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(value) // the client has gone
	}
}

// answer calls an endpoint and writes its value as JSON. A panic is an error.
func (s *Server) answer(r *http.Request, e Endpoint) (text []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
		if _, known := errors.AsType[*fault.Error](err); err != nil && !known && s.options.Failed != nil {
			s.options.Failed(e.Path, err)
		}
	}()
	value, err := e.Do(r)
	if err != nil || value == nil {
		return nil, err
	}
	if raw, ok := value.(json.RawMessage); ok {
		return raw, nil
	}
	return json.Marshal(value)
}

// failure returns the answer to the page for an error.
func failure(err error) *refusal {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return &refusal{http.StatusInternalServerError, "that has failed; the log says why", ""}
	}
	status := http.StatusInternalServerError
	switch f.Kind {
	case fault.Invalid:
		status = http.StatusBadRequest
	case fault.Denied:
		status = http.StatusForbidden
	case fault.NotFound:
		status = http.StatusNotFound
	case fault.Conflict:
		status = http.StatusConflict
	case fault.TooLarge:
		status = http.StatusRequestEntityTooLarge
	case fault.Unavailable, fault.Timeout, fault.Canceled:
		status = http.StatusServiceUnavailable
	}
	return &refusal{status, f.Public, f.Hint}
}

// write answers with a refusal.
func (f *refusal) write(w http.ResponseWriter) {
	text, _ := json.Marshal(struct {
		Message string `json:"message"`
		Hint    string `json:"hint,omitempty"`
	}{f.text, f.hint}) // has only texts
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.status)
	_, _ = w.Write(text) // the client has gone
}

// Read reads the JSON body of a request into a value. The error is fit for the page.
func Read(r *http.Request, into any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			return fault.New("devtools.Read", fault.TooLarge, fmt.Sprintf("the request has more than %d bytes", MaxBody))
		}
		return fault.New("devtools.Read", fault.Invalid, "the body is not the JSON that is expected").Because(err)
	}
	return nil
}

package devtools

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

const (
	watchEvery = time.Second     // how often what a page watches is looked at
	watchLimit = 5 * time.Second // for one look at one answer
	maxWatched = 8               // answers that one page watches
	maxAnswer  = 4 << 20         // bytes of one of them
)

// Source has the bytes of an event stream. Next waits for more, and returns an error when ctx has ended; Stop says that nobody reads any
// more, and may be called more than once.
type Source = interface {
	Next(ctx context.Context) ([]byte, error)
	Stop()
}

// streamer is a ResponseWriter that can send an event stream.
type streamer interface {
	// Events answers with the bytes of a source, and stops it at the end.
	Events(source Source)
}

// serveEvents answers with what happens, and with the answers that the page watches, whenever they have changed.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	to, can := w.(streamer)
	watched := r.URL.Query()["watch"]
	switch {
	case !can:
		failure(fault.New("devtools.events", fault.Unavailable, "events cannot be sent here")).write(w)
		return
	case len(watched) > maxWatched:
		failure(fault.New("devtools.events", fault.Invalid, "too many paths are watched")).write(w)
		return
	}
	select {
	case s.streams <- struct{}{}:
		to.Events(s.newFeed(r, watched))
	default:
		failure(fault.New("devtools.events", fault.Unavailable, "too many consoles are open").WithHint("close some of them")).write(w)
	}
}

// feed is the event stream of one page.
type feed struct {
	server   *Server
	request  *http.Request // that asked for it
	watched  []string
	last     map[string][]byte // by path: the event that was sent
	happened <-chan json.RawMessage
	ticks    *time.Ticker
	begun    bool
	end      func()
}

func (s *Server) newFeed(r *http.Request, watched []string) *feed {
	f := &feed{server: s, request: r, watched: watched, last: map[string][]byte{}, ticks: time.NewTicker(watchEvery)}
	leave := func() {}
	if s.options.Subscribe != nil {
		f.happened, leave = s.options.Subscribe()
	}
	f.end = sync.OnceFunc(func() {
		f.ticks.Stop()
		leave()
		<-s.streams
	})
	return f
}

// Stop implements Source.
func (f *feed) Stop() { f.end() }

// Next implements Source.
func (f *feed) Next(ctx context.Context) ([]byte, error) {
	if !f.begun {
		f.begun = true
		return append([]byte("retry: 1000\n\n"), f.changes(ctx)...), nil
	}
	for {
		select {
		case event, more := <-f.happened:
			if !more {
				f.happened = nil
				continue
			}
			return line(nil, event), nil
		case <-f.ticks.C:
			if text := f.changes(ctx); len(text) > 0 {
				return text, nil
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// changes returns an event for each answer that is not as it was sent.
func (f *feed) changes(ctx context.Context) (text []byte) {
	for _, path := range f.watched {
		event := f.look(ctx, path)
		if !bytes.Equal(event, f.last[path]) {
			f.last[path] = event
			text = line(text, event)
		}
	}
	return text
}

// look returns the event with the answer at a path.
func (f *feed) look(ctx context.Context, path string) []byte {
	event := struct {
		Type  string          `json:"type"`
		Path  string          `json:"path"`
		Data  json.RawMessage `json:"data,omitempty"`
		Error json.RawMessage `json:"error,omitempty"`
	}{Type: "watch", Path: path}
	status, body := f.ask(ctx, path)
	if status == http.StatusOK {
		event.Data = body
	} else {
		event.Error = body
	}
	text, err := json.Marshal(event) // which makes one line of it
	if err != nil {
		event.Data, event.Error = nil, json.RawMessage(`{"message":"the answer is not JSON"}`)
		text, _ = json.Marshal(event) // has only texts
	}
	return text
}

// ask reads an answer as the page would.
func (f *feed) ask(ctx context.Context, path string) (status int, body []byte) {
	target, err := url.Parse(Path + "/" + path)
	if err != nil || !strings.HasPrefix(target.Path, apiPath) || target.Path == apiPath+"events" {
		return http.StatusNotFound, []byte(`{"message":"there is nothing to watch"}`)
	}
	ctx, cancel := context.WithTimeout(ctx, watchLimit)
	defer cancel()
	r := f.request.Clone(ctx)
	r.Header.Set("Accept", "application/json") // and not the stream that the answer becomes a part of
	r.Method, r.URL, r.RequestURI, r.Body = http.MethodGet, target, target.RequestURI(), http.NoBody
	w := &kept{header: http.Header{}, status: http.StatusOK}
	f.server.api.ServeHTTP(w, r)
	if w.body.Len() > maxAnswer {
		return http.StatusInternalServerError, []byte(`{"message":"the answer is too large to be watched"}`)
	}
	return w.status, w.body.Bytes()
}

// line adds an event to a text.
func line(text, event []byte) []byte {
	text = append(append(text, "data: "...), event...)
	return append(text, "\n\n"...)
}

// kept keeps what a handler answers.
type kept struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *kept) Header() http.Header         { return w.header }
func (w *kept) WriteHeader(status int)      { w.status = status }
func (w *kept) Write(p []byte) (int, error) { return w.body.Write(p) }

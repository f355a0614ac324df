package manage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// The limits of a request.
const (
	mostRequestBytes = 16 << 20 // a message, as text in JSON
	timeLimit        = time.Minute
)

// selected is a request about dead letters.
type selected struct {
	Connection string `json:"connection"`
	Selection
}

// sending is a request to send a message.
type sending struct {
	Connection string `json:"connection"`
	Message
}

// Handler answers the requests of a [Client]. Of is asked for each of them anew. The paths are
//
//	GET  /                                  → Listing
//	GET  /{queue}/dead?id=&reason=&after=&limit=    → {"letters": […]}
//	POST /{queue}/dead/replay, …/dead/delete: {"ids": […], "reason": "", "all": true} → Outcome
//	POST /{queue}/purge                     → {"count": 1}
//	POST /{queue}/send: Message             → {"id": ""}
//	POST /{queue}/pause, …/resume
//
// A query or a body may have a "connection". Errors are {"error": {…}}.
func Handler(of func() Queues) http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, answer func(r *http.Request, on Queues, q Queue) (any, error)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithTimeout(r.Context(), timeLimit)
			defer cancel()
			r = r.WithContext(ctx)
			r.Body = http.MaxBytesReader(w, r.Body, mostRequestBytes)
			document, err := answer(r, of(), Queue{Name: r.PathValue("queue")})
			if err != nil {
				writeError(w, err)
				return
			}
			write(w, http.StatusOK, document)
		})
	}
	handle("GET /{$}", func(r *http.Request, on Queues, _ Queue) (any, error) { return on.List(r.Context()) })
	handle("GET /{queue}/dead", readLetters)
	handle("POST /{queue}/dead/replay", changeLetters(Queues.Replay))
	handle("POST /{queue}/dead/delete", changeLetters(Queues.DeleteDead))
	handle("POST /{queue}/purge", func(r *http.Request, on Queues, q Queue) (any, error) {
		if err := read(r, &q); err != nil {
			return nil, err
		}
		n, err := on.Purge(r.Context(), q)
		return Outcome{Count: n}, err
	})
	handle("POST /{queue}/send", send)
	handle("POST /{queue}/pause", switching(Queues.Pause))
	handle("POST /{queue}/resume", switching(Queues.Resume))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		writeError(w, fault.New(op, fault.NotFound, fmt.Sprintf("there is no %s %s", r.Method, r.URL.Path)))
	})
	return mux
}

func readLetters(r *http.Request, on Queues, q Queue) (any, error) {
	query := r.URL.Query()
	q.Connection = query.Get("connection")
	f := Filter{IDs: query["id"], Reason: query.Get("reason")}
	var err error
	if f.After, err = number(query, "after"); err != nil {
		return nil, err
	}
	limit, err := number(query, "limit")
	if err != nil {
		return nil, err
	}
	f.Limit = int(min(limit, 10_000))
	letters, err := on.Dead(r.Context(), q, f)
	return lettersDocument{letters}, err
}

type lettersDocument struct {
	Letters []Letter `json:"letters"`
}

func number(query url.Values, name string) (int64, error) {
	text := query.Get(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, fault.New(op, fault.Invalid, fmt.Sprintf("%s must be a number, not %q", name, text))
	}
	return n, nil
}

func changeLetters(do func(Queues, context.Context, Queue, Selection) (Outcome, error)) func(*http.Request, Queues, Queue) (any, error) {
	return func(r *http.Request, on Queues, q Queue) (any, error) {
		var s selected
		if err := read(r, &s); err != nil {
			return nil, err
		}
		q.Connection = s.Connection
		return do(on, r.Context(), q, s.Selection)
	}
}

func send(r *http.Request, on Queues, q Queue) (any, error) {
	var s sending
	if err := read(r, &s); err != nil {
		return nil, err
	}
	q.Connection = s.Connection
	id, err := on.Send(r.Context(), q, s.Message)
	return sent{id}, err
}

type sent struct {
	ID string `json:"id"`
}

func switching(do func(Queues, context.Context, Queue) error) func(*http.Request, Queues, Queue) (any, error) {
	return func(r *http.Request, on Queues, q Queue) (any, error) {
		if err := read(r, &q); err != nil {
			return nil, err
		}
		return struct{}{}, do(on, r.Context(), q)
	}
}

// read reads a JSON body, which may be empty. The name of the queue in the path stays.
func read(r *http.Request, into any) error {
	if r.ContentLength == 0 {
		return nil
	}
	q, isQueue := into.(*Queue)
	var name string
	if isQueue {
		name = q.Name
	}
	err := json.NewDecoder(r.Body).Decode(into)
	if isQueue {
		q.Name = name
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return fault.New(op, fault.TooLarge, fmt.Sprintf("the request has more than %d bytes", mostRequestBytes))
	}
	if err != nil {
		return fault.New(op, fault.Invalid, "the body is not the JSON that is expected").Because(err)
	}
	return nil
}

func write(w http.ResponseWriter, status int, document any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = encode(w, document) // the client has gone
}

func encode(w io.Writer, document any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(document)
}

// failure is an error as JSON.
type failure struct {
	Error struct {
		Kind    string `json:"kind"`
		Message string `json:"message"`
		Hint    string `json:"hint,omitempty"`
	} `json:"error"`
}

// kinds are the kinds of errors with their names and statuses.
var kinds = []struct {
	kind   fault.Kind
	name   string
	status int
}{
	{fault.Internal, "internal", http.StatusInternalServerError}, // of all others, too
	{fault.Invalid, "invalid", http.StatusBadRequest},
	{fault.Denied, "denied", http.StatusForbidden},
	{fault.NotFound, "not-found", http.StatusNotFound},
	{fault.Conflict, "conflict", http.StatusConflict},
	{fault.TooLarge, "too-large", http.StatusRequestEntityTooLarge},
	{fault.Unavailable, "unavailable", http.StatusServiceUnavailable},
	{fault.Timeout, "timeout", http.StatusServiceUnavailable},
}

func writeError(w http.ResponseWriter, err error) {
	var document failure
	one := kinds[0]
	for _, k := range kinds {
		if k.kind == fault.KindOf(err) {
			one = k
		}
	}
	p := problemOf("", err)
	document.Error.Kind, document.Error.Message, document.Error.Hint = one.name, p.Message, p.Hint
	write(w, one.status, document)
}

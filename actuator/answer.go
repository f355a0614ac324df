package actuator

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// The media types of JSON. Spring Boot Admin takes an application that answers with another one for a very old one.
const (
	V3 = "application/vnd.spring-boot.actuator.v3+json"
	V2 = "application/vnd.spring-boot.actuator.v2+json"
	// JSON is what clients other than Spring's ask for.
	JSON = "application/json"
)

func jsonTypes() []string { return []string{V3, V2, JSON} }

// run answers with an operation.
func (s *Server) run(w http.ResponseWriter, r *http.Request, id string, o *Operation, rest string) {
	produces := o.Produces
	if len(produces) == 0 {
		produces = jsonTypes()
	}
	accepted := negotiate(r.Header.Values("Accept"), produces)
	if accepted == "" {
		w.Header().Set("Accept", strings.Join(produces, ", "))
		Refuse(w, http.StatusNotAcceptable, "the response can be "+strings.Join(produces, ", "))
		return
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil { // what it has understood may not be what was meant
		Refuse(w, http.StatusBadRequest, "the query cannot be read: "+err.Error())
		return
	}
	body, ok := readBody(w, r, o)
	if !ok {
		return
	}
	known := s.options.Known != nil && s.options.Known(r)
	answer, err := o.guarded(&Request{
		Selector: rest, Query: query, Body: body, Accepted: accepted, AcceptEncoding: strings.Join(r.Header.Values("Accept-Encoding"), ","),
		Known: known, ctx: r.Context(),
	})
	if err != nil {
		s.failed(id, err)
		refuse(w, err)
		return
	}
	answer.write(w, r, accepted)
}

// guarded calls the operation, and converts a panic to an error.
func (o *Operation) guarded(r *Request) (answer Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return o.Do(r)
}

// failed reports an error that the client is not shown.
func (s *Server) failed(id string, err error) {
	switch fault.KindOf(err) {
	case fault.NotFound, fault.Invalid, fault.Denied, fault.Conflict, fault.TooLarge, fault.Timeout, fault.Unavailable:
	default:
		if s.options.Failed != nil {
			s.options.Failed(id, err)
		}
	}
}

// readBody reads the body of an operation that has one. It reports false when the request has been refused.
func readBody(w http.ResponseWriter, r *http.Request, o *Operation) ([]byte, bool) {
	if o.Body == 0 {
		return nil, true
	}
	if kind := r.Header.Get("Content-Type"); kind != "" && !isJSON(kind) {
		w.Header().Set("Accept", strings.Join(jsonTypes(), ", "))
		Refuse(w, http.StatusUnsupportedMediaType, "the body must be JSON")
		return nil, false
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, int64(o.Body)+1))
	switch {
	case err != nil:
		Refuse(w, http.StatusBadRequest, "the body cannot be read")
		return nil, false
	case len(body) > o.Body:
		Refuse(w, http.StatusRequestEntityTooLarge, "the body may have "+strconv.Itoa(o.Body)+" bytes")
		return nil, false
	}
	return body, true
}

func isJSON(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && (kind == V3 || kind == V2 || kind == JSON)
}

// write writes the answer.
func (a *Answer) write(w http.ResponseWriter, r *http.Request, accepted string) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	for name, value := range a.Header {
		header.Set(name, value)
	}
	if a.ContentType != "" {
		accepted = a.ContentType
	}
	if a.JSON == nil && a.Content == nil && a.Stream == nil {
		status := a.Status
		if status == 0 {
			status = http.StatusNoContent
		}
		w.WriteHeader(status)
		return
	}
	header.Set("Content-Type", accepted)
	switch {
	case a.Stream != nil:
		if r.Method != http.MethodHead {
			_ = a.Stream(w) // the client has gone, or sees that the answer is cut off
		}
	case a.Content != nil:
		http.ServeContent(w, r, "", a.Modified, a.Content)
		if c, ok := a.Content.(io.Closer); ok {
			_ = c.Close() // was only read
		}
	default:
		a.writeJSON(w)
	}
}

func (a *Answer) writeJSON(w http.ResponseWriter) {
	text, err := textOf(a.JSON)
	if err != nil {
		Refuse(w, http.StatusInternalServerError, "")
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	if a.Status != 0 {
		w.WriteHeader(a.Status)
	}
	_, _ = w.Write(text) // the client has gone; servers leave it out of answers to HEAD
}

// textOf writes a value as JSON. It is for programs and terminals: '<' stays as it is.
func textOf(value any) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}

// Refuser is a ResponseWriter with an own form of errors: that of the application.
type Refuser interface {
	// Refuse answers with an error. The detail may be empty.
	Refuse(status int, detail string)
}

// Refuse answers with an error, in the application's form if the writer has one, or else as a problem of RFC 9457.
func Refuse(w http.ResponseWriter, status int, detail string) {
	if own, ok := w.(Refuser); ok {
		own.Refuse(status, detail)
		return
	}
	problem := struct {
		Type   string `json:"type"`
		Title  string `json:"title"`
		Status int    `json:"status"`
		Detail string `json:"detail,omitempty"`
	}{"about:blank", http.StatusText(status), status, detail}
	text, _ := textOf(problem) // has only texts and a number
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_, _ = w.Write(text) // the client has gone
}

// refuse answers with the error of an operation. What is not there has no body, as in Spring Boot.
func refuse(w http.ResponseWriter, err error) {
	detail := ""
	if f, ok := errors.AsType[*fault.Error](err); ok {
		detail = f.Public
	}
	switch fault.KindOf(err) {
	case fault.NotFound:
		w.WriteHeader(http.StatusNotFound)
	case fault.Invalid:
		Refuse(w, http.StatusBadRequest, detail)
	case fault.Denied:
		Refuse(w, http.StatusForbidden, detail)
	case fault.Conflict:
		Refuse(w, http.StatusConflict, detail)
	case fault.TooLarge:
		Refuse(w, http.StatusRequestEntityTooLarge, detail)
	case fault.Timeout, fault.Unavailable:
		Refuse(w, http.StatusServiceUnavailable, detail)
	default:
		Refuse(w, http.StatusInternalServerError, "")
	}
}

package register

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// admin is a server as Spring Boot Admin: the same health URL has the same id.
type admin struct {
	*httptest.Server
	mu       sync.Mutex
	requests []string // "POST /instances {…}"
	headers  []http.Header
	known    map[string]bool
	answer   func(w http.ResponseWriter, r *http.Request) bool // true: it has answered
}

func newAdmin(t *testing.T) *admin {
	t.Helper()
	a := &admin{known: map[string]bool{}}
	a.Server = httptest.NewServer(a)
	t.Cleanup(a.Close)
	return a
}

func (a *admin) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	a.mu.Lock()
	a.requests = append(a.requests, strings.TrimSpace(r.Method+" "+r.URL.Path+" "+string(body)))
	a.headers = append(a.headers, r.Header)
	answer := a.answer
	a.mu.Unlock()
	if answer != nil && answer(w, r) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if r.Method == http.MethodDelete {
		delete(a.known, strings.TrimPrefix(r.URL.Path, "/instances/"))
		w.WriteHeader(http.StatusNoContent)
		return
	}
	var i Instance
	_ = json.Unmarshal(body, &i)
	id := "id-" + i.HealthURL[len(i.HealthURL)-1:]
	a.known[id] = true
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	_, _ = io.WriteString(w, `{"id":"`+id+`"}`)
}

func (a *admin) set(answer func(http.ResponseWriter, *http.Request) bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.answer = answer
}

func (a *admin) seen() (list []string, known int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append(list, a.requests...), len(a.known)
}

// await waits until a condition holds.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !holds(); <-time.After(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after 20 s: not %s", what)
		}
	}
}

// lines is what was logged.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) count(what string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), what)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (l *lines) log() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

func planFor(health string, servers ...string) Plan {
	return Plan{
		Servers: servers, Interval: 10 * time.Millisecond, Transport: http.DefaultTransport,
		Instance: Instance{
			Name: "users", ManagementURL: "http://h:8080/actuator", HealthURL: health, ServiceURL: "http://h:8080/",
			Metadata: map[string]string{"startup": "2026-11-22T07:00:00Z", "tags.environment": "test"},
		},
	}
}

const (
	health1 = "http://h:8080/actuator/health1"
	health2 = "http://h:8080/actuator/health2"
)

// TestRegistration: what is sent is what Spring Boot Admin's client sends, again and again, and at last a DELETE.
func TestRegistration(t *testing.T) {
	a := newAdmin(t)
	r := New(slog.New(slog.DiscardHandler))
	p := planFor(health1, a.URL)
	p.Username, p.Password = "ops", "secret"
	r.Follow(p)
	await(t, "registered three times", func() bool { list, _ := a.seen(); return len(list) >= 3 })
	r.End(t.Context())
	list, known := a.seen()
	const post = `POST /instances {"name":"users","managementUrl":"http://h:8080/actuator","healthUrl":"http://h:8080/actuator/health1",` +
		`"serviceUrl":"http://h:8080/","metadata":{"startup":"2026-11-22T07:00:00Z","tags.environment":"test"}}`
	for i, request := range list {
		want := post
		if i == len(list)-1 {
			want = "DELETE /instances/id-1"
		}
		if request != want {
			t.Errorf("request %d is %s", i, request)
		}
	}
	if known != 0 {
		t.Errorf("%d instances are left", known)
	}
	for _, h := range a.headers {
		if h.Get("Authorization") != "Basic b3BzOnNlY3JldA==" || h.Get("Accept") != "application/json" {
			t.Errorf("headers are %v", h)
		}
	}
	if kind := a.headers[0].Get("Content-Type"); kind != "application/json" {
		t.Errorf("the body is %s", kind)
	}
}

// TestAbandon: an application whose place another process has taken leaves what is registered to that.
func TestAbandon(t *testing.T) {
	a := newAdmin(t)
	r := New(slog.New(slog.DiscardHandler))
	r.Follow(planFor(health1, a.URL))
	await(t, "registered", func() bool { _, known := a.seen(); return known == 1 })
	r.Abandon()
	if list, known := a.seen(); known != 1 {
		t.Errorf("%d instances are left: %q", known, list)
	}
}

// TestServerFails: a server that fails and comes back is registered with again. One line says that it is away, one that it is back.
func TestServerFails(t *testing.T) {
	a, said := newAdmin(t), &lines{}
	r := New(said.log())
	a.set(func(w http.ResponseWriter, _ *http.Request) bool {
		http.Error(w, "no", http.StatusInternalServerError)
		return true
	})
	r.Follow(planFor(health1, a.URL))
	defer r.End(t.Context())
	count := func() int { list, _ := a.seen(); return len(list) }
	for round := 1; round <= 2; round++ {
		before := count()
		await(t, "asked three times more", func() bool { return count() >= before+3 })
		if n := said.count("cannot register with Spring Boot Admin"); n != round {
			t.Errorf("round %d: %d lines that it is away:\n%s", round, n, said)
		}
		a.set(nil)
		await(t, "registered", func() bool { _, known := a.seen(); return known == 1 })
		await(t, "logged", func() bool { return said.count("registered with Spring Boot Admin") == round })
		a.mu.Lock()
		a.known = map[string]bool{} // it was started again
		a.mu.Unlock()
		await(t, "registered again", func() bool { _, known := a.seen(); return known == 1 })
		if n := said.count("registered with Spring Boot Admin"); n != round {
			t.Errorf("round %d: %d lines that it is there", round, n)
		}
		a.set(func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Location", "/login")
			w.WriteHeader(http.StatusFound)
			return true
		})
		await(t, "noticed", func() bool { return said.count("cannot register with Spring Boot Admin") == round+1 })
	}
	if said.count("status 500 Internal Server Error") != 1 || said.count("status 302 Found") != 2 {
		t.Errorf("the log is\n%s", said)
	}
}

// TestNotSpringBootAdmin: a server that answers something else is not taken for Spring Boot Admin.
func TestNotSpringBootAdmin(t *testing.T) {
	for _, body := range []string{"", "<html>", "{}", `{"id":""}`, `{"id":7}`, "[" + strings.Repeat("0,", 1<<20)} {
		a, said := newAdmin(t), &lines{}
		a.set(func(w http.ResponseWriter, _ *http.Request) bool { _, _ = io.WriteString(w, body); return true })
		r := New(said.log())
		r.Follow(planFor(health1, a.URL))
		await(t, "noticed", func() bool { return said.count("answers without an id") == 1 })
		r.End(t.Context())
		if list, _ := a.seen(); strings.HasPrefix(list[len(list)-1], "DELETE") {
			t.Errorf("%.20q: removed what was never registered", body)
		}
	}
}

// direct hands requests to servers by their names, without a network, so that the time can be a fake one.
type direct map[string]*admin

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := httptest.NewRecorder()
	d[r.URL.Host].ServeHTTP(answer, r)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return answer.Result(), nil
}

// TestServerHangs: a server that never answers delays neither another one nor the end, which is when its context ends, or after
// leaveTimeout.
func TestServerHangs(t *testing.T) {
	const hurry = 200 * time.Millisecond
	for bound, limit := range map[time.Duration]time.Duration{hurry: hurry, time.Hour: leaveTimeout} {
		synctest.Test(t, func(t *testing.T) {
			hanging, well := &admin{known: map[string]bool{}}, &admin{known: map[string]bool{}}
			hanging.set(func(_ http.ResponseWriter, r *http.Request) bool { <-r.Context().Done(); return true })
			r := New(slog.New(slog.DiscardHandler))
			p := planFor(health1, "http://hanging", "http://well")
			p.Transport = direct{"hanging": hanging, "well": well}
			began := time.Now()
			r.Follow(p)
			synctest.Wait()
			if _, known := well.seen(); known != 1 {
				t.Error("the other one does not have the application")
			}
			if list, _ := hanging.seen(); len(list) != 1 {
				t.Errorf("it was asked %q", list)
			}
			ctx, cancel := context.WithTimeout(t.Context(), bound)
			defer cancel()
			r.End(ctx)
			if took := time.Since(began); took != limit {
				t.Errorf("the end took %v, not %v", took, limit)
			}
			if _, known := well.seen(); known != 0 {
				t.Error("the other one still has the application")
			}
			p.Instance.HealthURL = health2
			r.Follow(p)
			synctest.Wait()
			if _, known := well.seen(); known != 0 {
				t.Error("it registers after its end")
			}
		})
	}
}

// TestPlanChanges: another plan leaves servers that it does not name, and removes what has other URLs now.
func TestPlanChanges(t *testing.T) {
	first, second := newAdmin(t), newAdmin(t)
	r := New(slog.New(slog.DiscardHandler))
	defer r.End(t.Context())
	p := planFor(health1, first.URL)
	p.Interval = time.Hour
	r.Follow(p)
	await(t, "registered", func() bool { _, known := first.seen(); return known == 1 })
	p = planFor(health2, first.URL, second.URL)
	p.Interval = time.Hour
	r.Follow(p)
	await(t, "removed", func() bool { list, _ := first.seen(); return len(list) == 3 })
	list, _ := first.seen()
	if !strings.Contains(list[1], health2) || list[2] != "DELETE /instances/id-1" {
		t.Errorf("the requests are %q", list)
	}
	r.Follow(Plan{Servers: []string{second.URL}, Instance: p.Instance, Interval: time.Hour, Transport: p.Transport})
	await(t, "removed", func() bool { _, known := first.seen(); return known == 0 })
	if _, known := second.seen(); known != 1 {
		t.Error("the second one does not have it any more")
	}
	r.Follow(Plan{})
	await(t, "removed", func() bool { _, known := second.seen(); return known == 0 })
}

func TestPauses(t *testing.T) {
	for interval, want := range map[time.Duration][]time.Duration{
		10 * time.Second: {10 * time.Second, 20 * time.Second, 40 * time.Second, time.Minute, time.Minute},
		time.Hour:        {time.Hour, time.Hour, time.Hour},
	} {
		for failures, pause := range want {
			if got := (&member{failures: failures}).pause(interval); got != pause {
				t.Errorf("%v after %d failures: %v", interval, failures, got)
			}
		}
	}
	if got := (&member{failures: 1 << 30}).pause(time.Second); got != time.Minute {
		t.Errorf("after very many failures: %v", got)
	}
}

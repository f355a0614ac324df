package register

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// member is the registration at one server.
type member struct {
	server string
	log    *slog.Logger

	ctx     context.Context // of its requests
	stop    context.CancelFunc
	changed chan struct{} // has an element when there is another plan
	leaving chan struct{} // closed when the application leaves
	once    sync.Once

	mu   sync.Mutex
	plan Plan

	// Of the goroutine that runs it:
	id       string // that the server has given; empty while it has given none
	failures int    // since the last success
	warned   bool   // that the server cannot be reached
}

func newMember(server string, p Plan, log *slog.Logger) *member {
	ctx, stop := context.WithCancel(context.Background())
	return &member{
		server: server, log: log, ctx: ctx, stop: stop, plan: p,
		changed: make(chan struct{}, 1), leaving: make(chan struct{}),
	}
}

// adopt continues with another plan, at once.
func (m *member) adopt(p Plan) {
	m.mu.Lock()
	m.plan = p
	m.mu.Unlock()
	select {
	case m.changed <- struct{}{}:
	default: // it has not looked at the plan before yet
	}
}

func (m *member) current() Plan {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.plan
}

// leave lets it remove the application from the server, and end. What it sends meanwhile is not waited for longer than
// leaveTimeout.
func (m *member) leave() {
	m.once.Do(func() {
		close(m.leaving)
		time.AfterFunc(leaveTimeout, m.stop)
	})
}

// run registers the application until it leaves.
func (m *member) run() {
	defer m.stop()
	for {
		p := m.current()
		m.attempt(p)
		pause := time.NewTimer(m.pause(p.Interval))
		select {
		case <-m.leaving:
			pause.Stop()
			m.remove(m.current(), m.id)
			return
		case <-m.changed:
		case <-pause.C:
		}
		pause.Stop()
	}
}

// pause returns the time until the next attempt: longer and longer while the server cannot be reached.
func (m *member) pause(interval time.Duration) time.Duration {
	pause := interval
	for range m.failures {
		if pause *= 2; pause >= longestPause {
			return max(interval, longestPause)
		}
	}
	return pause
}

// attempt registers the application once. It logs if that makes a difference.
func (m *member) attempt(p Plan) {
	id, err := m.register(p)
	if err != nil {
		m.failures++
		if !m.warned && m.ctx.Err() == nil {
			m.warned = true
			m.log.Warn("cannot register with Spring Boot Admin; trying again", "url", m.server, "error", err.Error())
		}
		return
	}
	before := m.id
	m.id, m.failures = id, 0
	if before == "" || m.warned {
		m.log.Info("registered with Spring Boot Admin", "url", m.server, "id", id)
	}
	m.warned = false
	if before != "" && before != id {
		m.remove(p, before) // it has other URLs now, by which the server knows it
	}
}

func (m *member) register(p Plan) (id string, err error) {
	body, err := json.Marshal(p.Instance)
	if err != nil {
		return "", err
	}
	answer, err := m.send(p, http.MethodPost, "/instances", body)
	if err != nil {
		return "", err
	}
	var given struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(answer, &given); err != nil || given.ID == "" {
		return "", fmt.Errorf("%s/instances answers without an id; is it the URL of Spring Boot Admin?", m.server)
	}
	return given.ID, nil
}

// remove removes what was registered.
func (m *member) remove(p Plan, id string) {
	if id == "" {
		return
	}
	if _, err := m.send(p, http.MethodDelete, "/instances/"+url.PathEscape(id), nil); err != nil {
		m.log.Debug("cannot leave Spring Boot Admin", "url", m.server, "error", err.Error())
	}
}

// send sends a request and returns the answer if the server has done what it says.
func (m *member) send(p Plan, method, path string, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(m.ctx, requestTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, m.server+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if p.Username != "" || p.Password != "" {
		request.SetBasicAuth(p.Username, p.Password)
	}
	// A redirection leads to a page for signing in, or to a server that the password is not for.
	client := http.Client{Transport: p.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, largestAnswer))
	if err != nil {
		return nil, err
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, fmt.Errorf("%s %s is answered with status %s", method, request.URL.Redacted(), response.Status)
	}
	return answer, nil
}

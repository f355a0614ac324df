package register

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Plan says at which servers the application registers, and as what. The zero value has no servers.
type Plan struct {
	Servers  []string // the URLs of Spring Boot Admin, without a slash at their end
	Instance Instance
	Interval time.Duration // between two registrations
	// Username and Password are for basic authentication at the servers, unless both are empty.
	Username, Password string
	Transport          http.RoundTripper
}

// Instance describes the application to a server. Its JSON is that of Spring Boot Admin's client.
type Instance struct {
	Name          string            `json:"name"`
	ManagementURL string            `json:"managementUrl,omitempty"`
	HealthURL     string            `json:"healthUrl"` // from which a server makes the id of the instance
	ServiceURL    string            `json:"serviceUrl,omitempty"`
	Metadata      map[string]string `json:"metadata"`
}

// The limits of what a server can cost.
const (
	requestTimeout = 10 * time.Second
	leaveTimeout   = 3 * time.Second // in all, at the end
	longestPause   = time.Minute     // between two attempts at a server that does not answer, unless the interval is longer
	largestAnswer  = 64 << 10
)

// Registrar registers an application at servers, and keeps doing so: a server that was started again has forgotten it.
type Registrar struct {
	log *slog.Logger

	mu      sync.Mutex
	members map[string]*member // by URL of the server
	running sync.WaitGroup
	ended   bool
}

// New returns a Registrar that does nothing until it gets a plan. It logs when a server is reached for the first time or again, and
// when it cannot be reached any more.
func New(log *slog.Logger) *Registrar {
	return &Registrar{log: log, members: map[string]*member{}}
}

// Follow follows a plan instead of the one before. It does not wait for the servers.
func (r *Registrar) Follow(p Plan) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return
	}
	wanted := map[string]bool{}
	for _, server := range p.Servers {
		wanted[server] = true
		if m := r.members[server]; m != nil {
			m.adopt(p)
			continue
		}
		m := newMember(server, p, r.log)
		r.members[server] = m
		r.running.Go(m.run)
	}
	for server, m := range r.members {
		if !wanted[server] {
			delete(r.members, server)
			m.leave()
		}
	}
}

// Abandon ends without removing the application from the servers: another process is registered there in its place.
func (r *Registrar) Abandon() {
	r.mu.Lock()
	members := r.members
	r.mu.Unlock()
	for _, m := range members {
		m.stop() // so that it cannot send any more
	}
	r.End(context.Background())
}

// End removes the application from the servers. It returns when they have answered, when ctx ends, or after three seconds.
func (r *Registrar) End(ctx context.Context) {
	r.mu.Lock()
	r.ended = true
	members := r.members
	r.members = nil
	r.mu.Unlock()
	for _, m := range members {
		m.leave()
	}
	gone := make(chan struct{})
	go func() { r.running.Wait(); close(gone) }()
	select {
	case <-gone:
	case <-ctx.Done():
	}
	for _, m := range members {
		m.stop()
	}
	<-gone // nothing keeps them any more
}

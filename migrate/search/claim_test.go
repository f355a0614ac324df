package search_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search/searchtest"
)

const (
	add       = `{"method":"POST","path":"/events/_doc?refresh=true","body":{"n":1}}`
	addRecord = "/framework_migrations/_doc/shop%2F1-add.json"
)

// failPosts makes requests that add a document fail, and returns how many have arrived.
func (s *suite) failPosts(fault searchtest.Fault) (count func() int) {
	s.proxy.Requests()
	s.proxy.Fail(func(r *http.Request) searchtest.Fault {
		if r.Method == http.MethodPost && r.URL.Path == "/events/_doc" {
			return fault
		}
		return searchtest.None
	})
	return func() int { return strings.Count(strings.Join(s.proxy.Requests(), "\n"), "POST /events/_doc") }
}

// TestUnansweredPost: a request that must not be sent twice is not, until somebody has looked.
func TestUnansweredPost(t *testing.T) {
	for _, fault := range []searchtest.Fault{searchtest.Lost, searchtest.Cut, searchtest.Gateway, searchtest.Reset} {
		t.Run(fault.String(), func(t *testing.T) {
			s := newSuite(t)
			sent := s.failPosts(fault)
			_, err := s.try("1-add.json", add)
			d := s.fails(err, "POST /events/_doc", "fwrun migrate baseline shop/1-add.json -m opensearch --connection shop", "(DELETE "+addRecord+")")
			s.equal("the code", d.Code, "migration-failed")
			s.equal("how often it was sent", sent(), 1)
			s.proxy.Fail(func(*http.Request) searchtest.Fault { return searchtest.None })
			_, err = s.try("1-add.json", add)
			d = s.fails(err, "how that ended is not known", "fwrun migrate baseline shop/1-add.json -m opensearch --connection shop")
			s.equal("the code of the next run", d.Code, "migration-interrupted")
			s.equal("how often it was sent again", sent(), 0)

			want := "1-add.json"
			if fault == searchtest.Reset { // nothing was done
				s.node.Do(t, http.MethodDelete, addRecord, "")
			} else {
				want = ""
				folder, err := migrate.Read(s.target(), filesOf("1-add.json", add), migrate.Options{})
				if err != nil {
					t.Fatal(err)
				}
				noted, err := migrate.Baseline(t.Context(), folder, "shop/1-add.json", "me")
				if err != nil || len(noted) != 1 {
					t.Errorf("baseline recorded %v, error %v", noted, err)
				}
			}
			s.equal("what ran then", s.ran("1-add.json", add), want)
			s.equal("the documents", s.get("/events/_count", "count"), "1")
		})
	}
}

// TestRefusedPost: what is known to have failed leaves no record, or the one before.
func TestRefusedPost(t *testing.T) {
	s := newSuite(t)
	wrong := strings.Replace(add, `{"n":1}`, `7`, 1)
	_, err := s.try("1-add.json", wrong)
	s.fails(err, "400")
	s.equal("the record", s.node.Status(t, http.MethodGet, addRecord), http.StatusNotFound)
	for _, fault := range []searchtest.Fault{searchtest.TooMany, searchtest.Unavailable} {
		s.failPosts(fault)
		_, err = s.try("1-add.json", add)
		s.fails(err, "POST /events/_doc")
		s.equal("the record after "+fault.String(), s.node.Status(t, http.MethodGet, addRecord), http.StatusNotFound)
	}
	s.failPosts(searchtest.None)
	s.equal("what ran", s.ran("1-add.json", add), "1-add.json")
	before := s.get(addRecord, "_source.content_hash")
	_, err = s.try("1-add.json", wrong)
	s.fails(err, "400")
	s.equal("the record before", s.get(addRecord, "_source.content_hash"), before)
	s.equal("what ran again", s.ran("1-add.json", add), "")
	s.equal("the documents", s.get("/events/_count", "count"), "1")
}

// TestUnrecordedPost: the request has taken effect, and its record could not be written.
func TestUnrecordedPost(t *testing.T) {
	s := newSuite(t)
	done := false
	s.proxy.Fail(func(r *http.Request) searchtest.Fault {
		done = done || r.URL.Path == "/events/_doc"
		if done && r.Method == http.MethodPut && strings.Contains(r.URL.Path, "1-add.json") {
			return searchtest.TooMany
		}
		return searchtest.None
	})
	_, err := s.try("1-add.json", add)
	s.fails(err, "the file has been applied, and could not be recorded", "fwrun migrate baseline shop/1-add.json")
	s.proxy.Fail(func(*http.Request) searchtest.Fault { return searchtest.None })
	_, err = s.try("1-add.json", add)
	s.equal("the code", s.fails(err).Code, "migration-interrupted")
}

// TestRenewalAtTheEnd: a renewal that is on its way when the run ends does not keep the lock.
func TestRenewalAtTheEnd(t *testing.T) {
	s := newSuite(t)
	s.o.Lease = time.Second
	s.proxy.Fail(func(r *http.Request) searchtest.Fault {
		if r.Method == http.MethodPut && strings.Contains(r.URL.RequestURI(), "lock?if_seq_no") {
			return searchtest.Slow
		}
		return searchtest.None
	})
	const lock = "/framework_migrations/_doc/shop%2F.lock"
	err := s.target().Locked(t.Context(), nil, func(context.Context) error {
		for taken := s.get(lock, "_seq_no"); s.get(lock, "_seq_no") == taken; {
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s.equal("the lock", s.node.Status(t, http.MethodGet, lock), http.StatusNotFound)
}

// TestLockIsReleasedByABusyCluster: a cluster that is busy for a moment does not keep the lock.
func TestLockIsReleasedByABusyCluster(t *testing.T) {
	s := newSuite(t)
	left := 2
	s.proxy.Fail(func(r *http.Request) searchtest.Fault {
		if r.Method == http.MethodDelete && left > 0 {
			left--
			return []searchtest.Fault{searchtest.Lost, searchtest.TooMany}[left]
		}
		return searchtest.None
	})
	s.ran("1-a.json", products)
	s.equal("the faults left", left, 0)
	s.equal("the lock", s.node.Status(t, http.MethodGet, "/framework_migrations/_doc/shop%2F.lock"), http.StatusNotFound)
}

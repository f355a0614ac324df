package sessions

import (
	"errors"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/cache"
)

// none finds no database.
func none(string) (*data.DB, bool) { return nil, false }

func opened(t *testing.T, s Settings, in Places, before *Part) *Part {
	t.Helper()
	if in.Databases == nil {
		in.Databases = none
	}
	p, err := Open(s, in, before)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTakingOver: a reload logs nobody out: sessions in memory are taken over, with the secret of their ids, unless another secret is set.
func TestTakingOver(t *testing.T) {
	first := opened(t, Settings{Enabled: true}, Places{}, nil)
	store, secret := first.Store()
	if len(secret) != 32 {
		t.Errorf("the secret has %d bytes", len(secret))
	}
	if err := store.Set(t.Context(), "sessions", "1", []byte("Ada"), 0); err != nil {
		t.Fatal(err)
	}
	next := opened(t, Settings{Enabled: true}, Places{}, first)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	store, same := next.Store()
	if value, found, err := store.Get(t.Context(), "sessions", "1"); !found || string(value) != "Ada" || err != nil || string(same) != string(secret) {
		t.Errorf("after a reload: %q %v %v", value, found, err)
	}
	other := opened(t, Settings{Enabled: true, Secret: []byte("a secret")}, Places{}, next)
	store, same = other.Store()
	if _, found, err := store.Get(t.Context(), "sessions", "1"); found || err != nil || string(same) != "a secret" {
		t.Errorf("with another secret: %v %v, signed with %q", found, err, same)
	}
	if err := errors.Join(next.Close(), other.Close()); err != nil {
		t.Error(err)
	}
}

// kept is a store of somebody else, who closes it.
type kept struct {
	cache.Store
	closed bool
}

func (k *kept) Close() error {
	k.closed = true
	return nil
}

// TestPlaces: sessions are where cached values are, on a server, or in a datasource, which these close themselves.
func TestPlaces(t *testing.T) {
	db, err := data.Open(t.Context(), data.Settings{Name: "main", URL: "sqlite::memory:"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	remote := &kept{Store: cache.NewMemory(cache.MemoryOptions{})}
	in := Places{Caches: remote, Databases: func(name string) (*data.DB, bool) { return db, name == "main" }}

	shared := opened(t, Settings{Enabled: true, Secret: []byte("a secret")}, in, nil)
	if store, secret := shared.Store(); store == nil || string(secret) != "a secret" || shared.Close() != nil || remote.closed {
		t.Errorf("signed with %q; closed is %v", secret, remote.closed)
	}
	rows := opened(t, Settings{Enabled: true, Secret: []byte("a secret"), Datasource: "main"}, in, shared)
	store, _ := rows.Store()
	if err := store.Set(t.Context(), "sessions", "1", []byte("Ada"), 0); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(rows.Close(), db.Ping(t.Context())); err != nil {
		t.Errorf("the datasource is closed: %v", err)
	}
	if store, _ := opened(t, Settings{Enabled: true, Datasource: "none"}, in, nil).Store(); store != nil {
		t.Error("there are sessions in a datasource that is not open")
	}
	if _, err := Open(Settings{Enabled: true}, in, nil); err == nil || !strings.Contains(err.Error(), "security.session.secret") {
		t.Errorf("without a secret: %v", err)
	}
}

// TestNothingIsOpened: there may be no sessions, and those of scripts that are only inspected are in memory.
func TestNothingIsOpened(t *testing.T) {
	if store, secret := Closed(Settings{Secret: []byte("a secret")}).Store(); store != nil || string(secret) != "a secret" {
		t.Errorf("there are sessions, signed with %q", secret)
	}
	p := Closed(Settings{Enabled: true, Datasource: "main"})
	if store, secret := p.Store(); store == nil || len(secret) != 32 {
		t.Errorf("%v, signed with %q", store, secret)
	}
	if err := errors.Join(p.Close(), (*Part)(nil).Close()); err != nil {
		t.Error(err)
	}
}

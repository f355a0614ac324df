package locks_test

import (
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/data/locks"
	"github.com/fwrun/fwrun/platform/fault"
)

func TestOpen(t *testing.T) {
	for name, url := range map[string]func(*testing.T) string{
		"memory":   func(*testing.T) string { return "memory:" },
		"redis":    func(t *testing.T) string { return datatest.Redis(t).URL },
		"postgres": datatest.Postgres,
	} {
		t.Run(name, func(t *testing.T) {
			locker, err := locks.Open(t.Context(), url(t), locks.Options{Prefix: "shop:"})
			if err != nil {
				t.Fatal(err)
			}
			if err := acquire(t, locker, "a").Release(t.Context()); err != nil {
				t.Error(err)
			}
			if err := locker.Close(); err != nil {
				t.Error(err)
			}
			if name == "memory" {
				return
			}
			if _, err := locker.Acquire(t.Context(), locks.Request{Name: "invoices", TTL: time.Hour}); err == nil {
				t.Error("its connections are open still")
			}
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	port := datatest.FreePort(t)
	for url, want := range map[string]struct {
		kind fault.Kind
		text string
	}{
		"":                          {fault.Internal, "must begin with"},
		"etcd://topsecret":          {fault.Internal, "must begin with"},
		"memory:topsecret":          {fault.Internal, "nothing may follow memory:"},
		"redis://:topsecret@":       {fault.Internal, "names no host"},
		"postgres:topsecret":        {fault.Internal, "names no host"},
		"redis://127.0.0.1:" + port: {fault.Unavailable, "the server of the locks is not available"},
		"postgres://me:topsecret@127.0.0.1:" + port + "/shop": {fault.Unavailable, "not available"},
	} {
		locker, err := locks.Open(t.Context(), url, locks.Options{})
		if locker != nil || fault.KindOf(err) != want.kind || !strings.Contains(err.Error(), want.text) || strings.Contains(err.Error(), "topsecret") {
			t.Errorf("%s: got %v, %v, want %q", url, locker, err, want.text)
		}
	}
	if locker, err := locks.Open(t.Context(), "redis://127.0.0.1:"+port, locks.Options{Prefix: "{shop}:"}); locker != nil ||
		fault.KindOf(err) != fault.Internal || !strings.Contains(err.Error(), "prefix") {
		t.Errorf("with braces in the prefix: got %v, %v", locker, err)
	}
}

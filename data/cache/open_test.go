package cache_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data/cache"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/platform/fault"
)

func TestOpen(t *testing.T) {
	for name, url := range map[string]func(*testing.T) string{
		"memory":   func(*testing.T) string { return "memory:" },
		"redis":    func(t *testing.T) string { return datatest.Redis(t).URL },
		"postgres": datatest.Postgres,
	} {
		t.Run(name, func(t *testing.T) {
			store, err := cache.Open(t.Context(), url(t), cache.Options{Prefix: "shop:"})
			if err != nil {
				t.Fatal(err)
			}
			mustSet(t, store, "books", "1", []byte("Emma"), 0)
			finds(t, store, "books", "1", "Emma")
			if err := store.Close(); err != nil {
				t.Error(err)
			}
			if name == "memory" {
				return
			}
			if _, _, err := store.Get(t.Context(), "books", "1"); err == nil {
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
		"memcached://topsecret":     {fault.Internal, "must begin with"},
		"memory:topsecret":          {fault.Internal, "nothing may follow memory:"},
		"redis://:topsecret@":       {fault.Internal, "names no host"},
		"postgres:topsecret":        {fault.Internal, "names no host"},
		"redis://127.0.0.1:" + port: {fault.Unavailable, "the cache is not available"},
		"postgres://me:topsecret@127.0.0.1:" + port + "/shop": {fault.Unavailable, "not available"},
	} {
		store, err := cache.Open(t.Context(), url, cache.Options{})
		if store != nil || fault.KindOf(err) != want.kind || !strings.Contains(err.Error(), want.text) || strings.Contains(err.Error(), "topsecret") {
			t.Errorf("%s: got %v, %v, want %q", url, store, err, want.text)
		}
	}
	if store, err := cache.Open(t.Context(), "redis://127.0.0.1:"+port, cache.Options{Prefix: "{shop}:"}); store != nil ||
		fault.KindOf(err) != fault.Internal || !strings.Contains(err.Error(), "prefix") {
		t.Errorf("with braces in the prefix: got %v, %v", store, err)
	}
}

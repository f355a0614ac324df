package redisclient

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

func TestParse(t *testing.T) {
	for url, want := range map[string]options{
		"redis://cache.example.com":                         {Addrs: []string{"cache.example.com:6379"}},
		"REDIS://cache.example.com:7000/3":                  {Addrs: []string{"cache.example.com:7000"}, DB: 3},
		"redis://cache.example.com/?db=4":                   {Addrs: []string{"cache.example.com:6379"}, DB: 4},
		"redis://[::1]:7000":                                {Addrs: []string{"[::1]:7000"}},
		"redis://[::1]":                                     {Addrs: []string{"[::1]:6379"}},
		"redis://:secret@127.0.0.1":                         {Addrs: []string{"127.0.0.1:6379"}, Password: "secret"},
		"redis://me:p%40%2Fs@127.0.0.1/1":                   {Addrs: []string{"127.0.0.1:6379"}, Username: "me", Password: "p@/s", DB: 1},
		"redis://a.example.com,b.example.com:7000,[::1]:71": {Addrs: []string{"a.example.com:6379", "b.example.com:7000", "[::1]:71"}},
		"redis://me:x@a.example.com,b.example.com/2?master=main": {
			Addrs:    []string{"a.example.com:26379", "b.example.com:26379"},
			Username: "me", Password: "x", DB: 2, MasterName: "main",
		},
		"redis+unix:///run/redis.sock":                    {Addrs: []string{"/run/redis.sock"}},
		"redis+unix://me:x@/run/a%20b.sock?db=2":          {Addrs: []string{"/run/a b.sock"}, Username: "me", Password: "x", DB: 2},
		"redis://127.0.0.1?pool_size=3":                   {Addrs: []string{"127.0.0.1:6379"}, PoolSize: 3},
		"redis://127.0.0.1?timeout=1s&connect_timeout=3s": {Addrs: []string{"127.0.0.1:6379"}, Timeout: time.Second, DialTimeout: 3 * time.Second},
	} {
		got, err := parse("the cache", url)
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		orDefault(&want.PoolSize, 10)
		orDefault(&want.Timeout, 2*time.Second)
		orDefault(&want.DialTimeout, 2*time.Second)
		if !slices.Equal(got.Addrs, want.Addrs) || got.DB != want.DB || got.MasterName != want.MasterName ||
			got.Username != want.Username || got.Password != want.Password || got.PoolSize != want.PoolSize ||
			got.DialTimeout != want.DialTimeout || got.Timeout != want.Timeout || got.TLSConfig != nil {
			t.Errorf("%s is %+v", url, got)
		}
	}
	if got, err := parse("the cache", "rediss://cache.example.com"); err != nil || got.TLSConfig == nil || got.TLSConfig.InsecureSkipVerify {
		t.Errorf("rediss: %+v, %v", got, err)
	}
}

func orDefault[T comparable](value *T, other T) {
	var zero T
	if *value == zero {
		*value = other
	}
}

func TestParseRefuses(t *testing.T) {
	for url, want := range map[string]string{
		"":                                    "must begin with",
		"http://secret.example.com":           "must begin with",
		"redis:secret.example.com":            "must begin with",
		"redis://":                            "names no host",
		"redis://secret,":                     "names no host",
		"redis://secret a":                    "names no host",
		"redis://secret:0":                    "its port",
		"redis://secret:66666":                "its port",
		"redis://secret:port":                 "names no host",
		"redis://secret@127.0.0.1":            "a user without a password",
		"redis://:%secret@127.0.0.1":          "not a valid URL",
		"redis://:secret#1@127.0.0.1":         "not a valid URL",
		"redis://:1?secret=@127.0.0.1":        "an option is unknown",
		"redis://127.0.0.1/secret":            "its database",
		"redis://127.0.0.1/-1":                "its database",
		"redis://127.0.0.1,127.0.0.2/1":       "only one database",
		"redis://127.0.0.1?secret=1":          "an option is unknown",
		"redis://127.0.0.1?db=1&db=2":         "repeated",
		"redis://127.0.0.1?master=":           "master must",
		"redis://127.0.0.1?pool_size=0":       "pool_size must",
		"redis://127.0.0.1?timeout=secret":    "timeout must",
		"redis://127.0.0.1?timeout=0s":        "timeout must",
		"redis://127.0.0.1?connect_timeout=5": "connect_timeout must",
		"redis://127.0.0.1?ca_file=secret":    "needs rediss",
		"rediss://127.0.0.1?ca_file=secret":   "cannot be read",
		"rediss://127.0.0.1?ca_file=doc.go":   "no certificate",
		"redis+unix://secret/run/redis.sock":  "must name a socket",
		"redis+unix://":                       "must name a socket",
		"redis+unix:///run/redis.sock?x=1":    "an option is unknown",
	} {
		o, err := parse("the cache", url)
		if o != nil || err == nil {
			t.Errorf("%s is %+v", url, o)
			continue
		}
		failed, ok := errors.AsType[*fault.Error](err)
		if !ok || !strings.Contains(failed.Public, want) || failed.Hint == "" || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, want %q", url, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, url := range []string{
		"redis://me:x@127.0.0.1:7000,[::1]/1?timeout=1s", "rediss://a?master=b", "redis+unix:///run/redis.sock?db=1", "redis://@,",
	} {
		f.Add(url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		o, err := parse("the cache", url)
		if (o == nil) == (err == nil) {
			t.Fatalf("%q: %v, %v", url, o, err)
		}
		if o != nil && (len(o.Addrs) == 0 || o.PoolSize < 1 || o.Timeout <= 0 || o.DB < 0) {
			t.Errorf("%q is %+v", url, o)
		}
	})
}

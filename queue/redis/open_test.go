package redis_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/redis"
)

// TestOpen: what is wrong with a URL is said without its password.
func TestOpen(t *testing.T) {
	t.Parallel()
	server := datatest.Redis(t, "--requirepass", "topsecret")
	with := func(user string) string { return strings.Replace(server.URL, "://", "://"+user+"@", 1) }
	b, err := redis.Open(t.Context(), with(":topsecret"), redis.Options{})
	must(t, err)
	must(t, b.Declare(t.Context(), "q"))
	must(t, b.Close())
	for url, want := range map[string]fault.Kind{
		with(":topsecretive"): fault.Internal,
		"redis://:topsecret@127.0.0.1:" + datatest.FreePort(t): fault.Unavailable,
		"http://:topsecret@127.0.0.1":                          fault.Internal,
	} {
		_, err := redis.Open(t.Context(), url, redis.Options{})
		if _, isFault := errors.AsType[*fault.Error](err); !isFault || fault.KindOf(err) != want || strings.Contains(err.Error(), "topsecret") {
			t.Errorf("%s: %v, kind %d", url, err, fault.KindOf(err))
		}
	}
	if _, err := redis.Open(t.Context(), with(":topsecret"), redis.Options{Prefix: "a{b}"}); err == nil {
		t.Error("a prefix with braces was accepted")
	}
}

package caches

import (
	"cmp"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/config"
)

// Settings hold where values are cached, and for how long.
type Settings struct {
	url      string
	prefix   string
	maxBytes int64
	ttl      time.Duration            // of caches that have no own one; 0 for no expiry
	ttls     map[string]time.Duration // by cache

	Clock clock.Clock // by which values in memory end; the machine's if nil
}

// Read reads the settings of caches.
func Read(r *config.Reader) Settings {
	s := Settings{
		url:      r.String("cache.url"),
		prefix:   r.String("cache.prefix", cmp.Or(r.String("framework.application.name"), "fwrun")),
		maxBytes: r.Size("cache.max-bytes"),
		ttl:      r.Duration("cache.ttl"),
		ttls:     map[string]time.Duration{},
	}
	for _, name := range r.Names("cache.caches") {
		s.ttls[name] = r.Named("cache.caches", name).Duration("ttl", s.ttl)
	}
	return s
}

// inMemory is the URL of a store in this process.
const inMemory = "memory:"

// InMemory returns the settings for a store in this process, so that a run without a trace does not touch a store that others use.
func (s Settings) InMemory() Settings {
	s.url = inMemory
	return s
}

// isAt reports whether values are kept in the same place as with the other settings.
func (s Settings) isAt(other Settings) bool {
	return s.url == other.url && s.prefix == other.prefix && s.maxBytes == other.maxBytes
}

func (s Settings) isRemote() bool { return !strings.HasPrefix(s.url, inMemory) }

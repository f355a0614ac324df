package certs

import (
	"crypto/tls"
	"log/slog"
	"net"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// patience is how long files are considered unchanged after a check.
const patience = time.Second

// Store holds the certificates as they were in the files at the last check.
type Store struct {
	settings Settings
	log      *slog.Logger
	serving  atomic.Pointer[tls.Config]

	looking sync.Mutex // held while the files are checked
	looked  atomic.Int64
	seen    []stamp
	now     func() time.Time
}

// stamp identifies a state of a file.
type stamp struct {
	info os.FileInfo // nil if there is no file
}

func (s stamp) same(other stamp) bool {
	if s.info == nil || other.info == nil {
		return s.info == other.info
	}
	return s.info.ModTime().Equal(other.info.ModTime()) && s.info.Size() == other.info.Size() && os.SameFile(s.info, other.info)
}

// Load reads the files. The store is nil if there are problems other than warnings.
func Load(settings Settings, log *slog.Logger) (*Store, []*Problem) {
	s := &Store{settings: settings, log: log, now: time.Now, seen: stamps(settings)}
	first, problems := load(settings, s.now())
	problems = append(problems, first.warnings...)
	if len(problems) > len(first.warnings) {
		return nil, problems
	}
	s.looked.Store(s.now().UnixNano())
	s.serving.Store(first.config)
	return s, problems
}

func stamps(s Settings) []stamp {
	files := []string{s.ClientCA}
	for _, pair := range s.Pairs {
		files = append(files, pair.Certificate, pair.Key)
	}
	list := make([]stamp, len(files))
	for i, file := range files {
		if info, err := os.Stat(file); err == nil {
			list[i].info = info
		}
	}
	return list
}

// Listen returns a listener whose connections use TLS. The handshake happens when a connection is first read from or
// written to.
func (s *Store) Listen(l net.Listener) net.Listener {
	config := &tls.Config{
		MinVersion:         tls.VersionTLS12,
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) { return s.current(), nil },
	}
	return &listener{Listener: l, config: config, handshake: s.settings.Handshake}
}

// current returns the configuration to serve. One handshake at a time checks the files; others use the current
// configuration meanwhile.
func (s *Store) current() *tls.Config {
	now := s.now()
	if now.UnixNano()-s.looked.Load() >= int64(patience) && s.looking.TryLock() {
		s.looked.Store(now.UnixNano())
		s.look(now)
		s.looking.Unlock()
	}
	return s.serving.Load()
}

func (s *Store) look(now time.Time) {
	found := stamps(s.settings)
	if slices.EqualFunc(found, s.seen, stamp.same) {
		return
	}
	s.seen = found // in any case: the same files are not read twice
	next, problems := load(s.settings, now)
	for _, p := range problems {
		s.log.Error("the changed certificate cannot be used; the previous one is still served", "error", p.Text)
	}
	if len(problems) > 0 {
		return
	}
	s.serving.Store(next.config)
	for _, w := range next.warnings {
		s.log.Warn("the certificate that is served now has a problem", "error", w.Text)
	}
	s.log.Info("the certificate has changed; new connections get the new one")
}

// Validity says for how long a certificate can be served.
type Validity struct {
	File  string
	Name  string // its subject
	Begin time.Time
	End   time.Time
}

// Validities returns what is known of the certificates that are served now.
func (s *Store) Validities() []Validity {
	list := make([]Validity, 0, len(s.settings.Pairs))
	for i, certificate := range s.current().Certificates {
		leaf := certificate.Leaf
		name := leaf.Subject.CommonName
		if len(leaf.DNSNames) > 0 {
			name = leaf.DNSNames[0]
		}
		list = append(list, Validity{s.settings.Pairs[i].Certificate, name, leaf.NotBefore, leaf.NotAfter})
	}
	return list
}

package sessions

import (
	"crypto/rand"

	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/cache"
	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security/sessions"
)

// Settings say whether there are sessions, and where.
type Settings struct {
	Enabled    bool
	Secret     []byte // that ids are signed with; nil for one of the process's own
	Datasource string // that keeps them; "" for where cached values are kept

	Clock clock.Clock // by which those in a memory of their own end; the machine's if nil
}

// Places are where sessions can be kept.
type Places struct {
	Databases func(name string) (*data.DB, bool)
	Caches    cache.Store // on a server; nil if cached values are in memory
}

// Part is the sessions of a generation.
type Part struct {
	secret []byte                  // of the settings
	open   *share.Resource[*store] // nil if there are none
}

// store is where sessions are kept, and what their ids are signed with.
type store struct {
	cache.Store
	secret []byte
	own    bool
}

// Close implements io.Closer.
func (s *store) Close() error {
	if s.own {
		return s.Store.Close()
	}
	return nil // the caches close it, or the datasources
}

// table is the table of a datasource that sessions are kept in.
const table = "fwrun_sessions"

// Open keeps sessions where the settings say. Those in a memory of their own are taken over from the generation before. A datasource that
// is not open is a mistake that has been reported.
func Open(s Settings, in Places, before *Part) (*Part, error) {
	p := &Part{secret: s.Secret}
	switch {
	case !s.Enabled:
	case s.Datasource != "":
		if db, opened := in.Databases(s.Datasource); opened {
			p.open = share.New(&store{Store: cache.NewTable(db, table), secret: s.Secret})
		}
	case in.Caches != nil && s.Secret == nil:
		return nil, fault.New("app.sessions", fault.Invalid, "sessions that other processes read, too, need security.session.secret").
			WithHint("set it to 32 random bytes or more, the same in all processes")
	case in.Caches != nil:
		p.open = share.New(&store{Store: in.Caches, secret: s.Secret})
	case before != nil && before.open != nil && before.open.Of.own && string(s.Secret) == string(before.secret):
		p.open = before.open.Share()
	default:
		secret := s.Secret
		if secret == nil {
			secret = make([]byte, 32)
			_, _ = rand.Read(secret) // never fails: a system without randomness ends the process
		}
		p.open = share.New(&store{Store: cache.NewMemory(cache.MemoryOptions{Clock: s.Clock}), secret: secret, own: true})
	}
	return p, nil
}

// Closed returns sessions in memory, whatever the settings say.
func Closed(s Settings) *Part {
	s.Datasource = ""
	p, _ := Open(s, Places{}, nil) // which cannot fail
	return p
}

// Close closes the sessions, unless another generation uses them. It does nothing if p is nil.
func (p *Part) Close() error {
	if p == nil {
		return nil
	}
	return p.open.Release()
}

// Store returns what keeps sessions, nil if there are none, and what their ids are signed with.
func (p *Part) Store() (sessions.Store, []byte) {
	if p.open == nil {
		return nil, p.secret
	}
	return p.open.Of, p.open.Of.secret
}

package aspects_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/http"
	"github.com/fwrun/fwrun/jsapi/managers"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/platform/pollution"
)

// said records the calls of the fakes, in order.
type said struct {
	mu    sync.Mutex
	lines []string
}

func (s *said) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, fmt.Sprintf(format, args...))
}

// take returns what was recorded since the last call of take.
func (s *said) take() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := strings.Join(s.lines, ", ")
	s.lines = nil
	return text
}

// fakeCaches keep values in a map.
type fakeCaches struct {
	said
	values  map[string][]byte // by cache and key
	leads   map[string]*fakeLead
	remote  bool
	fail    error
	joining chan struct{} // receives a value whenever a caller begins to wait
}

func (c *fakeCaches) Get(_ context.Context, cache, key string) ([]byte, bool, error) {
	c.say("get %s/%s", cache, key)
	c.mu.Lock()
	defer c.mu.Unlock()
	value, found := c.values[cache+"/"+key]
	return value, found, c.fail
}

func (c *fakeCaches) Put(_ context.Context, cache, key string, value []byte, ttl time.Duration) error {
	c.say("put %s/%s %v", cache, key, ttl)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fail == nil {
		c.values[cache+"/"+key] = value
	}
	return c.fail
}

func (c *fakeCaches) Evict(_ context.Context, cache, key string) error {
	c.say("evict %s/%s", cache, key)
	delete(c.values, cache+"/"+key)
	return c.fail
}

func (c *fakeCaches) Clear(_ context.Context, cache string) error {
	c.say("clear %s", cache)
	for key := range c.values {
		if strings.HasPrefix(key, cache+"/") {
			delete(c.values, key)
		}
	}
	return c.fail
}

func (c *fakeCaches) Remote() bool { return c.remote }

func (c *fakeCaches) TryLead(_ context.Context, cache, key string) aspects.Lead {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.leads[cache+"/"+key] != nil {
		return nil
	}
	lead := &fakeLead{caches: c, cache: cache, key: key, done: make(chan struct{})}
	c.leads[cache+"/"+key] = lead
	return lead
}

func (c *fakeCaches) Join(ctx context.Context, cache, key string) ([]byte, aspects.Lead, error) {
	c.mu.Lock()
	lead := c.leads[cache+"/"+key]
	c.mu.Unlock()
	if lead == nil {
		return nil, c.TryLead(ctx, cache, key), nil
	}
	if c.joining != nil {
		c.joining <- struct{}{}
	}
	select {
	case <-lead.done:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	if lead.failed {
		return nil, c.TryLead(ctx, cache, key), nil
	}
	return lead.value, nil, nil
}

// fakeLead is the duty to make a value.
type fakeLead struct {
	caches     *fakeCaches
	cache, key string
	done       chan struct{}
	value      []byte
	failed     bool
}

func (l *fakeLead) end() {
	delete(l.caches.leads, l.cache+"/"+l.key)
	close(l.done)
}

func (l *fakeLead) Land(ctx context.Context, value []byte, keep bool, ttl time.Duration) (err error) {
	l.caches.say("land %s/%s %v", l.cache, l.key, keep)
	if keep {
		err = l.caches.Put(ctx, l.cache, l.key, value, ttl)
	}
	l.caches.mu.Lock()
	defer l.caches.mu.Unlock()
	l.value = value
	l.end()
	return err
}

func (l *fakeLead) Fail() {
	l.caches.say("fail %s/%s", l.cache, l.key)
	l.caches.mu.Lock()
	defer l.caches.mu.Unlock()
	l.failed = true
	l.end()
}

// fakeLocks hold names.
type fakeLocks struct {
	said
	held    map[string]chan struct{} // closed when the lock is released
	ttl     time.Duration
	waiting chan struct{} // receives a value whenever a caller begins to wait
	extends chan struct{} // receives a value for every extension
	lost    error         // returned by the methods of a lease; see lose
	fail    error         // returned by Acquire
}

// lose makes all leases lost.
func (l *fakeLocks) lose(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost = err
}

func (l *fakeLocks) isLost() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lost
}

var errHeld = errors.New("it is held")

func (l *fakeLocks) Held(err error) bool { return errors.Is(err, errHeld) }

func (l *fakeLocks) TTL() time.Duration { return l.ttl }

func (l *fakeLocks) Acquire(ctx context.Context, name string, wait, ttl time.Duration) (aspects.Lease, error) {
	if l.fail != nil {
		return nil, l.fail
	}
	for {
		l.mu.Lock()
		freed, held := l.held[name]
		if !held {
			l.held[name] = make(chan struct{})
		}
		l.mu.Unlock()
		if !held {
			l.say("acquire %s %v", name, ttl)
			return &fakeLease{l, name}, nil
		}
		if wait == 0 {
			return nil, errHeld
		}
		if l.waiting != nil {
			l.waiting <- struct{}{}
		}
		select {
		case <-freed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

type fakeLease struct {
	locks *fakeLocks
	name  string
}

func (l *fakeLease) Token() int64 { return 42 }

func (l *fakeLease) Extend(_ context.Context, ttl time.Duration) error {
	l.locks.say("extend %s %v", l.name, ttl)
	if l.locks.extends != nil {
		select {
		case l.locks.extends <- struct{}{}:
		default:
		}
	}
	return l.locks.isLost()
}

func (l *fakeLease) Release(context.Context) error {
	l.locks.mu.Lock()
	freed := l.locks.held[l.name]
	delete(l.locks.held, l.name)
	l.locks.mu.Unlock()
	if freed != nil {
		close(freed)
		l.locks.say("release %s", l.name)
	}
	return l.locks.isLost()
}

// fakeTransactions has one transaction, which is open or not.
type fakeTransactions struct {
	said
	open  bool
	after []func()
	last  aspects.Transaction
}

func (x *fakeTransactions) Within(datasource string, o aspects.Transaction, work aspects.Body) (goja.Value, error) {
	x.last = o
	x.say("begin %s %s readOnly=%v isolation=%q timeout=%v async=%v keep=%v", datasource, aspects.Propagations[o.Propagation], o.ReadOnly, o.Isolation,
		o.Timeout, o.Async, o.Keep != nil)
	if o.Keep != nil {
		o.Keep()
	}
	result, err := work()
	if err != nil {
		x.say("undo=%v", o.Undoes(err))
	}
	return result, err
}

func (x *fakeTransactions) Open() bool { return x.open }

func (x *fakeTransactions) AfterCommit(f func()) bool {
	if x.open {
		x.after = append(x.after, f)
	}
	return x.open
}

// commit calls the functions that wait for the commit.
func (x *fakeTransactions) commit() {
	for _, f := range x.after {
		f()
	}
	x.open, x.after = false, nil
}

// log collects log records.
type log struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// page has the global `service`, whose methods have aspects.
type page struct {
	*realmtest.Page
	caches       *fakeCaches
	locks        *fakeLocks
	transactions *fakeTransactions
	ports        aspects.Ports
	log          *log
}

func newPage(t *testing.T) *page {
	t.Helper()
	p := &page{
		caches: &fakeCaches{values: map[string][]byte{}, leads: map[string]*fakeLead{}},
		locks:  &fakeLocks{held: map[string]chan struct{}{}, ttl: time.Hour}, transactions: &fakeTransactions{}, log: &log{},
	}
	p.ports = aspects.Ports{
		Caches: p.caches, Locks: p.locks, Limits: &aspects.Limits{}, Workers: aspects.NewWorkers(2, 2),
		Log: slog.New(slog.NewTextHandler(p.log, nil)),
	}
	database := realm.Module{Install: func(*realm.Realm) (any, error) { return p.transactions, nil }}
	p.Page = realmtest.New(t, http.Module(folders.Folders{}, pollution.Refused), database, aspects.Module(p.ports), managers.Module())
	p.SetBean("cacheManager", "cacheManager", "")
	p.SetBean("lockManager", "lockManager", "")
	p.Cases([][2]string{{`var calls = 0; var service = { name: "it" }; 1`, "1"}})
	return p
}

// values are the options that are script values.
type values struct {
	page    *page
	scripts map[string]string
	bean    string
}

func (v values) Option(_ int, name string) engine.Value {
	script, ok := v.scripts[name]
	if !ok {
		return goja.Undefined()
	}
	value, err := v.page.Runtime.RunString(script)
	if err != nil {
		panic(err)
	}
	return value
}

func (v values) Bean(int) engine.Value {
	value, err := v.page.Runtime.RunString(v.bean)
	if err != nil {
		panic(err)
	}
	return value
}

// method defines a method of service with an aspect around it.
func (p *page) method(t *testing.T, name, script, decorator string, options manifest.Options, given values) {
	t.Helper()
	given.page = p
	method, err := p.Runtime.RunString("(" + script + ")")
	if err != nil {
		t.Fatal(err)
	}
	advised := &manifest.Advised{
		Name: "Service." + name, Method: name, Async: strings.HasPrefix(script, "async"),
		Aspects: []manifest.Aspect{{Decorator: decorator, Options: options}},
	}
	around := realmtest.Can[engine.Advisor](p.Page).Around(method.(*goja.Object), advised, given)
	if err := p.Runtime.Get("service").(*goja.Object).Set(name, around); err != nil {
		t.Fatal(err)
	}
}

// cases runs scripts, and compares the results of Eval and the calls that the fake has recorded.
func (p *page) cases(t *testing.T, asked *said, cases [][3]string) {
	t.Helper()
	asked.take()
	for _, c := range cases {
		if got := p.Eval(c[0]); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
		if got := asked.take(); got != c[2] {
			t.Errorf("%s\nasked %s\n want %s", c[0], got, c[2])
		}
	}
}

package broadcast_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/queue/broadcast"
)

// TestServers: what lines do over each kind of server.
func TestServers(t *testing.T) {
	for name, start := range peers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			for what, test := range map[string]func(*testing.T, peer){
				"order": inOrder, "names": names, "answers": answers, "hostile": hostile, "sizes": sizes, "goodbye": goodbye,
			} {
				t.Run(what, func(t *testing.T) { test(t, s) })
			}
			t.Run("restart", func(t *testing.T) { restart(t, s) })
		})
	}
}

// inOrder: messages of each sender arrive in their order, once, and at none of their own process but other relays.
func inOrder(t *testing.T, s peer) {
	a, b, c := begin(t, s.url, broadcast.Options{}), begin(t, s.url, broadcast.Options{}), begin(t, s.url, broadcast.Options{})
	for _, p := range []*process{a, b, c} {
		p.Subscribe("order", p.receive)
	}
	second := &process{Relay: a.line.Relay(), record: &record{}} // as of the generation before a reload
	second.Subscribe("order", second.receive)
	meet(t, a, c, "order")
	meet(t, b, c, "order")
	meet(t, b, a, "order")
	const many = 500
	for i := range many {
		a.Publish("order", fmt.Appendf(nil, "a%d", i))
		b.Publish("order", fmt.Appendf(nil, "b%d", i))
	}
	last := fmt.Sprint("b", many-1)
	until(t, "not all messages have arrived", func() bool { return c.has(last) && c.has("a"+last[1:]) && a.has(last) && second.has(last) })
	for _, one := range []struct {
		p       *process
		senders string
	}{{c, "ab"}, {a, "b"}, {second, "ab"}} {
		for _, sender := range []string{"a", "b"} {
			got := slices.DeleteFunc(one.p.all(), func(m string) bool { return !strings.HasPrefix(m, sender) })
			if !strings.Contains(one.senders, sender) {
				if len(got) > 0 {
					t.Errorf("a sender received its own messages: %q", got)
				}
				continue
			}
			if len(got) != many || got[0] != sender+"0" || !slices.IsSortedFunc(got, byNumber) {
				t.Errorf("%d messages of %s, or not in their order", len(got), sender)
			}
		}
	}
}

func byNumber(a, b string) int {
	var x, y int
	_, _ = fmt.Sscan(a[1:], &x)
	_, _ = fmt.Sscan(b[1:], &y)
	return x - y
}

// names: a channel receives what is sent to its name, whatever that means to a server.
func names(t *testing.T, s peer) {
	a, b := begin(t, s.url, broadcast.Options{}), begin(t, s.url, broadcast.Options{})
	list := []string{"plain", "", ">", "*", "a.b", "a.*", "a b", "#", "ü", "x\r\nPUB y 1\r\n1", "?", "[a-z]*", strings.Repeat("long", 1000), "=plain"}
	got := map[string]*process{}
	for _, name := range list {
		got[name] = &process{record: &record{}}
		b.Subscribe(name, got[name].receive)
	}
	for _, name := range list {
		meet(t, a, &process{record: got[name].record}, name)
		a.Publish(name, []byte("for "+name))
	}
	for _, name := range list {
		until(t, fmt.Sprintf("%q has nothing", name), func() bool { return got[name].has("for " + name) })
		for _, message := range got[name].all() {
			if message != "for "+name && !strings.HasPrefix(message, "meet ") {
				t.Errorf("%q got %q", name, message)
			}
		}
	}
}

// answers: a message is sent after the server has heard of the subscriptions before it, so that the answer arrives.
func answers(t *testing.T, s peer) {
	asked, asking := begin(t, s.url, broadcast.Options{}), begin(t, s.url, broadcast.Options{})
	asked.Subscribe("questions", func(message []byte) { asked.Publish(string(message), []byte("answer")) })
	until(t, "nobody hears the questions", func() bool {
		one := &record{}
		defer asking.Subscribe("first", one.receive)()
		asking.Publish("questions", []byte("first"))
		for i := 0; i < 20 && !one.has("answer"); i++ {
			<-time.After(5 * time.Millisecond)
		}
		return one.has("answer")
	})
	for i := range 50 {
		name := fmt.Sprint("answer", i)
		one := &record{}
		end := asking.Subscribe(name, one.receive)
		asking.Publish("questions", []byte(name))
		until(t, "there is no answer", func() bool { return one.has("answer") })
		end()
	}
}

// hostile: what somebody else sends to the server does no harm, and is reported once.
func hostile(t *testing.T, s peer) {
	a, b := begin(t, s.url, broadcast.Options{}), begin(t, s.url, broadcast.Options{})
	a.Subscribe("hostile", a.receive)
	meet(t, b, a, "hostile")
	before := len(a.all())
	for _, data := range []string{
		"", "x", "fwb\x01", "fwb\x02" + strings.Repeat("o", 16) + "\x07hostilehello", "fwb\x01" + strings.Repeat("o", 16),
		"fwb\x01" + strings.Repeat("o", 16) + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01hostile", "fwb\x01" + strings.Repeat("o", 16) + "\x80",
		"fwb\x01" + strings.Repeat("o", 16) + "\x05otherhello",
		strings.Repeat("\xff", 100_000),
	} {
		s.send("fwrun.broadcast.test.hostile", []byte(data))
	}
	s.send("fwrun.broadcast.test.hostile", []byte("fwb\x01"+strings.Repeat("o", 16)+"\x07hostile"+"like ours"))
	until(t, "a message of another process did not arrive", func() bool { return a.has("like ours") })
	if got := a.all()[before:]; slices.ContainsFunc(got, func(m string) bool { return m != "like ours" && !strings.HasPrefix(m, "meet ") }) {
		t.Errorf("got %q", got)
	}
	if n := a.logged("does not come from an application"); n != 1 {
		t.Errorf("%d lines: %s", n, a.text())
	}
}

// sizes: what is too large for the line, or for the server, is lost without harm to the rest.
func sizes(t *testing.T, s peer) {
	a, b := begin(t, s.url, broadcast.Options{MaxMessage: 2 << 20}), begin(t, s.url, broadcast.Options{MaxMessage: 2 << 20})
	b.Subscribe("sizes", b.receive)
	meet(t, a, b, "sizes")
	a.Publish("sizes", make([]byte, 2<<20+1))
	a.Publish("sizes", make([]byte, 2<<20+1))
	a.Publish(strings.Repeat("n", 1<<20), make([]byte, 2<<20))
	a.Publish("sizes", []byte("small"))
	until(t, "what follows a large message did not arrive", func() bool { return b.has("small") })
	if n := a.logged("too large"); n != 1 {
		t.Errorf("%d lines: %s", n, a.text())
	}
	large := strings.Repeat("l", 2<<20)
	a.Publish("sizes", []byte(large))
	if strings.HasPrefix(s.url, "nats:") { // takes 1 MiB
		until(t, "it was not said that the server refuses it", func() bool { return a.logged("max_payload of the NATS server is 1048576") == 1 })
		return
	}
	until(t, "the largest message did not arrive", func() bool { return b.has(large) })
}

// goodbye: what was published before a line is closed is sent, and nothing after that.
func goodbye(t *testing.T, s peer) {
	a, b := begin(t, s.url, broadcast.Options{}), begin(t, s.url, broadcast.Options{})
	b.Subscribe("goodbye", b.receive)
	meet(t, a, b, "goodbye")
	for i := range 100 {
		a.Publish("goodbye", fmt.Appendf(nil, "last%d", i))
	}
	a.Relay.Close()
	a.Publish("goodbye", []byte("late"))
	must(t, a.line.Close())
	until(t, "the last message was not sent", func() bool { return b.has("last99") })
	if b.has("late") {
		t.Error("a message was sent by a relay that was closed")
	}
}

// restart: a server that is away loses messages, with one line, and delays nobody; when it is back, messages arrive again.
func restart(t *testing.T, s peer) {
	a, b := begin(t, s.url, broadcast.Options{Waiting: 10_000}), begin(t, s.url, broadcast.Options{})
	b.Subscribe("restart", b.receive)
	here := a.publishing("elsewhere", 1000)
	meet(t, a, b, "restart") // behind all of them
	s.kill()
	until(t, "nobody has noticed", func() bool { return a.logged("cannot be reached") == 1 && b.logged("cannot be reached") == 1 })
	if away := a.publishing("restart", 10_000); away > 30*here {
		t.Errorf("publishing takes %v for each message while the server is away, and %v while it is there", away, here)
	}
	s.restart()
	meet(t, a, b, "restart")
	for _, p := range []*process{a, b} {
		until(t, "it is not said that the server is back", func() bool { return p.logged("again") >= 1 })
		if n := p.logged("level=WARN"); n != 1 {
			t.Errorf("%d warnings: %s", n, p.text())
		}
		if strings.Contains(p.text(), "topsecret") {
			t.Errorf("the log has the password: %s", p.text())
		}
	}
	if b.has("nobody hears this") {
		t.Error("a message was kept")
	}
}

// publishing publishes so many messages several times, and returns how long it takes for each message at best: other work of the machine
// affects one time, but not each of several.
func (p *process) publishing(name string, many int) time.Duration {
	best := time.Hour
	for range 5 {
		began := time.Now()
		for range many {
			p.Publish(name, []byte("nobody hears this"))
		}
		best = min(best, time.Since(began))
	}
	return best / time.Duration(many)
}

// TestNobodyWaitsForAServerThatHangs: messages wait while there is room, and are lost then; what the line has said is one line.
func TestNobodyWaitsForAServerThatHangs(t *testing.T) {
	t.Parallel()
	server := datatest.Redis(t)
	a, b := begin(t, server.URL, broadcast.Options{Waiting: 10}), begin(t, server.URL, broadcast.Options{})
	b.Subscribe("slow", b.receive)
	meet(t, a, b, "slow")
	goOn := stopProcess(t, server.Client(t))
	began := time.Now()
	for range 1000 {
		a.Publish("slow", []byte("x"))
	}
	took := time.Since(began)
	until(t, "it is not said that messages are lost", func() bool { return a.logged("too slow") == 1 })
	until(t, "nobody has noticed that the server hangs", func() bool { return a.logged("cannot be reached") == 1 })
	if noticed := time.Since(began); took > noticed/2 { // one that waits takes as long
		t.Errorf("1,000 messages to a server that hangs take %v; it is given up after %v", took, noticed)
	}
	goOn()
	meet(t, a, b, "slow")
	if n := b.times("x"); n > 20 {
		t.Errorf("%d messages were kept", n)
	}
	if n := a.logged("level=WARN"); n != 2 {
		t.Errorf("%d warnings: %s", n, a.text())
	}
}

// TestNothingIsConnectedBeforeItIsNeeded: a line that nobody uses costs nothing, and one without a server is closed at once.
func TestNothingIsConnectedBeforeItIsNeeded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // nothing but a wait makes its time pass
		closes := func(p *process) {
			t.Helper()
			began := time.Now()
			must(t, p.line.Close())
			if took := time.Since(began); took > 0 {
				t.Errorf("the end waited for %v", took)
			}
		}
		closes(begin(t, "redis://127.0.0.1:"+datatest.FreePort(t), broadcast.Options{}))
		a := begin(t, "nats://app:topsecret@127.0.0.1:"+datatest.FreePort(t), broadcast.Options{})
		a.Subscribe("x", a.receive)
		a.Publish("x", []byte("1"))
		until(t, "it is not said that there is no server", func() bool { return a.logged("cannot be reached") == 1 })
		closes(a)
		closes(a)
		if strings.Contains(a.text(), "topsecret") {
			t.Errorf("the log has the password: %s", a.text())
		}
	})
}

// TestPasswordsAreHidden: a server that refuses access is reported without the password.
func TestPasswordsAreHidden(t *testing.T) {
	t.Parallel()
	p := natsPeer(t)
	redis := datatest.Redis(t, "--requirepass", "other")
	for _, url := range []string{strings.Replace(p.url, "topsecret", "hidden-word", 1), strings.Replace(redis.URL, "://", "://:hidden-word@", 1)} {
		a := begin(t, url, broadcast.Options{})
		a.Publish("x", []byte("1"))
		until(t, "the refusal is not reported", func() bool { return a.logged("cannot be reached") == 1 })
		if text := a.text(); strings.Contains(text, "hidden-word") || !strings.Contains(strings.ToLower(text), "auth") &&
			!strings.Contains(text, "refused access") {
			t.Errorf("the log says %s", text)
		}
	}
}

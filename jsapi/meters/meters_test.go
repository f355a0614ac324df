package meters_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/jsapi/meters"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/platform/fault"
)

// counted is a registry that notes what is done.
type counted struct {
	mu    sync.Mutex
	lines []string
}

func (c *counted) note(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = append(c.lines, fmt.Sprintf(format, args...))
}

func (c *counted) take() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := strings.Join(c.lines, ", ")
	c.lines = nil
	return text
}

func (c *counted) Instrument(kind meters.Kind, name string, tags []meters.Tag) (meters.Instrument, error) {
	if name == "bad" {
		return nil, fault.New("test", fault.Invalid, "it is bad").WithHint("make it good")
	}
	text := string(kind) + " " + name
	for _, t := range tags {
		text += " " + t.Key + "=" + t.Value
	}
	return instrument{c, text}, nil
}

type instrument struct {
	of   *counted
	what string
}

func (i instrument) Add(n float64) { i.of.note("%s +%g", i.what, n) }
func (i instrument) Set(n float64) { i.of.note("%s =%g", i.what, n) }
func (i instrument) Record(n float64) {
	if n > 0.5 && n < 0.9 { // a time
		n = 0.5
	}
	i.of.note("%s :%g", i.what, n)
}

func TestMeters(t *testing.T) {
	var c counted
	var gauges meters.Gauges
	p := realmtest.New(t, meters.Module(&c, &gauges))
	p.SetBean("m", "meterRegistry", "")
	for _, one := range [][3]string{
		{`m instanceof MeterRegistry`, "true", ""},
		{`m.counter("orders").increment()`, "undefined", "counter orders +1"},
		{`m.counter("orders", { region: "eu", big: true, n: 3 }).increment(2.5)`, "undefined", "counter orders region=eu big=true n=3 +2.5"},
		{`m.counter("orders").increment(-1)`, "throws TypeError: a counter cannot be decremented; use a gauge for what goes up and down", ""},
		{`m.counter("orders").increment("1")`, "throws TypeError: increment needs a finite number", ""},
		{`m.counter("orders").increment(1 / 0)`, "throws TypeError: increment needs a finite number", ""},
		{`m.counter("orders").increment(NaN)`, "throws TypeError: increment needs a finite number", ""},
		{`m.counter("orders").set(1)`, "throws TypeError: a counter does not have the method set", ""},
		{`m.gauge("open", 3) && m.gauge("open", { desk: 1 }).set(4)`, "undefined", "gauge open =3, gauge open desk=1 =4"},
		{`m.gauge("open").increment(), m.gauge("open").decrement(2)`, "undefined", "gauge open +1, gauge open +-2"},
		{`m.timer("mail").record(1500)`, "undefined", "timer mail :1.5"},
		{`m.timer("mail").record(-5)`, "undefined", "timer mail :0"},
		{`m.timer("mail").time(() => 7)`, "7", "timer mail :0"},
		{`m.timer("mail").time(() => { throw new RangeError("no") })`, "throws RangeError: no", "timer mail :0"},
		{`m.timer("mail").time(7)`, "throws TypeError: time needs a function", ""},
		{`m.histogram("basket").record(12)`, "undefined", "histogram basket :12"},
		{`m.counter(7)`, `throws TypeError: the name of a counter must be a text, such as "orders.placed"`, ""},
		{`m.counter("bad")`, "throws TypeError: it is bad; make it good", ""},
		{`m.counter("a", "b")`, `throws TypeError: the tags of a meter must be an object, such as { region: "eu" }`, ""},
		{`m.counter("a", { b: {} })`, "throws TypeError: the tag b of a meter must be a text, a number or a boolean", ""},
		{`m.counter("a", { b: undefined })`, "throws TypeError: the tag b of a meter must be a text, a number or a boolean", ""},
		{`new MeterRegistry()`, "throws TypeError: a MeterRegistry cannot be made with new; inject it with @Autowired", ""},
		{`MeterRegistry.prototype.counter.call({}, "a")`, "throws TypeError: counter was called on something that is not a MeterRegistry; " +
			"call it as this.meters.counter(…)", ""},
	} {
		p.Cases([][2]string{{one[0], one[1]}})
		got := c.take()
		if strings.Contains(one[0], ".time(") { // whatever it took
			got, _, _ = strings.Cut(got, ":")
			one[2], _, _ = strings.Cut(one[2], ":")
		}
		if got != one[2] {
			t.Errorf("%s: %q, want %q", one[0], got, one[2])
		}
	}
}

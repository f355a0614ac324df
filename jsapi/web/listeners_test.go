//go:build unix

package web_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/platform/rest"
)

// TestManyListeners: adding, calling and removing listeners takes time in proportion to their number. Ten times as many may take up to 40
// times as long, since the collector has more to look at; work in proportion to the square takes more than a hundred times.
func TestManyListeners(t *testing.T) {
	const many = 100_000
	for _, c := range []struct {
		name, script string
		listeners    int
	}{
		{"added, called and removed", `const t = new EventTarget(), all = []; let n = 0; for (let i = 0; i < N; i++) { const f = () => n++; all.push(f);
			t.addEventListener('x', f) }
		  t.dispatchEvent(new Event('x')); for (const f of all) t.removeEventListener('x', f); t.dispatchEvent(new Event('x')); return n`, many},
		{"called once", `const c = new AbortController(); let n = 0; for (let i = 0; i < N; i++) c.signal.addEventListener('abort',
			() => n++, {once: true});
		  c.abort(); c.abort(); return n`, many / 4},
	} {
		if testing.Short() {
			c.listeners /= 10
		}
		p := newPage(t, web.Options{})
		took := func(listeners int) time.Duration {
			began := rest.ProcessorTime()
			if got, want := p.eval(fmt.Sprintf("const N = %d; %s", listeners, c.script)), strconv.Itoa(listeners); got != want {
				t.Errorf("%s: %s of %s", c.name, got, want)
			}
			return rest.ProcessorTime() - began
		}
		few := min(took(c.listeners/10), took(c.listeners/10)) // the first makes the globals, too
		all := took(c.listeners)
		t.Logf("%d %s: %v, a tenth of them: %v", c.listeners, c.name, all, few)
		if all > 40*few {
			t.Errorf("%d listeners %s take %v, a tenth of them %v", c.listeners, c.name, all, few)
		}
	}
}

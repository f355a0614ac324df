package guard

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// TestMatchersAreKept: what matches is made once for a literal that is evaluated again, and for no other one.
func TestMatchersAreKept(t *testing.T) {
	if !inside.Matchers.On() {
		t.Skip("they are left to goja, to compare with")
	}
	rt := goja.New()
	if err := Install(rt, Limits{}); err != nil {
		t.Fatal(err)
	}
	used := func(call string, literal string) *regexp2.Regexp {
		t.Helper()
		v, err := rt.RunString(fmt.Sprintf(`((r) => { if (%s !== "é+b+") throw new Error(%[1]s); return r; })(%s)`, call, literal))
		if err != nil {
			t.Fatal(err)
		}
		e := inside.ExpressionOf(v)
		if e == nil || e.Regexp2Wrapper == nil {
			t.Fatal("nothing goes back")
		}
		return e.Regexp2Wrapper.Rx
	}
	const text, called = `"éaba".replace(r, "+")`, `"éaba".replace(r, () => "+")`
	first := used(text, "/a/g")
	if used(text, "/a/g") != first || used(called, "/a/g") != first || used(text, `new RegExp("a", "g")`) != first {
		t.Error("another matcher is made of the same source")
	}
	folded := used(text, "/A/gi")
	if folded == first || folded != used(text, "/A/gi") {
		t.Error("flags do not count, or are not known again")
	}
	long := "/a|" + strings.Repeat("x", longestSource) + "/g"
	if once := used(text, long); once == used(text, long) {
		t.Error("a long source is kept")
	}
	for i := range mostMatchers {
		used(text, fmt.Sprintf("/a|%d/g", i))
	}
	if used(text, "/a/g") == first {
		t.Error("more is kept than may be")
	}
}

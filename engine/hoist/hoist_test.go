package hoist

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// TestHoisted runs texts as bodies of functions and by eval: what they return, or end with, is what Node does.
func TestHoisted(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"block":              {`var r = typeof f; { function f() { return 1 } } r += f()`, "undefined1"},
		"before the block":   {`var r = [typeof f]; { r += typeof f; function f() {} } r + typeof f`, "undefinedfunctionfunction"},
		"inner and outer":    {`{ function f() { return 1 } f = 2; var r = typeof f } r + typeof f`, "numberfunction"},
		"let around":         {`{ let f = 3; { function f() {} } } typeof f`, "undefined"},
		"let at the top":     {`let f = 3; { function f() {} } f`, "3"},
		"loop":               {`for (let f of [1]) { { function f() {} } } typeof f`, "undefined"},
		"catch":              {`try { throw 1 } catch (f) { if (1) { function f() {} } } typeof f`, "function"},
		"catch with pattern": {`try { throw {} } catch ({ f }) { { function f() {} } } typeof f`, "undefined"},
		"if":                 {`var r = typeof f; if (1) function f() {} else ; r + typeof f`, "undefinedfunction"},
		"else":               {`if (0) function f() { return 1 } else function f() { return 2 } f()`, "2"},
		"switch":             {`switch (1) { case 1: function f() { return 4 } } f()`, "4"},
		"label":              {`{ l: function f() { return 5 } } f()`, "5"},
		"twice":              {`{ function f() { return 1 } function f() { return 6 } } f()`, "6"},
		"not reached":        {`if (0) { function f() {} } typeof f + (() => { try { return f } catch { return "none" } })()`, "undefinedundefined"},
		"strict":             {`(function () { "use strict"; { function f() {} } return typeof f })()`, "undefined"},
		"a class":            {`new (class { m() { { function f() {} } return typeof f } })().m()`, "undefined"},
		"parameter":          {`(function (f) { { function f() {} } return f })(7)`, "7"},
		"async":              {`{ async function f() {} } typeof f`, "undefined"},
		"within a function":  {`(() => { { function f() { return 8 } } return f() })() + typeof f`, "8undefined"},
		"value":              {`1; { function f() {} }`, "1"},
		"lines":              {"{\nl:\nfunction f() { return 9 }\n}\nf()", "9"},
		"label at the top":   {`l: m: function f() { return 1 } f()`, "1"},
		"a mistake":          {`{ function f() {} } )`, "SyntaxError"},
	} {
		evaluated := Evaluated(c.text, nil)
		if strings.Count(evaluated, "\n") != strings.Count(c.text, "\n") {
			t.Errorf("%s: other lines: %s", name, evaluated)
		}
		got := ran(evaluated)
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s: %s", name, got, c.want, evaluated)
		}
	}
	for _, text := range []string{"{ function f() {} }", `{ function g() {} } "\u{10ffff}"`} { // the parser panics on the second
		if got := Evaluated(text, []string{"f"}); got != text {
			t.Error(got)
		}
	}
	if got := Body("{ function f() {} }", "{ g }, f = 1"); got != "{ function f() {} }" {
		t.Error(got)
	}
	if got := ran("(function () {" + Body("{ function f() { return 1 } } return f()") + "})()"); got != "1" {
		t.Error(got)
	}
}

func ran(text string) string {
	vm := goja.New()
	vm.Set("text", text)
	value, err := vm.RunString(`(0, eval)(text)`)
	if err != nil {
		return err.Error()
	}
	return value.String()
}

// FuzzHoisted: what is read before, is read afterwards.
func FuzzHoisted(f *testing.F) {
	f.Add("{ function f() {} }")
	f.Add("if (1) function f() {} else function g() {}")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := goja.Compile("", text, false); err != nil {
			return
		}
		if _, err := goja.Compile("", Evaluated(text, nil), false); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}

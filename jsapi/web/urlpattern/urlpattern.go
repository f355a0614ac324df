package urlpattern

import (
	"embed"
	"unicode"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

//go:embed *.js
var scripts embed.FS

// Parts returns URLPattern.
func Parts() []part.Part {
	return []part.Part{
		{Name: "pattern-parse", Needs: []string{"base"}, Script: part.Script(scripts, "parse.js"), Host: host},
		{Name: "pattern-text", Needs: []string{"pattern-parse"}, Script: part.Script(scripts, "text.js")},
		{Name: "pattern", Needs: []string{"pattern-text"}, Globals: []string{"URLPattern"}, Script: part.Script(scripts, "pattern.js")},
	}
}

func host(r *part.Realm) map[string]part.Native {
	return map[string]part.Native{
		// isName reports whether a character may be in a name, or begin one.
		"isName": func(call goja.FunctionCall) goja.Value {
			char := rune(call.Argument(0).ToInteger())
			return r.Runtime.ToValue(isName(char, call.Argument(1).ToBoolean()))
		},
	}
}

// isName reports whether a character may be in an identifier of JavaScript, or begin one.
func isName(char rune, first bool) bool {
	if char == '$' || char == '_' || unicode.In(char, unicode.L, unicode.Nl, unicode.Other_ID_Start) {
		return true
	}
	return !first && (char == 0x200C || char == 0x200D || unicode.In(char, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue))
}

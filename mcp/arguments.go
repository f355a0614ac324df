package mcp

import (
	"math"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// plainID returns an id as scripts see it.
func plainID(id []byte) any {
	value := gjson.ParseBytes(id)
	if value.Type == gjson.String {
		return value.Str
	}
	if whole, err := strconv.ParseInt(value.Raw, 10, 64); err == nil && whole >= -1<<53 && whole <= 1<<53 {
		return whole
	}
	return value.Raw
}

// argument returns an argument by its name; null counts as absent, unless the parameter may be null.
func (c *call) argument(name string, nullable bool) (value gjson.Result, given bool) {
	gjson.Parse(c.arguments).ForEach(func(key, one gjson.Result) bool {
		if key.Str == name {
			value = one // the last one of a name counts
		}
		return true
	})
	return value, value.Exists() && (value.Type != gjson.Null || nullable)
}

// bind makes the arguments of a bean's method, as far as they fit, and notes those that a schema takes.
func (k *calling) bind(s *engine.Scope) error {
	params := k.tool.handler.Params
	k.args = make([]engine.Value, len(params))
	for i := range params {
		p := &params[i]
		var err error
		switch {
		case p.Origin == manifest.FromHost:
			k.args[i], err = k.inject(s, p.Type.Name)
		case k.tool.Schema == nil:
			err = k.bindOne(s, p, &k.args[i])
		}
		if err != nil {
			return err
		}
	}
	if k.tool.Schema == nil {
		return nil
	}
	whole, mismatches, err := schema.JSON(s, &schema.Type{Kind: schema.Any}, gjson.Parse(k.arguments), k.settings.limits())
	for _, m := range mismatches {
		k.refuse(m)
	}
	if k.whole = whole; err == nil && mismatches == nil {
		k.schemas.Add(k.tool.Schema, &k.whole, k.refuse)
	}
	return err
}

func (k *calling) refuse(m schema.Mismatch) { k.wrong = append(k.wrong, m.String()) }

// spread passes what the schema of all arguments has made by the names of the parameters.
func (k *calling) spread(s *engine.Scope) {
	if k.tool.Schema == nil {
		return
	}
	for _, a := range k.tool.Arguments {
		k.args[a.Param] = s.Member(k.whole, a.Name)
	}
}

// inject returns the value of a parameter with a host type.
func (c *call) inject(s *engine.Scope, hostType string) (engine.Value, error) {
	if hostType == "HttpRequest" {
		return c.Request(s)
	}
	err := c.introduce(s)
	return c.context, err
}

func (k *calling) bindOne(s *engine.Scope, p *manifest.Param, into *engine.Value) error {
	standard := p.Type.Standard
	refuse := func(m schema.Mismatch) { k.refuse(m.Under(p.Key)) }
	value, given := k.argument(p.Key, p.Type.Nullable || standard != nil)
	if !given {
		if *into = absent(s, p); p.Asks {
			k.schemas.Add(standard, into, refuse)
		}
		return nil
	}
	made, mismatches, err := schema.JSON(s, p.Type, value, k.settings.limits())
	for _, m := range mismatches {
		refuse(m)
	}
	if *into = made; standard != nil && err == nil && mismatches == nil && !(s.IsNull(made) && p.Type.Nullable) {
		k.schemas.Add(standard, into, refuse)
	}
	return err
}

// absent returns the value of an argument that was not given: the default, undefined or null.
func absent(s *engine.Scope, p *manifest.Param) engine.Value {
	if p.ScriptDefault || p.Asks {
		return s.Undefined()
	}
	return s.Null()
}

// wholeNumbers writes whole numbers in a JSON text without a fraction and an exponent: 2.0 is an integer to JSON
// Schema, and 2 is one to every reader.
func wholeNumbers(text string) string {
	at := fraction(text, 0)
	if at < 0 {
		return text
	}
	var b strings.Builder
	written := 0
	for ; at >= 0; at = fraction(text, at) {
		end := at
		for end < len(text) && isNumeral(text[end]) {
			end++
		}
		if f, err := strconv.ParseFloat(text[at:end], 64); err == nil && f == math.Trunc(f) && math.Abs(f) <= 1<<53 {
			b.WriteString(text[written:at])
			b.WriteString(strconv.FormatInt(int64(f), 10))
			written = end
		}
		at = end
	}
	b.WriteString(text[written:])
	return b.String()
}

// fraction returns the index of the next number with a point or an exponent, outside of strings; -1 if there is none.
func fraction(text string, from int) int {
	start, inText := -1, false
	for i := from; i < len(text); i++ {
		switch c := text[i]; {
		case inText:
			if c == '\\' {
				i++
			}
			inText = c != '"'
		case c == '"':
			inText, start = true, -1
		case start < 0 && (c == '-' || c >= '0' && c <= '9'):
			start = i
		case start >= 0 && (c == '.' || c == 'e' || c == 'E'):
			return start
		case !isNumeral(c):
			start = -1
		}
	}
	return -1
}

func isNumeral(c byte) bool {
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'
}

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

// bind makes the arguments of a bean's method. If a value does not fit, it ends the call and returns nil.
func (c *call) bind(s *engine.Scope) ([]engine.Value, error) {
	params := c.tool.handler.Params
	args := make([]engine.Value, len(params))
	var wrong []string
	for i := range params {
		p := &params[i]
		var err error
		if p.Origin == manifest.FromHost {
			args[i], err = c.inject(s, p.Type.Name)
		} else {
			args[i], wrong, err = c.bindOne(s, p, wrong)
		}
		if err != nil {
			return nil, err
		}
	}
	if wrong != nil {
		c.fail(outcomeTool, strings.Join(wrong, "\n"))
		return nil, nil
	}
	return args, nil
}

// inject returns the value of a parameter with a host type.
func (c *call) inject(s *engine.Scope, hostType string) (engine.Value, error) {
	if hostType == "HttpRequest" {
		return c.Request(s)
	}
	err := c.introduce(s)
	return c.context, err
}

func (c *call) bindOne(s *engine.Scope, p *manifest.Param, wrong []string) (engine.Value, []string, error) {
	value, given := c.argument(p.Key, p.Type.Nullable)
	if !given {
		return absent(s, p), wrong, nil
	}
	made, mismatches, err := schema.JSON(s, p.Type, value, c.settings.limits())
	for _, m := range mismatches {
		wrong = append(wrong, m.Under(p.Key).String())
	}
	return made, wrong, err
}

// absent returns the value of an argument that was not given: the default, undefined or null.
func absent(s *engine.Scope, p *manifest.Param) engine.Value {
	if p.ScriptDefault {
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

package guard

import (
	"math"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// numbers fixes Number.prototype.toLocaleString, which takes a locale for a radix and throws, and limits
// parseFloat, which takes quadratic time.
func (g *guard) numbers() {
	g.method(g.prototype("Number"), "toLocaleString", g.localeString)
	g.parseFloat()
}

// parseFloat guards parseFloat, which reads a prefix only: further digits do not change a number.
func (g *guard) parseFloat() {
	const enough = 64 << 10
	number, _ := g.rt.Get("Number").(*goja.Object)
	parse := g.wrapped(g.rt.Get("parseFloat"), "parseFloat", func(call goja.FunctionCall, original native) goja.Value {
		if s, ok := call.Argument(0).(goja.String); ok && s.Length() > enough {
			call.Arguments = []goja.Value{s.Substring(0, enough)}
		}
		return original(call)
	})
	for _, owner := range []*goja.Object{g.rt.GlobalObject(), number} {
		_ = owner.DefineDataProperty("parseFloat", parse, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

// localeString formats like en-US, for every locale: groups of three and up to three decimals. It supports
// the options minimumFractionDigits, maximumFractionDigits and useGrouping; a style other than decimal is a
// RangeError.
func (g *guard) localeString(call goja.FunctionCall, original native) goja.Value {
	number := original(goja.FunctionCall{This: call.This}) // throws if this is not a number
	value := call.This.ToNumber().ToFloat()
	if math.IsNaN(value) {
		return number
	}
	format := g.numberFormat(call.Argument(1))
	if math.IsInf(value, 0) {
		return g.rt.ToValue(strings.Replace(strconv.FormatFloat(value, 'f', -1, 64)[:1], "+", "", 1) + "∞")
	}
	return g.rt.ToValue(format.text(value))
}

type numberFormat struct {
	least, most int // decimals
	grouping    bool
}

func (g *guard) numberFormat(options goja.Value) numberFormat {
	format := numberFormat{least: 0, most: 3, grouping: true}
	object, ok := options.(*goja.Object)
	if !ok {
		return format
	}
	if style := object.Get("style"); style != nil && !goja.IsUndefined(style) && style.String() != "decimal" {
		g.failRange("toLocaleString: style %q needs Intl, which is not available", style.String())
	}
	least, hasLeast := g.digits(object, "minimumFractionDigits")
	most, hasMost := g.digits(object, "maximumFractionDigits")
	switch {
	case hasLeast && hasMost && least > most:
		g.failRange("maximumFractionDigits value is out of range.")
	case hasLeast && hasMost:
		format.least, format.most = least, most
	case hasLeast:
		format.least, format.most = least, max(least, format.most)
	case hasMost:
		format.least, format.most = min(format.least, most), most
	}
	if grouping := object.Get("useGrouping"); grouping != nil && !goja.IsUndefined(grouping) {
		format.grouping = grouping.ToBoolean()
	}
	return format
}

func (g *guard) digits(options *goja.Object, name string) (int, bool) {
	value := options.Get(name)
	if value == nil || goja.IsUndefined(value) {
		return 0, false
	}
	digits := value.ToNumber().ToFloat()
	if !(digits >= 0 && digits <= 100) {
		g.failRange("%s value is out of range.", name)
	}
	return int(digits), true
}

func (f numberFormat) text(value float64) string {
	text := roundHalfAway(math.Abs(value), f.most)
	whole, decimals, _ := strings.Cut(text, ".")
	for len(decimals) > f.least && strings.HasSuffix(decimals, "0") {
		decimals = decimals[:len(decimals)-1]
	}
	if f.grouping {
		whole = grouped(whole)
	}
	if decimals != "" {
		whole += "." + decimals
	}
	if math.Signbit(value) {
		whole = "-" + whole
	}
	return whole
}

// roundHalfAway rounds the shortest decimal text of the number, as Intl does: half away from zero, where 'f'
// formatting would round the binary value.
func roundHalfAway(value float64, decimals int) string {
	text := strconv.FormatFloat(value, 'f', -1, 64)
	point := strings.IndexByte(text, '.')
	if point < 0 || len(text)-point-1 <= decimals {
		if point < 0 {
			point = len(text)
			text += "."
		}
		return text + strings.Repeat("0", decimals-(len(text)-point-1))
	}
	kept := []byte(text[:point+1+decimals])
	if text[point+1+decimals] < '5' {
		return string(kept)
	}
	for i := len(kept) - 1; i >= 0; i-- {
		switch kept[i] {
		case '.':
			continue
		case '9':
			kept[i] = '0'
			continue
		}
		kept[i]++
		return string(kept)
	}
	return "1" + string(kept)
}

func grouped(whole string) string {
	var out strings.Builder
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			out.WriteByte(',')
		}
		out.WriteRune(digit)
	}
	return out.String()
}

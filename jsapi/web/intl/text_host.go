package intl

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/intl/collation"
	"github.com/fwrun/fwrun/jsapi/web/intl/lists"
	"github.com/fwrun/fwrun/jsapi/web/intl/relative"
	"github.com/fwrun/fwrun/jsapi/web/intl/segments"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

func (h realm) textFunctions() map[string]part.Native {
	return map[string]part.Native{
		"listParts":       h.listParts,
		"relativeWord":    h.relativeWord,
		"relativePattern": h.relativePattern,
		"collator":        h.collator,
		"segments":        h.segments,
	}
}

// listParts(locale, type, style, texts) joins a list.
func (h realm) listParts(call goja.FunctionCall) goja.Value {
	f := lists.New(call.Argument(0).String(), call.Argument(1).String(), call.Argument(2).String())
	parts := f.Format(h.texts(call.Argument(3)))
	values := make([]any, len(parts))
	for i, p := range parts {
		values[i] = h.object("type", p.Type, "value", p.Value)
	}
	return h.Runtime.NewArray(values...)
}

// relativeWord(locale, style, unit, number) returns the word for a number of units from now, or undefined.
func (h realm) relativeWord(call goja.FunctionCall) goja.Value {
	f := relative.New(call.Argument(0).String(), call.Argument(1).String(), true)
	return h.orUndefined(f.Word(call.Argument(2).String(), call.Argument(3).String()))
}

// relativePattern(locale, style, unit, past, plural) returns what is before and after the number; only one text if the number is not written.
func (h realm) relativePattern(call goja.FunctionCall) goja.Value {
	f := relative.New(call.Argument(0).String(), call.Argument(1).String(), false)
	return h.array(strings.Split(f.Pattern(call.Argument(2).String(), call.Argument(3).ToBoolean(), call.Argument(4).String()), "{0}"))
}

// longCompared is how long texts may be that are compared; they are compared as a whole.
const longCompared = 1 << 20

// collator(slots) returns the function that compares.
func (h realm) collator(call goja.FunctionCall) goja.Value {
	slots := readerOf(call.Argument(0))
	c := collation.New(collation.Options{
		Locale: slots.text("data"), Type: slots.text("type"), Sensitivity: slots.text("sensitivity"), Numeric: slots.is("numeric"),
		CaseFirst: slots.text("caseFirst"), IgnorePunctuation: slots.is("ignorePunctuation"),
	})
	return h.bound(func(call goja.FunctionCall) goja.Value {
		return h.compare(c, call.Argument(0).ToString(), call.Argument(1).ToString())
	}, 2)
}

func (h realm) compare(c *collation.Collator, a, b goja.Value) goja.Value {
	left, right := a.String(), b.String()
	if max(len(left), len(right)) > longCompared {
		h.rangeError("The text is too long to be compared by its locale")
	}
	return h.Runtime.ToValue(c.Compare(left, right))
}

// segments(text, granularity) returns a function that finds the segment around an index: an object of from, to and wordLike, or undefined.
func (h realm) segments(call goja.FunctionCall) goja.Value {
	text := segments.New(call.Argument(0).String(), segments.Granularity(call.Argument(1).String()))
	noop, _ := goja.AssertFunction(call.Argument(2))
	check := func() {
		if _, err := noop(goja.Undefined()); err != nil {
			panic(err)
		}
	}
	return h.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		segment, ok := text.At(int(call.Argument(0).ToInteger()), check)
		if !ok {
			return goja.Undefined()
		}
		return h.object("from", segment.From, "to", segment.To, "wordLike", segment.WordLike)
	})
}

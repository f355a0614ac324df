package guard

import (
	"unicode"

	"github.com/dop251/goja"
	"golang.org/x/text/unicode/norm"
)

// A text longer than longText is converted in pieces of about that length, between which an interrupt takes
// effect. Its end is looked for over at most searchedText units.
const (
	longText     = 128 << 10
	searchedText = 4 << 10
)

// inPieces makes a method of texts work on pieces of a long one, which begin where may allows it, and count
// what they become.
func (g *guard) inPieces(may func(before, after rune) bool) func(goja.FunctionCall, native) goja.Value {
	return func(call goja.FunctionCall, original native) goja.Value {
		s, ok := g.text(&call)
		if !ok || s.Length() <= longText {
			return original(call)
		}
		return g.pieceByPiece(s, may, func(piece goja.String) goja.Value {
			return original(goja.FunctionCall{This: piece, Arguments: call.Arguments})
		})
	}
}

// argumentInPieces is inPieces for a function of a text that treats each character alone.
func (g *guard) argumentInPieces(call goja.FunctionCall, original native) goja.Value {
	s := g.stringOf(call.Argument(0))
	if s.Length() <= longText {
		call.Arguments = []goja.Value{s}
		return original(call)
	}
	return g.pieceByPiece(s, func(rune, rune) bool { return true }, func(piece goja.String) goja.Value {
		return original(goja.FunctionCall{This: call.This, Arguments: []goja.Value{piece}})
	})
}

func (g *guard) pieceByPiece(s goja.String, may func(before, after rune) bool, convert func(goja.String) goja.Value) goja.Value {
	var out goja.StringBuilder
	total := int64(0)
	for from := 0; from < s.Length(); {
		to := endOfPiece(s, from+longText, may)
		made := g.stringOf(convert(s.Substring(from, to)))
		if total += int64(made.Length()); total > int64(g.limits.StringLength) {
			g.checkText(total)
		}
		g.poll()
		out.WriteString(made)
		from = to
	}
	return out.String()
}

// endOfPiece returns the last place before end at which a text may be cut, or end, if none is near, without
// cutting a surrogate pair.
func endOfPiece(s goja.String, end int, may func(before, after rune) bool) int {
	if end >= s.Length() {
		return s.Length()
	}
	for at := end; at > end-searchedText; at-- {
		before, after := rune(s.CharAt(at-1)), rune(s.CharAt(at))
		if !isSurrogate(after) && may(before, after) {
			return at
		}
	}
	if isTrail(s.CharAt(end)) && end+1 < s.Length() {
		return end + 1
	}
	return end
}

func isSurrogate(c rune) bool { return c&0xF800 == 0xD800 }

func isTrail(c uint16) bool { return c&0xFC00 == 0xDC00 }

// betweenWords reports whether case can be changed separately on both sides: a sigma's small letter depends on
// the letters next to it. Beyond a space, or two other letters, it does not.
func betweenWords(before, after rune) bool {
	return before == ' ' || before == '\n' || isOtherLetter(before) && isOtherLetter(after)
}

func isOtherLetter(c rune) bool { return c != 'Σ' && (unicode.IsUpper(c) || unicode.IsLower(c)) }

// beforeStarter reports whether a text can be normalized separately on both sides.
func beforeStarter(_, after rune) bool {
	return after < 0x80 || norm.NFKC.PropertiesString(string(after)).BoundaryBefore() && norm.NFC.PropertiesString(string(after)).BoundaryBefore()
}

// trimming makes the methods that cut off space look at pieces of a long text.
func (g *guard) trimming(prototype *goja.Object) {
	start, _ := prototype.Get("trimStart").Export().(native)
	end, _ := prototype.Get("trimEnd").Export().(native)
	for _, of := range []struct {
		name, alias string
		start, end  native
	}{{"trim", "", start, end}, {"trimStart", "trimLeft", start, nil}, {"trimEnd", "trimRight", nil, end}} {
		g.method(prototype, of.name, func(call goja.FunctionCall, original native) goja.Value {
			s, ok := g.text(&call)
			if !ok || s.Length() <= longText {
				return original(call)
			}
			from, to := 0, s.Length()
			for rest := 0; of.start != nil && rest == 0 && from < to; from = min(to, from+longText) - rest {
				rest = g.trimmedLength(s.Substring(from, min(to, from+longText)), of.start)
			}
			for rest := 0; of.end != nil && rest == 0 && from < to; to = max(from, to-longText) + rest {
				rest = g.trimmedLength(s.Substring(max(from, to-longText), to), of.end)
			}
			return s.Substring(from, to)
		})
		if of.alias != "" {
			_ = prototype.DefineDataProperty(of.alias, prototype.Get(of.name), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
}

// trimmedLength returns how much of a piece is left.
func (g *guard) trimmedLength(piece goja.String, trim native) int {
	g.poll()
	return g.stringOf(trim(goja.FunctionCall{This: piece})).Length()
}

// localeCompare limits texts that are compared after they were normalized as a whole.
func (g *guard) localeCompare(call goja.FunctionCall, original native) goja.Value {
	s, ok := g.text(&call)
	if !ok {
		return original(call)
	}
	if that, ok := call.Argument(0).(goja.String); ok {
		if length := max(s.Length(), that.Length()); length > longCompared {
			g.failRange("string of length %d is too long to be compared by its locale; the limit is %d", length, longCompared)
		}
		g.spend(s.Length() + that.Length()) // it may be what sort compares with
	}
	return original(call)
}

const longCompared = 1 << 20

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

package schema

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// The codes of values that are refused whatever their constraints are. What breaks a constraint
// has the constraint's code; see [Codes]. Programs compare them, so they never change.
const (
	RefusedRequired = "required" // it was not sent
	RefusedNull     = "null"     // it is null
	RefusedType     = "type"     // it is of another type: params type
	RefusedRange    = "range"    // an integer that a script's number is not exact for: params min, max
	RefusedFormat   = "format"   // a text that is no date, base64, duration or size: params format
	RefusedEnum     = "enum"     // it is none of these: params values
	RefusedEncoding = "encoding" // a text that is none in the charset it should be in
	RefusedJSON     = "json"     // malformed: params line, column
	RefusedXML      = "xml"      // malformed: params line, column
	RefusedForm     = "form"     // malformed
	RefusedDepth    = "depth"    // it nests too deep
	RefusedRoot     = "root"     // another root element: params root
	RefusedValidate = "validate" // a @Validate method said so, and gave no code of its own
)

// Codes lists the codes that a [Mismatch] can have, sorted, but for those of constraints that an
// application makes itself.
func Codes() []string {
	list := []string{
		RefusedRequired, RefusedNull, RefusedType, RefusedRange, RefusedFormat, RefusedEnum, RefusedEncoding, RefusedJSON, RefusedXML, RefusedForm,
		RefusedDepth, RefusedRoot, RefusedValidate,
	}
	for name := range maps.Keys(makers()) {
		list = append(list, codeOf(name))
	}
	slices.Sort(list)
	return list
}

// codeOf is the code of a constraint: MultipleOf is multiple-of.
func codeOf(constraint string) string {
	var b strings.Builder
	for i, r := range constraint {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// paramsOf are the options that a constraint was given, by which a message about it can be
// written, in the order they are listed.
func (c Constraint) paramsOf() []Member {
	var list []Member
	for _, name := range []string{
		"min", "max", "value", "exclusive", "integer", "fraction", "schemes", "version", "regexp", "prefix", "suffix", "values",
	} {
		value := c.Options[name]
		switch v := value.(type) {
		case nil:
			continue
		case Regexp:
			value = v.Source
		case bool:
			if !v {
				continue
			}
		}
		if name == "value" && (c.Name == "Min" || c.Name == "Max") {
			name = codeOf(c.Name)
		}
		list = append(list, Member{name, value})
	}
	return list
}

// unfit is a value of another type than this one.
func (t *Type) unfit() Mismatch {
	if t.Kind == Enum {
		return Mismatch{Code: RefusedEnum, Params: []Member{{"values", t.Enum.Values}}, Expected: t.expected()}
	}
	return Mismatch{Code: RefusedType, Params: []Member{{"type", t.word()}}, Expected: t.expected()}
}

// unread is a text that no value of the type can be read from.
func (t *Type) unread() Mismatch {
	switch t.Kind {
	case Date, Bytes, Duration, Size:
		return Mismatch{Code: RefusedFormat, Params: []Member{{"format", t.word()}}, Expected: t.expected()}
	default:
		return t.unfit()
	}
}

// unfitNull is null where there is none.
func (t *Type) unfitNull() Mismatch {
	return Mismatch{Code: RefusedNull, Expected: t.expected() + ", not null"}
}

// outOfRange is an integer that is too large, or too small.
func outOfRange() Mismatch {
	return Mismatch{Code: RefusedRange, Params: []Member{{"min", int64(-maxSafe)}, {"max", int64(maxSafe)}}, Expected: expectedRange}
}

// missing is a value of the type that was not sent, with what the application says of that.
func (t *Type) missing(message string) Mismatch {
	return Mismatch{Code: RefusedRequired, Missing: true, Expected: t.expected(), Message: message}
}

// unfitObject is something else where an object is wanted.
func unfitObject() Mismatch {
	return Mismatch{Code: RefusedType, Params: []Member{{"type", expectedObject}}, Expected: expectedObject}
}

// word is the type's name as programs compare it.
func (t *Type) word() string {
	if t.Kind.IsList() {
		return "list"
	}
	switch t.Kind {
	case Date:
		return "date"
	case Bytes:
		return "base64"
	case Duration:
		return "duration"
	case Size:
		return "size"
	case Host:
		if t.Name != UploadedFile {
			return "nothing"
		}
		return "file"
	default:
		return t.expected()
	}
}

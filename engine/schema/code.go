package schema

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// The codes of values that are refused independently of constraints. A value that breaks a constraint has the
// constraint's code; see [Codes]. Programs compare codes, so codes never change.
const (
	RefusedRequired = "required" // it was not sent
	RefusedNull     = "null"     // it is null
	RefusedType     = "type"     // it has another type: params type
	RefusedRange    = "range"    // an integer that a script's number cannot represent exactly: params min, max
	RefusedFormat   = "format"   // a text that is not a date, base64, a duration or a size: params format
	RefusedEnum     = "enum"     // it is not one of the listed values: params values
	RefusedEncoding = "encoding" // a text that is not valid in the expected charset
	RefusedJSON     = "json"     // malformed: params line, column
	RefusedXML      = "xml"      // malformed: params line, column
	RefusedForm     = "form"     // malformed
	RefusedDepth    = "depth"    // it nests too deep
	RefusedValues   = "values"   // it has too many values
	RefusedRoot     = "root"     // another root element: params root
	RefusedUnknown  = "unknown"  // nobody declared its name: params known
	RefusedSchema   = "schema"   // a schema of a library refused it
	RefusedValidate = "validate" // a @Validate method refused it and gave no code of its own
)

// Codes lists the codes that a [Mismatch] can have, sorted, except those of constraints that an application
// defines itself.
func Codes() []string {
	list := []string{
		RefusedRequired, RefusedNull, RefusedType, RefusedRange, RefusedFormat, RefusedEnum, RefusedEncoding, RefusedJSON, RefusedXML, RefusedForm,
		RefusedDepth, RefusedValues, RefusedRoot, RefusedUnknown, RefusedSchema,
		RefusedValidate,
	}
	for name := range maps.Keys(makers()) {
		list = append(list, codeOf(name))
	}
	slices.Sort(list)
	return list
}

// codeOf returns the code of a constraint: multiple-of for MultipleOf.
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

// paramsOf lists the options that a constraint was given, in the order they are declared; a message about the
// constraint can be built from them.
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

// unfit returns the mismatch for a value of another type.
func (t *Type) unfit() Mismatch {
	if t.Kind == Enum {
		return Mismatch{Code: RefusedEnum, Params: []Member{{"values", t.Enum.Values}}, Expected: t.expected()}
	}
	return Mismatch{Code: RefusedType, Params: []Member{{"type", t.word()}}, Expected: t.expected()}
}

// unread returns the mismatch for a text that cannot be read as a value of the type.
func (t *Type) unread() Mismatch {
	switch t.Kind {
	case Date, Bytes, Duration, Size:
		return Mismatch{Code: RefusedFormat, Params: []Member{{"format", t.word()}}, Expected: t.expected()}
	default:
		return t.unfit()
	}
}

// unfitNull returns the mismatch for null where the type does not allow null.
func (t *Type) unfitNull() Mismatch {
	return Mismatch{Code: RefusedNull, Expected: t.expected() + ", not null"}
}

// outOfRange returns the mismatch for an integer that is too large or too small.
func outOfRange() Mismatch {
	return Mismatch{Code: RefusedRange, Params: []Member{{"min", int64(-maxSafe)}, {"max", int64(maxSafe)}}, Expected: expectedRange}
}

// missing returns the mismatch for a value of the type that was not sent, with the application's own message,
// if any.
func (t *Type) missing(message string) Mismatch {
	return Mismatch{Code: RefusedRequired, Missing: true, Expected: t.expected(), Message: message}
}

// undeclared returns the mismatch for a member that a class or shape with some fields does not have.
func undeclared(fields []*Field) Mismatch {
	known, names := make([]any, len(fields)), make([]string, len(fields))
	for i, f := range fields {
		known[i], names[i] = f.JSON, f.JSON
	}
	text := "is not known here"
	if len(names) > 0 && len(names) <= 10 {
		text += "; known: " + strings.Join(names, ", ")
	}
	return Mismatch{Code: RefusedUnknown, Params: []Member{{"known", known}}, Message: text}
}

// unfitObject returns the mismatch for a value that should be an object.
func unfitObject() Mismatch {
	return Mismatch{Code: RefusedType, Params: []Member{{"type", expectedObject}}, Expected: expectedObject}
}

// word returns the type's name as programs compare it.
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

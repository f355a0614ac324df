package config

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/units"
)

// Reader reads properties by type and collects the problems, so that a caller can read everything
// it needs and report once. Bounds, choices and the default are those of the [Key]: a getter returns
// the default if the key is not set, is null, or has an unusable value. Of a key with an [Key.Otherwise]
// the caller hands over what holds then; zero if it does not. To read what is not declared is a mistake in
// the program, and a panic. A Reader is not safe for concurrent use.
type Reader struct {
	props  *Properties
	prefix string
	path   []segment // of the prefix, which a name can have in it that no text of a key can say
	shared *shared
}

// shared is what a Reader and those derived from it have in common.
type shared struct {
	known *shape // of the documented keys
	list  fault.List
}

// Problems returns the problems with values that were read so far, by this Reader, those it was
// made from and those made from it.
func (r *Reader) Problems() fault.List { return slices.Clone(r.shared.list) }

// Under returns a Reader for keys relative to a section or list element.
func (r *Reader) Under(key string) *Reader {
	return &Reader{props: r.props, prefix: joinKeys(r.prefix, key), path: r.pathOf(key), shared: r.shared}
}

// Named returns a Reader for the entry of a section that has a name that users choose, whatever is in it. Its key is "".
func (r *Reader) Named(section, name string) *Reader {
	prefix, path := joinName(joinKeys(r.prefix, section), name), append(r.pathOf(section), segment{name: name})
	return &Reader{props: r.props, prefix: prefix, path: path, shared: r.shared}
}

func (r *Reader) pathOf(key string) []segment { return slices.Concat(r.path, splitKey(key)) }

// Key returns the key that this Reader's keys are relative to.
func (r *Reader) Key() string { return r.prefix }

// Has reports whether a key is set to something other than null.
func (r *Reader) Has(key string) bool {
	_, ok := r.value(key)
	return ok
}

// Value returns the value of a key that is set to something other than null.
func (r *Reader) Value(key string) (Value, bool) { return r.value(key) }

// Items returns a Reader for each element of a list. A single section counts as a list of one.
func (r *Reader) Items(key string) []*Reader {
	v, ok := r.value(key)
	switch {
	case !ok:
		return nil
	case v.Kind() == Map:
		return []*Reader{r.Under(key)}
	case v.Kind() != List:
		r.unusable(v, "a list", "\n  - name: main")
		return nil
	}
	out := make([]*Reader, len(v.node.items))
	for i := range out {
		out[i] = r.Under(joinIndex(key, i))
	}
	return out
}

// Names returns the names in a section, in order.
func (r *Reader) Names(key string) []string {
	v, ok := r.value(key)
	if !ok {
		return nil
	}
	if v.Kind() != Map {
		r.unusable(v, "a section", "\n  name: value")
		return nil
	}
	var out []string
	for _, f := range v.Fields() {
		out = append(out, f.Name)
	}
	return out
}

// String reads a text. For numbers and booleans it returns the text as written, and one of the key's choices as it is listed.
func (r *Reader) String(key string, otherwise ...string) string {
	k := r.declared(key, TypeText, len(otherwise))
	if len(k.Choices) == 0 {
		return read(r, key, k, otherwise, "a text", "main", func(text string) (string, bool) { return text, true })
	}
	return read(r, key, k, otherwise, "one of "+strings.Join(k.Choices, ", "), k.Choices[0], func(text string) (string, bool) {
		i := slices.IndexFunc(k.Choices, func(c string) bool { return strings.EqualFold(c, strings.TrimSpace(text)) })
		if i < 0 {
			return "", false
		}
		return k.Choices[i], true
	})
}

// Int reads a whole number.
func (r *Reader) Int(key string, otherwise ...int) int {
	return number(r, key, r.declared(key, TypeInt, len(otherwise)), otherwise, "a whole number", "10", parseInt)
}

// Float reads a number.
func (r *Reader) Float(key string, otherwise ...float64) float64 {
	return number(r, key, r.declared(key, TypeNumber, len(otherwise)), otherwise, "a number", "0.5", parseFloat)
}

// Bool reads true, yes, on, 1 or false, no, off, 0, in upper or lower case.
func (r *Reader) Bool(key string, otherwise ...bool) bool {
	return read(r, key, r.declared(key, TypeBool, len(otherwise)), otherwise, "true or false", "true", parseBool)
}

// Duration reads 500ms, 5s, 2m, 1h, 1d, or a number of seconds without a unit.
func (r *Reader) Duration(key string, otherwise ...time.Duration) time.Duration {
	return number(r, key, r.declared(key, TypeDuration, len(otherwise)), otherwise, "a duration", "30s", units.Duration)
}

// Size reads a number of bytes: 10MiB (1024²), 10MB (1000²), or a number without a unit.
func (r *Reader) Size(key string, otherwise ...int64) int64 {
	return number(r, key, r.declared(key, TypeSize, len(otherwise)), otherwise, "a size", "10MiB", units.Size)
}

// Strings reads a list of texts, or one text with commas.
func (r *Reader) Strings(key string, otherwise ...string) []string {
	k := r.declared(key, TypeList, len(otherwise))
	if k.Default != "" {
		otherwise = splitList(k.Default)
	}
	v, ok := r.value(key)
	if !ok {
		return otherwise
	}
	if v.Kind() == Text {
		return splitList(v.Text())
	}
	out := []string{}
	for _, item := range v.Items() {
		if item.Kind() == List || item.Kind() == Map {
			r.unusable(item, "a text", "main")
			return otherwise
		}
		out = append(out, item.Text())
	}
	switch v.Kind() {
	case List:
		return out
	case Map:
		r.unusable(v, "a list of texts", "[one, two]")
		return otherwise
	default:
		return []string{v.Text()}
	}
}

// Require reports each of the keys that is not set, unless the reason was already reported.
func (r *Reader) Require(keys ...string) {
	for _, key := range keys {
		full := joinKeys(r.prefix, key)
		if n, _, found := r.props.root.at(r.pathOf(key)); r.Has(key) || found && n.reported || r.props.incomplete {
			continue
		}
		place := r.props.place(r.pathOf(key))
		r.add(fault.Diagnostic{
			Code: "config-value", Place: place, Source: r.props.Line(place),
			Message: full + " is not set", Hint: "add it: " + lastName(full) + ": …",
		})
	}
}

// Incomplete is that of the properties.
func (r *Reader) Incomplete() bool { return r.props.Incomplete() }

// Reject reports that the value of a key is wrong for a reason that only the caller knows.
func (r *Reader) Reject(key, message, hint string) { r.add(r.rejected(key, message, hint)) }

func (r *Reader) rejected(key, message, hint string) fault.Diagnostic {
	full := joinKeys(r.prefix, key)
	v, _ := r.props.lookup(r.pathOf(key))
	return fault.Diagnostic{
		Code: v.Origin.code("config-value"), Place: v.Origin.Place, Source: r.props.Line(v.Origin.Place),
		Message: full + origin(v) + " " + message, Hint: hint,
	}
}

// Warning returns a warning about a key whose value can be used, though not exactly as it is.
func (r *Reader) Warning(key, message, hint string) fault.Diagnostic {
	d := r.rejected(key, message, hint)
	d.Severity = fault.Warning
	return d
}

// value returns the value of a key that is set to something other than null.
func (r *Reader) value(key string) (Value, bool) {
	v, ok := r.props.lookup(r.pathOf(key))
	return v, ok && v.Kind() != Null
}

// unusable reports a value of the wrong type. The message contains the value only if it is not
// secret.
func (r *Reader) unusable(v Value, wanted, example string, choices ...string) {
	message := fmt.Sprintf("%s%s must be %s", v.Key, origin(v), wanted)
	switch {
	case v.Kind() == List || v.Kind() == Map:
		message += ", not " + v.Kind().String()
	case !v.Secret():
		message += fmt.Sprintf(", not %q", shorten(v.Shown()))
	}
	hint, mend := "for example "+lastName(v.Key)+": "+example, (*fault.Mend)(nil)
	if near := fault.Nearest(v.Text(), choices); near != "" {
		hint, mend = "did you mean "+near+"?", &fault.Mend{Old: v.Text(), New: near}
	} else if v.Origin.Kind == FromEnvironment {
		hint = "for example " + v.Origin.Name + "=" + example
	} else if v.Origin.Kind == FromFlag {
		hint = "for example --" + v.Origin.Name + "=" + example
	}
	r.add(fault.Diagnostic{
		Code: v.Origin.code("config-value"), Place: v.Origin.Place, Source: r.props.Line(v.Origin.Place),
		Message: message, Hint: hint, Mend: mend,
	})
}

// origin returns where a value outside of the files comes from; for a file, the place says so.
func origin(v Value) string {
	if v.Origin.Kind == FromFile || v.Origin.Kind == FromDefault {
		return ""
	}
	return " (" + v.Origin.String() + ")"
}

// add records a problem once, however often its key is read.
func (r *Reader) add(d fault.Diagnostic) {
	if !slices.ContainsFunc(r.shared.list, func(o fault.Diagnostic) bool {
		return o.Place == d.Place && o.Message == d.Message
	}) {
		r.shared.list = append(r.shared.list, d)
	}
}

func lastName(key string) string {
	segments := splitKey(key)
	for i := len(segments) - 1; i >= 0; i-- {
		if _, isIndex := segments[i].index(); !isIndex {
			return segments[i].name
		}
	}
	return key
}

func shorten(text string) string {
	const limit = 60
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit]) + "…"
}

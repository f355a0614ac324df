package beans

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// property resolves a @Value. If the key is not configured, the field keeps its own default.
func (b *builder) property(w injectionPoint) manifest.Injection {
	injection := manifest.Injection{Bean: -1, IsValue: true, Place: w.spot.Place}
	s := b.SpotOf(w.owner, w.value)
	key, given := w.value.Options["key"].(string)
	if !given {
		d := s.Problem("value-key", "@Value of %s has no key", w.what)
		d.Hint = "write @Value(\"${some.key}\")"
		b.Report(d)
		return injection
	}
	if b.isPlainKey(key) {
		d := s.Problem("value-key", "@Value of %s is the string %q, not the setting with that name", w.what, key)
		d.Severity, d.Hint = fault.Warning, fmt.Sprintf("write @Value(\"${%s}\")", key)
		if w, found := b.Written(w.owner, w.value); found && strings.Trim(w.Args, "\"'`") == key {
			d.Mend = &fault.Mend{Old: w.Args, New: `"${` + key + `}"`}
		}
		b.Report(d)
	}
	t, mistyped := b.valueType(w)
	b.out.Properties = append(b.out.Properties, propertyOf(w, key, t))
	value, missing, problem := b.Expand(key, s.Place)
	if missing && (w.hasDefault || w.optional || b.Incomplete) {
		injection.Keep = true
		return injection
	}
	if problem != nil {
		b.Report(declared.Unconfigured(*problem, w.what, s, missing))
		return injection
	}
	if mistyped != nil {
		b.Report(declared.Naming(w.what, *mistyped))
		return injection
	}
	cast, ok := declared.CastProperty(t, value)
	if !ok {
		d := s.Problem("value-type", "%s is %s, but the configured value of %s does not fit", w.what, fault.Article(t.Name), key)
		b.Report(fault.Explain(d, fmt.Sprintf("the value is %s", declared.Describe(value)),
			"correct the value in config/application.yml, or the type of the field"))
		return injection
	}
	t = b.Constrain(t, w.constraints, w.what, func(d *declared.Declaration) fault.Spot { return b.SpotOf(w.owner, d) })
	if d, broken := declared.BrokenBy(t, cast, fmt.Sprintf("the configured value of %s, for %s,", key, w.what), s); broken {
		b.Report(d)
	}
	injection.Value = cast
	if len(w.constraints) > 0 {
		injection.Type = t
	}
	return injection
}

// propertyOf describes a @Value, for those who write the configuration.
func propertyOf(w injectionPoint, text string, t *schema.Type) manifest.Property {
	for _, d := range slices.Backward(w.constraints) {
		if t != nil {
			t, _ = schema.Constrain(t, d.Constraints()) // misfits are reported where the value is checked
		}
	}
	p := manifest.Property{What: w.what, Text: text, Type: t, Doc: w.doc, Place: w.spot.Place}
	if w.hasDefault {
		p.Default = schema.LiteralDefault(w.defaultAs, w.defaultText)
	}
	return p
}

// isPlainKey reports whether a text was probably meant as a placeholder, because it is a configured key.
func (b *builder) isPlainKey(text string) bool {
	if !strings.Contains(text, ".") || strings.ContainsAny(text, "${} ") {
		return false
	}
	_, missing, problem := b.Expand("${"+text+"}", fault.Place{})
	return !missing && problem == nil
}

// valueType returns the declared type, or else the decorator's, or else that of the default.
func (b *builder) valueType(w injectionPoint) (*schema.Type, *fault.Diagnostic) {
	if w.written != nil {
		return b.Types.Resolve(w.owner.File, w.written)
	}
	if t := declared.OptionType(w.value.Options); t != nil {
		return b.Types.Resolve(w.owner.File, t)
	}
	return schema.FromDefault(w.defaultAs, w.defaultText), nil
}

package beans

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// wrongSetting reports a setting that does not fit its field, or that is missing. The message contains the value
// only if it is not a secret.
func wrongSetting(w schema.Unset, of *manifest.Settings) fault.Diagnostic {
	note, name := of.Note, of.Class.Name
	if w.Field != nil {
		note = fault.Note{Place: w.Field.Place, Text: "the field " + w.Field.Name + " is declared here"}
		name = "the field " + w.Field.Name
	}
	if w.Missing {
		return missingSetting(w, note)
	}
	expected := w.Mismatch
	expected.Path = ""
	d := fault.Diagnostic{Code: "config-value", Place: w.Setting.Place, Notes: []fault.Note{note}}
	d.Message = fmt.Sprintf("%s%s: %s", w.Key, originOf(w.Setting), expected)
	if shown := w.Setting.Shown; shown != "" && !w.Setting.Secret {
		d.Message += fmt.Sprintf(", not %q", shorten(shown))
	}
	d.Hint = "correct the value, or the type of " + name
	if w.Message != "" || w.Field != nil && w.Field.Type.Rules != nil {
		d.Hint = "correct the value, or the constraints of " + name
	}
	return d
}

func missingSetting(w schema.Unset, note fault.Note) fault.Diagnostic {
	d := fault.Diagnostic{
		Code: "config-value", Place: w.Setting.Place, Notes: []fault.Note{note},
		Message: w.Key + " is not set",
		Why:     fmt.Sprintf("the field %s has no default and does not allow null", w.Field.Name),
		Hint:    fmt.Sprintf("set it (%s), or give the field a default", w.Expected),
	}
	if d.Place.File == "" {
		d.Place, d.Length, d.Notes = note.Place, fault.Width(w.Field.Name), nil
	}
	return d
}

// originOf says where a setting comes from that is not set in a file.
func originOf(s schema.Setting) string {
	if s.Origin == "" || s.Place.File != "" && strings.HasPrefix(s.Origin, s.Place.File+":") {
		return ""
	}
	return " (" + s.Origin + ")"
}

const longestShown = 60

func shorten(text string) string {
	if runes := []rune(text); len(runes) > longestShown {
		return string(runes[:longestShown]) + "…"
	}
	return text
}

// unreadSettings warns of settings below a prefix that nothing reads.
func (b *builder) unreadSettings() {
	for _, bean := range b.out.Beans {
		if bean.Settings == nil {
			continue
		}
		for _, w := range b.unread[bean.Settings] {
			if b.isReadElsewhere(w.Key) {
				continue
			}
			d := fault.Diagnostic{
				Severity: fault.Warning, Code: "config-unknown-key", Place: w.Setting.Place,
				Message: fmt.Sprintf("%s has no field for %s%s", bean.Settings.Class.Name, w.Key, originOf(w.Setting)),
				Hint:    "remove it, or declare the field",
				Notes:   []fault.Note{bean.Settings.Note},
			}
			if w.Near != "" {
				d.Hint = "did you mean " + w.Near + "?"
				d.Mend = &fault.Mend{Old: w.Setting.Name, New: w.Near[strings.LastIndexByte(w.Near, '.')+1:]}
			}
			b.Report(d)
		}
	}
}

// isReadElsewhere reports whether another class has the key under its prefix, or a decorator refers to it.
func (b *builder) isReadElsewhere(key string) bool {
	folded := foldKey(key)
	for _, bean := range b.out.Beans {
		if bean.Settings != nil && strings.HasPrefix(foldKey(bean.Settings.Prefix)+".", folded+".") {
			return true
		}
	}
	for i := range b.Declarations {
		switch d := &b.Declarations[i]; d.Decorator {
		case "Value", "ConditionalOnProperty":
			if strings.Contains(foldKey(d.Options.Text("key")), folded) {
				return true
			}
		default:
			for _, value := range d.Options { // such as fixedDelay: "${media.sweep}"
				if text, ok := value.(string); ok && strings.Contains(foldKey(text), "${"+folded) {
					return true
				}
			}
		}
	}
	return false
}

// foldKey returns the form in which keys are compared.
func foldKey(key string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(key))
}

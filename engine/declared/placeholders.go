package declared

import (
	"fmt"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/units"
)

// Resolve replaces the placeholders of a text by their configured values. ok is false if a mistake was reported;
// its message begins with what the text belongs to.
func (src *Source) Resolve(text, what string, s fault.Spot) (value any, ok bool) {
	value, missing, problem := src.Expand(text, s.Place)
	if problem != nil {
		src.Report(Unconfigured(*problem, what, s, missing))
		return nil, false
	}
	return value, true
}

// Option returns the value of an option of a declaration with placeholders resolved. configured reports whether
// there were any.
func (src *Source) Option(d *Declaration, name, what string, s fault.Spot) (value any, configured, ok bool) {
	value = d.Options[name]
	text, isText := value.(string)
	if !isText {
		return value, false, true
	}
	value, ok = src.Resolve(text, what, s)
	return value, ok && value != text, ok
}

// OptionText returns the value of an option that is a text.
func (src *Source) OptionText(d *Declaration, name string, s fault.Spot) string {
	value, _, ok := src.Option(d, name, "@"+d.Decorator, s)
	if !ok || value == nil {
		return d.Options.Text(name)
	}
	return fmt.Sprint(value)
}

// DurationOf converts the value of an option to a duration: a number of seconds, or a text such as "5s".
func DurationOf(value any) (d time.Duration, ok bool) {
	switch v := value.(type) {
	case string:
		return units.Duration(v)
	case int64:
		return units.Duration(strconv.FormatInt(v, 10))
	case float64:
		return units.Duration(strconv.FormatFloat(v, 'f', -1, 64))
	}
	return 0, false
}

// Unconfigured adds to a problem of the configuration what needs the value.
func Unconfigured(d fault.Diagnostic, what string, s fault.Spot, missing bool) fault.Diagnostic {
	d = Naming(what, d)
	if d.Length == 0 {
		d.Length = s.Length
	}
	if missing && d.Hint == "" {
		d.Hint = "set it in config/application.yml, or write a default after a colon: ${key:default}"
	}
	return d
}

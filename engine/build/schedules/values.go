package schedules

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
)

// shortest is the least time between two runs, so that a typing error does not cause an endless loop.
const shortest = time.Millisecond

// read resolves the options, and reports whether all of them are valid.
func (w wanted) read(s *manifest.Schedule) bool {
	kind, ok := w.kind()
	if !ok {
		return false
	}
	enabled, ok := w.enabled()
	if ok && !enabled {
		s.Disabled = "enabled is false"
	}
	s.Overlap, _ = w.d.Options.Bool("overlap")
	s.Timeout, ok = w.duration("timeout", shortest, ok)
	switch kind {
	case schedule.KindCron:
		s.Trigger.Cron, ok = w.cron(ok)
		if ok && s.Trigger.Cron == nil && s.Disabled == "" {
			s.Disabled = `cron is "-"`
		}
	case schedule.KindRate:
		s.Trigger.Rate, ok = w.duration("fixedRate", shortest, ok)
	case schedule.KindDelay:
		s.Trigger.Delay, ok = w.duration("fixedDelay", shortest, ok)
	}
	s.Trigger.Initial, ok = w.duration("initialDelay", 0, ok)
	if s.Disabled != "" {
		s.Trigger = schedule.Trigger{}
	}
	return ok
}

// value resolves the placeholders of an option; configured reports whether there were any. soFar reports whether
// the options before it are valid.
func (w wanted) value(option string, soFar bool) (value any, configured, ok bool) {
	value, configured, ok = w.Option(w.d, option, option+" of "+w.what, w.spot)
	return value, configured, ok && soFar
}

func (w wanted) enabled() (enabled, ok bool) {
	value, _, ok := w.value("enabled", true)
	if !ok || value == nil {
		return true, ok
	}
	if is, fits := declared.CastBool(value); fits {
		return is.(bool), true
	}
	problem := w.spot.Problem("schedule-value", "enabled of %s must be true or false, not %s", w.what, declared.Describe(value))
	problem.Hint = `write true or false, or a placeholder: enabled: "${jobs.enabled:true}"`
	w.Report(problem)
	return false, false
}

// duration reads seconds as a number, or a text such as "5m"; it returns 0 if the option is not given.
func (w wanted) duration(option string, least time.Duration, soFar bool) (time.Duration, bool) {
	value, configured, ok := w.value(option, soFar)
	if value == nil {
		return 0, ok
	}
	text, shown := "", declared.Describe(value)
	switch v := value.(type) {
	case string:
		text, shown = strings.TrimSpace(v), strconv.Quote(v)
	case int64:
		text, shown = strconv.FormatInt(v, 10), strconv.FormatInt(v, 10)
	case float64:
		text, shown = strconv.FormatFloat(v, 'f', -1, 64), strconv.FormatFloat(v, 'g', -1, 64)
	}
	if configured {
		shown = declared.Describe(value) // any value can be configured
	}
	read, is := declared.DurationOf(value)
	reason := ""
	switch {
	case strings.HasPrefix(text, "-"):
		reason = "but must not be negative"
	case !is:
		reason = "which is not a duration"
	case read < least:
		reason = fmt.Sprintf("but must be at least %s", least)
	default:
		return read, ok
	}
	s := w.spot
	if _, written := w.d.Options[option].(string); written && !configured {
		s = w.inside(w.d.Options.Text(option), 0, len(w.d.Options.Text(option)))
	}
	problem := s.Problem("schedule-value", "%s of %s is %s, %s", option, w.what, shown, reason)
	problem.Hint = fmt.Sprintf(`write seconds as a number, or a string: %s: "500ms", "90s", "5m", "1h30m"`, option)
	w.Report(problem)
	return 0, false
}

// cron reads the expression and its time zone; it returns nil for "-".
func (w wanted) cron(soFar bool) (*schedule.Cron, bool) {
	zone, ok := w.zone(soFar)
	value, configured, ok := w.value("cron", ok)
	if value == nil {
		return nil, ok
	}
	text, isText := value.(string)
	if !isText {
		text = fmt.Sprint(value)
	}
	if strings.TrimSpace(text) == "-" {
		return nil, ok
	}
	read, err := schedule.ParseCron(text, zone)
	if wrong, is := errors.AsType[*schedule.CronError](err); is {
		w.Report(w.miswritten(wrong, text, configured))
		return nil, false
	}
	return read, ok
}

// miswritten reports the field of an expression that is wrong, and what it can contain.
func (w wanted) miswritten(wrong *schedule.CronError, text string, configured bool) fault.Diagnostic {
	s, part := w.spot, text[wrong.Offset:wrong.Offset+wrong.Length]
	what := "the cron expression of " + w.what
	if wrong.Field != "" {
		what = fmt.Sprintf("the field for %s of %s", wrong.Field, what)
	}
	switch {
	case configured && wrong.Field != "":
		what += fmt.Sprintf(", at character %d of the configured expression,", wrong.Offset+1)
	case configured:
		what += ", which is configured,"
	default:
		s = w.inside(text, wrong.Offset, wrong.Length)
		what += fmt.Sprintf(", %q,", part)
	}
	problem := s.Problem("schedule-cron", "%s %s", what, wrong.Reason)
	problem.Hint = wrong.Takes
	if wrong.Field != "" {
		problem.Hint = fmt.Sprintf("allowed are %s; * for any, lists 1,2, ranges 1-5 and steps */5", wrong.Takes)
	}
	return problem
}

// inside returns the spot of a part of a text between the parentheses of the decorator, or of the decorator itself
// if the text is written in another way.
func (w wanted) inside(text string, offset, length int) fault.Spot {
	at := -1
	for _, quote := range []string{`"`, "'", "`"} {
		if i := strings.Index(w.args.Args, quote+text+quote); at < 0 && i >= 0 {
			at = i + len(quote) + offset
		}
	}
	if at < 0 || text == "" {
		return w.spot
	}
	before := "@" + w.args.Name + "(" + w.args.Args[:at]
	s := fault.Spot{Place: w.spot.Place, Length: fault.Width(text[offset : offset+length])}
	if line := strings.LastIndexByte(before, '\n'); line >= 0 {
		s.Line += strings.Count(before, "\n")
		s.Col = 1 + fault.Width(before[line+1:])
	} else {
		s.Col += fault.Width(before)
	}
	return s
}

func (w wanted) zone(soFar bool) (*time.Location, bool) {
	value, configured, ok := w.value("zone", soFar)
	if value == nil {
		return nil, ok
	}
	name, _ := value.(string)
	zone, err := schedule.Zone(name)
	if err == nil {
		return zone, ok
	}
	problem := w.spot.Problem("schedule-zone", "the configured zone of %s is not a time zone", w.what)
	if !configured {
		s := w.inside(name, 0, len(name))
		problem = s.Problem("schedule-zone", "zone of %s is %q, which is not a time zone", w.what, name)
	}
	problem.Hint = "use a name of the IANA database, such as Europe/Berlin or UTC"
	w.Report(problem)
	return nil, false
}

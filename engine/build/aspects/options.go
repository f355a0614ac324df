package aspects

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

const codeAspectOption = "aspect-option"

// propagations are the ways in which a transaction relates to that of the caller.
var propagations = []string{"REQUIRED", "SUPPORTS", "MANDATORY", "REQUIRES_NEW", "NOT_SUPPORTED", "NEVER", "NESTED"}

// isolations are the isolation levels, as SQL names them.
var isolations = []string{"READ UNCOMMITTED", "READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"}

// aspect checks the options of one decorator around a method, and completes them.
func (b *builder) aspect(owner *declared.Owner, advised *manifest.Advised, d *declared.Declaration) (manifest.Aspect, bool) {
	r := &aspectReader{builder: b, advised: advised, d: d, what: owner.NameOf(d), spot: b.SpotOf(owner, d), out: manifest.Options{}, ok: true}
	one := manifest.Aspect{Decorator: d.Decorator, Options: r.out, Bean: -1, Record: d.Record, Place: r.spot.Place}
	switch d.Decorator {
	case "Around":
		one.Bean = b.aspectBean(owner, d)
		return one, one.Bean >= 0
	case "Cacheable", "CachePut", "CacheEvict":
		r.cache()
	case "RateLimited":
		r.rate()
	case "Retryable":
		r.retry()
	case "Lockable":
		r.lock()
	case "Transactional":
		r.transaction()
	case "Timed", "Counted":
		r.meter()
	case "Traced":
		r.out["name"] = r.text("name", r.d.Options.Text("name"))
	}
	return one, r.ok
}

// aspectReader reads the options of one decorator.
type aspectReader struct {
	*builder
	advised *manifest.Advised
	d       *declared.Declaration
	what    string
	spot    fault.Spot
	out     manifest.Options
	ok      bool
}

func (r *aspectReader) wrong(hint, format string, args ...any) {
	problem := r.spot.Problem(codeAspectOption, "@%s of %s: %s", r.d.Decorator, r.what, fmt.Sprintf(format, args...))
	problem.Hint = hint
	r.Report(problem)
	r.ok = false
}

func (r *aspectReader) cache() {
	names := r.d.Options.Texts("names")
	for i, name := range names {
		names[i] = r.text("names", name)
	}
	if len(names) == 0 || slices.Contains(names, "") {
		r.wrong(fmt.Sprintf("write @%s(\"users\")", r.d.Decorator), "the name of a cache is missing")
	}
	r.out["names"] = names
	r.key("key")
	r.duration("ttl", 0)
	r.aboveZero("ttl", "leave it out for the ttl of the configuration, or write ttl: \"10m\"")
	for _, flag := range []string{"allEntries", "beforeInvocation"} {
		r.out[flag], _ = r.d.Options.Bool(flag)
	}
	if r.out["allEntries"] == true && r.d.Options["key"] != nil {
		r.wrong("remove one of the two", "allEntries: true evicts every entry, so a key has no effect")
	}
}

func (r *aspectReader) rate() {
	limit := r.amount("limit", 0)
	r.duration("per", time.Second)
	r.duration("wait", 0)
	r.key("key")
	if burst := r.amount("burst", limit); burst < 1 && r.d.Options["burst"] != nil {
		r.wrong("leave it out to allow as many calls at once as the limit", "the burst must be 1 or more calls")
	}
	if r.ok && (limit < 1 || r.out.Duration("per") == 0) {
		r.wrong("write @RateLimited(10, \"1s\"): ten calls a second", "the limit must be 1 or more calls per duration above zero")
	}
}

func (r *aspectReader) retry() {
	attempts := r.amount("attempts", 3)
	if attempts < 1 || attempts > 100 || attempts != math.Trunc(attempts) {
		r.wrong("write @Retryable(3)", "attempts must be a whole number from 1 to 100, including the first try")
	}
	r.duration("delay", 100*time.Millisecond)
	r.duration("maxDelay", 10*time.Second)
	if r.amount("multiplier", 2) < 1 {
		r.wrong("write multiplier: 2, or 1 for the same delay each time", "the multiplier must be 1 or more")
	}
	if r.ok && r.d.Options["maxDelay"] != nil && r.d.Options["delay"] != nil && r.out.Duration("maxDelay") < r.out.Duration("delay") {
		r.wrong("raise maxDelay, or lower delay", "maxDelay is less than delay, which has no effect then")
	}
	except := declared.ListOf(r.d.Options["except"])
	for _, one := range declared.ListOf(r.d.Options["on"]) {
		if slices.Contains(except, one) {
			r.wrong("remove it from one of the two", "an error is in both on and except, and is never tried again")
		}
	}
}

func (r *aspectReader) lock() {
	if r.d.Options["name"] == "" {
		r.wrong("write @Lockable(\"invoice-#{id}\")", "the name of the lock is missing")
		return
	}
	r.key("name")
	for _, same := range [][2]string{{"wait", "waitMilliSecs"}, {"ttl", "ttlSeconds"}} {
		if r.d.Options[same[0]] != nil && r.d.Options[same[1]] != nil {
			r.wrong("remove one of the two", "%s and %s say the same", same[0], same[1])
		}
	}
	r.duration("wait", time.Duration(r.amount("waitMilliSecs", 0)*float64(time.Millisecond)))
	r.duration("ttl", time.Duration(r.amount("ttlSeconds", 0)*float64(time.Second)))
	for _, option := range []string{"ttl", "ttlSeconds"} {
		r.aboveZero(option, "leave it out to hold the lock until the method has ended")
	}
	if ttl := r.out.Duration("ttl"); ttl != 0 && ttl < time.Millisecond {
		r.wrong("write ttl: \"30s\"", "the ttl must be 1ms or more")
	}
}

func (r *aspectReader) transaction() {
	r.out["propagation"] = r.oneOf("propagation", "REQUIRED", propagations)
	r.out["isolation"] = r.oneOf("isolation", "", isolations)
	r.duration("timeout", 0)
	r.aboveZero("timeout", "leave it out for no time limit")
	r.out["readOnly"], _ = r.d.Options.Bool("readOnly")
	if slices.Contains([]any{"SUPPORTS", "MANDATORY", "NOT_SUPPORTED", "NEVER"}, r.out["propagation"]) {
		for _, option := range []string{"isolation", "timeout", "readOnly"} {
			if r.d.Options[option] != nil {
				r.wrong("remove it", "%s begins no transaction, so %s has no effect", r.out["propagation"], option)
			}
		}
	}
	r.out["datasource"] = r.datasource(r.text("datasource", r.d.Options.Text("datasource")))
}

// datasource returns the datasource with the name, or the primary one.
func (r *aspectReader) datasource(name string) string {
	names, primary := r.Datasources()
	name = cmp.Or(name, primary)
	if slices.Contains(names, name) {
		return name
	}
	switch {
	case len(names) == 0:
		r.wrong("add one to config/application.yml: datasource: [{ name: main, url: \"sqlite:app.db\" }]", "there is no datasource")
	case name == "":
		r.wrong("name one: "+strings.Join(names, ", "), "none of the datasources is primary")
	default:
		r.wrong(fault.DidYouMean("%q", name, names, "there are "+strings.Join(names, ", ")), "there is no datasource %q", name)
	}
	return ""
}

// oneOf reads a word in any spelling: requires_new, "repeatable read".
func (r *aspectReader) oneOf(option, otherwise string, words []string) string {
	given := r.text(option, r.d.Options.Text(option))
	if given == "" {
		return otherwise
	}
	fold := func(text string) string {
		return strings.NewReplacer("_", " ", "-", " ").Replace(strings.ToUpper(text))
	}
	for _, word := range words {
		if fold(word) == fold(given) {
			return word
		}
	}
	r.wrong(fault.DidYouMean("%q", given, words, "use one of "+strings.Join(words, ", ")), "unknown %s %q", option, given)
	return otherwise
}

// key reads a template; a function stays a script value.
func (r *aspectReader) key(option string) {
	text, isText := r.d.Options[option].(string)
	if !isText {
		return
	}
	t, problem, hint := parseTemplate(r.text(option, text), r.advised.Params)
	if problem != "" {
		r.wrong(hint, "%s", problem)
		return
	}
	r.out[option] = t
}

func (r *aspectReader) duration(option string, otherwise time.Duration) {
	r.out[option] = otherwise
	value := r.value(option)
	if value == nil {
		return
	}
	given, known := declared.DurationOf(value)
	if !known {
		r.wrong(fmt.Sprintf("write %s: \"5s\"; a number is seconds", option), "%s is not a duration", option)
		return
	}
	r.out[option] = given
}

// aboveZero refuses an option of 0, which says nothing: without the option there is no such limit.
func (r *aspectReader) aboveZero(option, hint string) {
	if !r.ok || r.d.Options[option] == nil {
		return
	}
	if number, _ := r.out[option].(float64); number == 0 && r.out.Duration(option) == 0 {
		r.wrong(hint, "%s: 0 has no meaning", option)
	}
}

func (r *aspectReader) amount(option string, otherwise float64) float64 {
	n, known := otherwise, true
	switch v := r.value(option).(type) {
	case int64:
		n = float64(v)
	case float64:
		n = v
	case string:
		f, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		n, known = f, err == nil
	}
	if !known || n < 0 {
		r.wrong(fmt.Sprintf("write %s: 3", option), "%s must be a number, 0 or more", option)
		n = otherwise
	}
	r.out[option] = n
	return n
}

// value returns an option with its placeholders resolved.
func (r *aspectReader) value(option string) any {
	value, _, ok := r.Option(r.d, option, r.what, r.spot)
	r.ok = r.ok && ok
	return value
}

// text resolves the placeholders of a text.
func (r *aspectReader) text(option, given string) string {
	if !strings.Contains(given, "$") {
		return given
	}
	value, ok := r.Resolve(given, r.what, r.spot)
	if !ok {
		r.ok = false
		return ""
	}
	cast, fits := declared.CastText(value)
	if !fits {
		r.wrong("configure a string", "%s is %s", option, declared.Describe(value))
	}
	text, _ := cast.(string)
	return text
}

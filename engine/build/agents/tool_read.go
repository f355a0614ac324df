package agents

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/units"
)

// name reads the declared name, or keeps the derived one.
func (r *toolReader) name() {
	if name, given := r.d.Options["name"].(string); given {
		r.tool.Name = name
	}
	if !isAgentName(r.tool.Name) {
		r.wrong("tool-name", "a tool's name must have 1 to 128 letters, digits, underscores, dots and hyphens",
			`write one: @McpTool({ name: "find_order" })`, "%q is not a valid name for the tool %s", fault.Shortened(r.tool.Name, longestShown), r.what)
	}
}

// longestShown is how many bytes of a name or a type a message shows.
const longestShown = 140

// describe reads the description for agents: the option, or the first paragraph of the comment.
func (r *toolReader) describe() {
	r.tool.Title, r.tool.Description = r.d.Options.Text("title"), strings.TrimSpace(r.d.Options.Text("description"))
	if r.tool.Description == "" {
		r.tool.Description = r.h.Doc.Summary
	}
	if r.tool.Description == "" {
		r.wrong("tool-description", "agents choose a tool by its description",
			`write a comment above it, or write @McpTool("Finds an order by its number.")`, "the tool %s has no description", r.what)
	}
	r.tool.Toolsets = r.d.Options.Texts("toolset")
	for _, name := range r.tool.Toolsets {
		if !isAgentName(name) {
			r.wrong("tool-name", "clients choose toolsets by name, and separate several with commas", `write toolset: "orders"`,
				"%q is not a valid toolset for %s", name, r.what)
		}
	}
}

// hints reads what agents may expect of a call. Hints are advice and grant no permission.
func (r *toolReader) hints() {
	t := r.tool
	method := ""
	if t.REST != nil {
		method = t.REST.Method
	}
	t.ReadOnly = method == "GET" || method == "HEAD"
	t.Destructive = method != "PUT"
	t.Idempotent = method == "PUT" || method == "DELETE"
	destructive, saysDestructive := r.d.Options.Bool("destructive")
	idempotent, saysIdempotent := r.d.Options.Bool("idempotent")
	if readOnly, given := r.d.Options.Bool("readOnly"); given {
		t.ReadOnly = readOnly
		r.contradiction(readOnly && saysDestructive && destructive, "destructive: true")
		r.contradiction(readOnly && saysIdempotent && !idempotent, "idempotent: false")
	}
	if saysDestructive {
		t.Destructive = destructive
	}
	if saysIdempotent {
		t.Idempotent = idempotent
	}
	if open, given := r.d.Options.Bool("openWorld"); given {
		t.OpenWorld = &open
	}
}

func (r *toolReader) contradiction(is bool, other string) {
	if is {
		r.wrong("tool-hints", "a tool that only reads destroys nothing and can be repeated", "remove one of the two",
			"%s has readOnly: true and %s", r.what, other)
	}
}

// limits reads the limits of calls.
func (r *toolReader) limits() {
	var ok bool
	if r.tool.Timeout, ok = r.duration("timeout"); !ok {
		r.wrong("tool-limit", "", `write timeout: "5s"; a number is seconds`, "the timeout of %s is not a duration above zero", r.what)
	}
	if r.d.Options["rateLimit"] != nil {
		r.rateLimit(r.text("rateLimit"))
	}
	switch v := r.value("maxResultBytes").(type) {
	case nil:
	case int64:
		r.tool.MaxResultBytes = int(v)
		ok = v > 0
	case string:
		size, known := units.Size(v)
		r.tool.MaxResultBytes, ok = int(size), known && size > 0
	default:
		ok = false
	}
	if !ok && r.d.Options["maxResultBytes"] != nil {
		r.wrong("tool-limit", "", `write maxResultBytes: "64KiB"`, "maxResultBytes of %s is not a size above zero", r.what)
	}
}

// rateLimit parses "10/1m", and "10/m".
func (r *toolReader) rateLimit(text string) {
	count, per, found := strings.Cut(text, "/")
	limit, err := strconv.Atoi(strings.TrimSpace(count))
	per = strings.TrimSpace(per)
	if per != "" && (per[0] < '0' || per[0] > '9') {
		per = "1" + per
	}
	window, known := units.Duration(per)
	if !found || err != nil || limit < 1 || !known || window <= 0 {
		r.wrong("tool-limit", "a rate is a number of calls, a slash and a duration", `write rateLimit: "10/1m"`,
			"the rateLimit of %s is not a rate", r.what)
		return
	}
	r.tool.Limit, r.tool.Per = limit, window
}

// duration reads an optional duration.
func (r *toolReader) duration(option string) (d time.Duration, ok bool) {
	value := r.value(option)
	if value == nil {
		return 0, true
	}
	d, ok = declared.DurationOf(value)
	return d, ok && d > 0
}

// value returns an option with its placeholders resolved.
func (r *toolReader) value(option string) any {
	value, _, _ := r.Option(r.d, option, option+" of "+r.what, r.spot)
	return value
}

func (r *toolReader) text(option string) string {
	value := r.value(option)
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

package openapi

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

var statusText = regexp.MustCompile(`^([1-5](\d\d|XX)|default)$`)

// answer adds an answer that a decorator declares.
func (b *builder) answer(h *manifest.Handler, owner *declared.Owner, d *declared.Declaration) {
	s := b.SpotOf(owner, d)
	status, ok := statusOf(d.Options["status"])
	switch {
	case !ok:
		problem := s.Problem("response-status", "the status of @%s on %s is %s", response, h.Name, shown(d.Options["status"]))
		b.Report(fault.Explain(problem, "an answer has a status between 100 and 599", `write a number, a range such as "4XX", or "default"`))
		return
	case slices.ContainsFunc(h.Operation.Answers, func(a manifest.Answer) bool { return a.Status == status }):
		problem := s.Problem("response-status", "%s has several @%s with the status %s", h.Name, response, status)
		b.Report(fault.Explain(problem, "an answer has one description", "join them"))
		return
	}
	a := manifest.Answer{Status: status, Description: d.Options.Text("description"), Media: d.Options.Text("mediaType"), Place: s.Place}
	if written := d.Options["type"]; written != nil {
		a.Type = b.typeOf(h, owner, written, s)
	}
	h.Operation.Answers = append(h.Operation.Answers, a)
}

// shown writes a value that is no status.
func shown(value any) string {
	if text, ok := value.(string); ok {
		return strconv.Quote(text)
	}
	return fmt.Sprint(value)
}

func statusOf(value any) (text string, ok bool) {
	switch v := value.(type) {
	case int64:
		text = strconv.FormatInt(v, 10)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1000 {
			text = strconv.Itoa(int(v))
		}
	case string:
		text = v
	}
	return text, statusText.MatchString(text)
}

// typeOf returns the type of an answer's body; nil if it has reported a mistake.
func (b *builder) typeOf(h *manifest.Handler, owner *declared.Owner, option any, s fault.Spot) *schema.Type {
	file, written := owner.File, (*source.Type)(nil)
	what := fmt.Sprintf("the type of @%s on %s", response, h.Name)
	switch v := option.(type) {
	case string:
		if written = schema.ParseType(v); written.Kind == source.TypeOther {
			problem := s.Problem("response-type", "%s, %q, is not a type", what, v)
			b.Report(fault.Explain(problem, "", `write a type as in a comment: "list<User>", or the class itself`))
			return nil
		}
	case manifest.Ref:
		file, written = b.Project.File(v.File), &source.Type{Kind: source.TypeName, Name: b.ClassName(v)}
	}
	t, problem := b.Types.Result(file, written)
	if problem != nil {
		bad := declared.Naming(what, *problem)
		bad.Place, bad.Length = s.Place, s.Length
		b.Report(bad)
		return nil
	}
	return t
}

package openapi

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

var statusText = regexp.MustCompile(`^([1-5](\d\d|XX)|default)$`)

// answers adds the answers that some decorators declare, those of a handler or of a class.
func (b *builder) answers(to []manifest.Answer, name string, owner *declared.Owner, list []*declared.Declaration) []manifest.Answer {
	for _, d := range list {
		if d.Decorator == response {
			to = b.answer(to, name, owner, d)
		}
	}
	slices.SortStableFunc(to, func(x, y manifest.Answer) int { return cmp.Compare(x.Status, y.Status) })
	return to
}

// answer adds an answer that a decorator declares.
func (b *builder) answer(to []manifest.Answer, name string, owner *declared.Owner, d *declared.Declaration) []manifest.Answer {
	s := b.SpotOf(owner, d)
	status, ok := statusOf(d.Options["status"])
	switch {
	case !ok:
		problem := s.Problem("response-status", "the status of @%s on %s is %s", response, name, shown(d.Options["status"]))
		b.Report(fault.Explain(problem, "an answer has a status between 100 and 599", `write a number, a range such as "4XX", or "default"`))
		return to
	case hasStatus(to, status):
		problem := s.Problem("response-status", "%s has several @%s with the status %s", name, response, status)
		b.Report(fault.Explain(problem, "an answer has one description", "join them"))
		return to
	}
	a := manifest.Answer{Status: status, Description: d.Options.Text("description"), Media: d.Options.Text("mediaType"), Place: s.Place}
	if written := d.Options["type"]; written != nil {
		a.Type = b.typeOf(fmt.Sprintf("the type of @%s on %s", response, name), owner, written, s)
	}
	if headers, ok := d.Options["headers"].(declared.JSON); ok {
		a.Headers = b.headers(name, owner, headers, s)
	}
	return append(to, a)
}

func hasStatus(list []manifest.Answer, status string) bool {
	return slices.ContainsFunc(list, func(a manifest.Answer) bool { return a.Status == status })
}

// headers reads the headers of an answer: each a description, or one with a type.
func (b *builder) headers(name string, owner *declared.Owner, text declared.JSON, s fault.Spot) (list []manifest.Header) {
	gjson.Parse(string(text)).ForEach(func(key, value gjson.Result) bool {
		h := manifest.Header{Name: key.String(), Description: value.Get("description").String(), Type: &schema.Type{Kind: schema.String, Name: "string"}}
		switch kind := value.Get("type"); {
		case value.Type == gjson.String:
			h.Description = value.Str
		case !value.IsObject() || kind.Exists() && kind.Type != gjson.String:
			problem := s.Problem("response-headers", "the header %s of @%s on %s is neither a text nor an object", h.Name, response, name)
			b.Report(fault.Explain(problem, "",
				`describe it: { Location: "where it is" }, or { "X-Total": { type: "int", description: "of all pages" } }`))
			return true
		case kind.Str != "":
			h.Type = b.typeOf(fmt.Sprintf("the type of the header %s of @%s on %s", h.Name, response, name), owner, kind.Str, s)
		}
		if h.Type != nil {
			list = append(list, h)
		}
		return true
	})
	return list
}

// shown writes a value that is not a status.
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
func (b *builder) typeOf(what string, owner *declared.Owner, option any, s fault.Spot) *schema.Type {
	file, written := owner.File, (*source.Type)(nil)
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

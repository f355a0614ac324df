package client

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// How media types are sent and read. Of several the one that comes first here is chosen.
const (
	asJSON = iota
	asLines
	asEvents
	asMultipart
	asForm
	asText
	asXML
	asBytes
)

var (
	// inBodies and inAnswers are what is preferred.
	inBodies  = []int{asJSON, asMultipart, asForm, asText, asXML, asLines, asEvents, asBytes}
	inAnswers = []int{asJSON, asLines, asEvents, asText, asXML, asMultipart, asForm, asBytes}

	jsonTypes = regexp.MustCompile(`^[^/]+/(.+\+)?json$`)
	xmlTypes  = regexp.MustCompile(`^(text|application)/(.+\+)?xml$`)
)

// kindOf returns how a media type is sent and read.
func kindOf(media string) int {
	media = withoutParameters(media)
	switch {
	case jsonTypes.MatchString(media):
		return asJSON
	case media == "application/x-ndjson" || media == "application/jsonl":
		return asLines
	case media == "text/event-stream":
		return asEvents
	case media == "multipart/form-data":
		return asMultipart
	case media == "application/x-www-form-urlencoded":
		return asForm
	case xmlTypes.MatchString(media):
		return asXML
	case media == "text/plain" || media == "text/html" || media == "text/markdown":
		return asText
	}
	return asBytes
}

// isRange reports whether a media type is a range of several, or of all.
func isRange(media string) bool { return media == "" || strings.Contains(media, "*") }

func withoutParameters(media string) string {
	media, _, _ = strings.Cut(media, ";")
	return strings.ToLower(strings.TrimSpace(media))
}

// preferred returns one of the media types; empty if there is none.
func preferred(content map[string]media, order []int) string {
	list := slices.SortedFunc(maps.Keys(content), func(a, b string) int {
		return cmp.Or(cmp.Compare(slices.Index(order, kindOf(a)), slices.Index(order, kindOf(b))), strings.Compare(a, b))
	})
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// bodyType returns the type of a body that is sent as a media type.
func (t *types) bodyType(media string, s *schema) string {
	switch kindOf(media) {
	case asJSON:
		return t.of(s).text
	case asMultipart:
		return t.of(s).text + " | FormData"
	case asForm:
		return t.of(s).text + " | URLSearchParams"
	case asText, asXML:
		return "string"
	}
	return `NonNullable<RequestInit["body"]>`
}

// bodyCall describes to the runtime how a body is sent.
func bodyCall(media string) string {
	switch kindOf(media) {
	case asJSON:
		return `"json", ` + quote(media)
	case asMultipart:
		return `"multipart"`
	case asForm:
		return `"form"`
	}
	if isRange(media) {
		return `"raw"`
	}
	return `"raw", ` + quote(media)
}

// result is what an operation answers.
type result struct {
	declared string // the type that its function returns
	sender   string // the function of the runtime: call or stream
	kind     string // how the runtime reads it
	accept   string
}

// result returns what the successful answers of an operation are. Of one answer the media type is chosen that is preferred.
func (o found) result(d *spec, types *types) (result, error) {
	var chosen []string // media types
	var values []expression
	kinds := map[string]bool{}
	for status, r := range o.Responses {
		r, err := find("responses", d.Components.Responses, r, func(r response) string { return r.Ref })
		if err != nil {
			return result{}, err
		}
		if !strings.HasPrefix(status, "2") {
			types.ofFailure(r)
			continue
		}
		if len(r.Content) == 0 {
			kinds["none"], values = true, append(values, atom("undefined"))
			continue
		}
		kind, is, media := types.answer(r.Content)
		kinds[kind], values, chosen = true, append(values, is), append(chosen, media...)
	}
	return joined(kinds, values, chosen), nil
}

// joined joins the answers of an operation. A stream is one only if there is no other kind of answer.
func joined(kinds map[string]bool, values []expression, media []string) result {
	slices.Sort(media)
	media = slices.Compact(media)
	all := slices.Sorted(maps.Keys(kinds))
	r := result{sender: "call", kind: "any", accept: accept(media)}
	is := union(values).text
	switch {
	case len(all) == 0:
		r.declared = "Promise<unknown>"
		return r
	case len(all) == 1:
		r.kind = all[0]
	case len(all) == 2 && kinds["none"]: // a status without a body
		r.kind = all[(slices.Index(all, "none")+1)%2]
	}
	switch r.kind {
	case "lines":
		r.sender, r.declared = "stream", "AsyncGenerator<"+is+", void, undefined>"
	case "events", "textEvents":
		r.sender, r.declared = "stream", "AsyncGenerator<ServerEvent<"+is+">, void, undefined>"
	case "none":
		r.declared = "Promise<void>"
	default:
		r.declared = "Promise<" + is + ">"
	}
	return r
}

// accept returns the header of the same name: the media types, and problem details for what fails.
func accept(media []string) string {
	const problem = "application/problem+json"
	switch {
	case len(media) == 0:
		return problem + ", */*;q=0.9"
	case slices.ContainsFunc(media, isRange):
		return problem + ", */*;q=0.9"
	case slices.ContainsFunc(media, func(one string) bool { return kindOf(one) == asBytes }): // a file may be of another type
		return strings.Join(append(media, problem), ", ") + ", */*;q=0.1"
	}
	return strings.Join(append(media, problem), ", ")
}

// answer returns how an answer is read, the type of its value, and its media types. One that is JSON only where it is null is another
// one elsewhere.
func (t *types) answer(content map[string]media) (kind string, is expression, chosen []string) {
	name := preferred(content, inAnswers)
	if s := content[name].Schema; len(content) > 1 && kindOf(name) == asJSON && s != nil && slices.Equal(s.Type, names{"null"}) {
		rest := maps.Clone(content)
		delete(rest, name)
		kind, is, chosen = t.answer(rest)
		if kind == "text" || kind == "file" {
			kind = "any"
		}
		return kind, union([]expression{is, atom("null")}), append(chosen, name)
	}
	kind, is = t.read(name, content[name])
	return kind, is, []string{name}
}

// ofFailure declares the types of answers that are not successes, for those who read the body of a Problem.
func (t *types) ofFailure(r response) {
	for name, m := range r.Content {
		if kindOf(name) == asJSON && withoutParameters(name) != "application/problem+json" && !m.Schema.isAny() {
			t.of(m.Schema)
		}
	}
}

// read returns how a media type is read, and the type of its value: of a stream that of its items.
func (t *types) read(name string, m media) (kind string, is expression) {
	item := m.Item
	if item == nil {
		item = m.Schema
	}
	switch kindOf(name) {
	case asJSON:
		return "json", t.of(m.Schema)
	case asLines:
		return "lines", t.of(item)
	case asEvents:
		return t.events(item)
	case asText:
		return t.text(m.Schema)
	case asXML:
		return "text", atom("string")
	}
	if isRange(name) {
		return "any", t.of(m.Schema)
	}
	return "file", atom("Download")
}

// events returns how the data of events is read: as it is if it is said to be a text, else as JSON if it is that.
func (t *types) events(s *schema) (kind string, is expression) {
	if s != nil && slices.Equal(s.Type, names{"string"}) {
		return "textEvents", atom("string")
	}
	return "events", t.of(s)
}

// text returns how a text is read: numbers and booleans are what they say.
func (t *types) text(s *schema) (kind string, is expression) {
	if !s.isAny() && len(s.Type) > 0 && !slices.ContainsFunc(s.Type, func(kind string) bool {
		return kind != "integer" && kind != "number" && kind != "boolean" && kind != "null"
	}) {
		return "scalar", t.of(s)
	}
	return "text", atom("string")
}

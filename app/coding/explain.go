package coding

import (
	"context"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/devtools/toolbox"
	"github.com/fwrun/fwrun/docs/guide"
	"github.com/fwrun/fwrun/platform/fault"
)

const explainInput = `{"type":"object","properties":{"topic":{"type":"string","minLength":1,"maxLength":200,` +
	`"description":"route-duplicate, @Cacheable, server.port, transactions, or upload a file"}},"required":["topic"],"additionalProperties":false}`

// passage is a section of a page of the guide.
type passage struct {
	Page    string `json:"page"`
	Heading string `json:"heading"`
	Text    string `json:"text"`

	small, smallHeading string // in lower case, for the search
}

const (
	mostPassages = 3
	mostPassage  = 5 << 10 // bytes of one
)

func (p *project) explain(_ context.Context, a struct {
	Topic string `json:"topic"`
},
) (any, error) {
	topic := strings.TrimSpace(a.Topic)
	out := map[string]any{}
	if p.Rule != nil {
		if what, help, ok := p.Rule(topic); ok {
			out["code"] = map[string]string{"code": topic, "what": what, "help": help}
		}
	}
	if one := p.settingOf(topic); one != nil {
		out["setting"] = one
	}
	if found := search(topic); len(found) > 0 {
		out["guide"] = found
	}
	if len(out) == 0 {
		return nil, fault.New("coding.explain", fault.NotFound, "the guide says nothing of "+topic).WithHint("try other or fewer words")
	}
	return out, nil
}

// settingOf returns the setting of that name; nil if there is none.
func (p *project) settingOf(key string) *setting {
	all, _ := app.Settings(p.silent) // without an application there are none
	for _, one := range all {
		if one.Key == key {
			return new(setting(one))
		}
	}
	return nil
}

// passages are those of the guide, read when the first one is looked for.
var passages = sync.OnceValue(func() (list []passage) {
	names, _ := fs.Glob(guide.Pages, "*.md") // the pattern is valid
	for _, name := range names {
		text, _ := fs.ReadFile(guide.Pages, name) // reading what is embedded cannot fail
		list = append(list, sections(strings.TrimSuffix(path.Base(name), ".md"), string(text))...)
	}
	return list
})

// sections parts a page at its headings, but not within code.
func sections(page, text string) (list []passage) {
	one, inCode := passage{Page: page}, false
	end := func() {
		if strings.TrimSpace(one.Text) != "" {
			one.small, one.smallHeading = strings.ToLower(one.Text), strings.ToLower(one.Heading)
			list = append(list, one)
		}
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			inCode = !inCode
		}
		if strings.HasPrefix(line, "#") && !inCode {
			end()
			one = passage{Page: page, Heading: strings.TrimSpace(strings.TrimLeft(line, "#"))}
			continue
		}
		one.Text += line
	}
	end()
	return list
}

// word matches what is looked for: words, and names such as @Cacheable and server.port.
var word = regexp.MustCompile(`[\pL\pN@_][\pL\pN_.:-]*`)

// search returns the passages that say most of a topic, the best first.
func search(topic string) []passage {
	words := word.FindAllString(strings.ToLower(topic), -1)
	whole := strings.ToLower(strings.Trim(topic, "`\"' "))
	if len(words) == 0 {
		return nil
	}
	type hit struct {
		passage
		score int
	}
	var hits []hit
	all := passages()
	for i := range all {
		if score := all[i].score(whole, words); score > 0 {
			hits = append(hits, hit{all[i], score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return b.score - a.score })
	var found []passage
	for _, h := range hits[:min(mostPassages, len(hits))] {
		h.Text = toolbox.Cut(strings.TrimSpace(h.Text), mostPassage)
		found = append(found, h.passage)
	}
	return found
}

// score says how much a passage has to do with a topic; 0 if a word of it is missing.
func (p *passage) score(whole string, words []string) int {
	score := 0
	switch {
	case p.smallHeading == whole, p.Page == whole:
		score += 40
	case strings.Contains(p.smallHeading, whole):
		score += 20
	}
	score += 4 * min(5, mentions(p.small, whole))
	for _, w := range words {
		in, above := mentions(p.small, w), mentions(p.smallHeading, w)
		if in+above == 0 && p.Page != w {
			return 0
		}
		score += min(5, in) + 6*min(1, above)
	}
	if p.Page == "configuration-reference" {
		score /= 2 // long tables have every word
	}
	return score
}

// mentions counts how often a text has a word, also as a part of a longer one. The name of a setting, server.port, is not the end of
// another one, management.server.port.
func mentions(text, w string) (n int) {
	if !strings.Contains(w, ".") {
		return strings.Count(text, w)
	}
	for {
		at := strings.Index(text, w)
		if at < 0 {
			return n
		}
		if at == 0 || text[at-1] != '.' {
			n++
		}
		text = text[at+len(w):]
	}
}

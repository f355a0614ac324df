package docs

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/typings"
)

// typingsText is all that the typings declare, as it is written.
type typingsText string

// typingsMember is a member of an interface of options.
type typingsMember struct {
	name     string
	optional bool
	kind     string // as code for a table
	standard string // its default, if that is a value
	meaning  string
}

func readTypings(t *testing.T) typingsText {
	t.Helper()
	entries, err := typings.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".d.ts") {
			continue
		}
		text, err := typings.Files.ReadFile(entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return typingsText(all.String())
}

var (
	optionsName  = regexp.MustCompile(`\b\w+Options\b`)
	identifier   = regexp.MustCompile(`\b[A-Z]\w+\b`)
	memberLine   = regexp.MustCompile(`(?m)^\s*(\w+)(\??): (.+);$`)
	linkTag      = regexp.MustCompile(`\{@link (\w+)\}`)
	sentenceEnd  = regexp.MustCompile("[.:] [A-Z`]")
	defaultValue = regexp.MustCompile("; (?:the default is )?`?(true|false|[0-9]+|\"[^\"]*\")`?\\.")
	closingWords = regexp.MustCompile(`:? *$`)
)

// decorator returns the sentence about a decorator, and the members of its options.
func (text typingsText) decorator(name string) (sentence string, members map[string]typingsMember) {
	declaration, comment := text.declaration(`export const ` + name + `:`)
	options := ownOptions(declaration)
	for _, used := range identifier.FindAllString(declaration, -1) {
		if options != "" {
			break
		}
		called, _ := text.declaration(`(?:interface|type) ` + used + `\b`)
		options = ownOptions(called)
	}
	return firstSentence(comment), text.members(options)
}

// ownOptions returns the first interface of options that a declaration names; the interface common to all
// constraints only if it is the only one.
func ownOptions(declaration string) string {
	names := optionsName.FindAllString(declaration, -1)
	if i := slices.IndexFunc(names, func(name string) bool { return name != "ConstraintOptions" }); i >= 0 {
		return names[i]
	}
	return strings.Join(slices.Compact(names), "")
}

// declaration returns the declaration that begins with a regular expression, up to the next empty line or
// comment, and the comment above it.
func (text typingsText) declaration(begins string) (declaration, comment string) {
	at := regexp.MustCompile(`(?m)^\s*(?:export )?` + strings.TrimPrefix(begins, "export ")).FindStringIndex(string(text))
	if at == nil {
		return "", ""
	}
	declaration = string(text[at[0]:])
	for _, end := range []string{"\n\n", "\n  /**"} {
		declaration, _, _ = strings.Cut(declaration, end)
	}
	return declaration, commentAbove(string(text[:at[0]]))
}

// commentAbove returns the comment at the end of a text, with one line for each paragraph.
func commentAbove(text string) string {
	text, closed := strings.CutSuffix(strings.TrimSpace(text), "*/")
	if !closed {
		return ""
	}
	_, comment, _ := strings.Cut(text[strings.LastIndex(text, "/**"):], "/**")
	var lines []string
	for line := range strings.Lines(comment) {
		lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "*"), " "))
	}
	paragraphs := strings.Split(strings.TrimSpace(strings.Join(lines, "\n")), "\n\n")
	return strings.ReplaceAll(linkTag.ReplaceAllString(paragraphs[0], "`$1`"), "\n", " ")
}

// firstSentence returns the first sentence, without the examples after it.
func firstSentence(comment string) string {
	if end := sentenceEnd.FindStringIndex(comment); end != nil {
		comment = comment[:end[0]+1]
	}
	comment = closingWords.ReplaceAllString(comment, "")
	return strings.TrimSuffix(comment, ".") + "."
}

// members returns the members of an interface, and of those that it extends.
func (text typingsText) members(name string) map[string]typingsMember {
	members := map[string]typingsMember{}
	if name == "" {
		return members
	}
	at := strings.Index(string(text), "interface "+name+" ")
	if at < 0 {
		return members
	}
	head, body, _ := strings.Cut(string(text[at:]), "{\n")
	body, _, _ = strings.Cut(body, "\n  }")
	if _, base, extends := strings.Cut(head, " extends "); extends {
		members = text.members(strings.TrimSpace(base))
	}
	for _, m := range memberLine.FindAllStringSubmatchIndex(body, -1) {
		name, meaning := body[m[2]:m[3]], strings.ReplaceAll(commentAbove(body[:m[2]]), "|", `\|`)
		standard := ""
		if at := defaultValue.FindStringSubmatchIndex(meaning); at != nil {
			standard, meaning = "`"+meaning[at[2]:at[3]]+"`", meaning[:at[0]]+"."+meaning[at[1]:]
		}
		members[name] = typingsMember{
			name: name, optional: m[4] < m[5], kind: "`" + strings.ReplaceAll(body[m[6]:m[7]], "|", `\|`) + "`",
			standard: standard, meaning: meaning,
		}
	}
	return members
}

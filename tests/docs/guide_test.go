package docs

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	enginebuild "github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/tests/harness/guide"
)

// TestGuideListsTheConstraints: docs/guide/validation.md has a row for each constraint.
func TestGuideListsTheConstraints(t *testing.T) {
	text, err := os.ReadFile("../../docs/guide/validation.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range enginebuild.Decorators() {
		if declared.IsConstraint(d.Name) && !strings.Contains(string(text), "| `@"+d.Name) {
			t.Errorf("the guide does not list @%s", d.Name)
		}
	}
}

// TestGuideListsTheCodes: the tables of docs/guide/validation.md have exactly the codes of refused values.
func TestGuideListsTheCodes(t *testing.T) {
	text, err := os.ReadFile("../../docs/guide/validation.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Codes\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var told []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`[a-z-]+`(?:, `[a-z-]+`)*) \\|").FindAllStringSubmatch(section, -1) {
		for _, code := range strings.Split(row[1], ", ") {
			told = append(told, strings.Trim(code, "`"))
		}
	}
	slices.Sort(told)
	if known := schema.Codes(); !slices.Equal(told, known) {
		t.Errorf("the guide lists the codes\n%s\nand there are\n%s", told, known)
	}
}

// TestGuideListsTheRepositoryMethods: docs/guide/repositories.md has each method, and each decorator of row
// classes.
func TestGuideListsTheRepositoryMethods(t *testing.T) {
	text, err := os.ReadFile("../../docs/guide/repositories.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"@Table", "@Id", "@Column", "@Version", "@Transient", "@Query", "findById(", "findAll(", "findPage(", "findBy(", "findOneBy(",
		"exists(", "count(", "save(", "saveAll(", "insert(", "update(", "delete(", "deleteAll(",
	} {
		if !strings.Contains(string(text), name) {
			t.Errorf("the guide does not tell of %s", name)
		}
	}
}

// TestGuideListsTheAspects: docs/guide/aspects.md describes each decorator that wraps methods, its options,
// and each propagation.
func TestGuideListsTheAspects(t *testing.T) {
	text, err := os.ReadFile("../../docs/guide/aspects.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range enginebuild.Decorators() {
		if !slices.Contains([]string{
			"Around", "Async", "Timed", "Counted", "Cacheable", "CachePut", "CacheEvict", "RateLimited", "Retryable", "Lockable", "Transactional",
		}, d.Name) {
			continue
		}
		if !strings.Contains(string(text), "`@"+d.Name+"`") {
			t.Errorf("the guide does not list @%s", d.Name)
		}
		for _, option := range d.Options {
			if !strings.Contains(string(text), option.Name) {
				t.Errorf("the guide does not tell of the option %s of @%s", option.Name, d.Name)
			}
		}
	}
	for _, propagation := range aspects.Propagations {
		if !strings.Contains(string(text), "| `"+propagation+"` |") {
			t.Errorf("the guide does not list %s", propagation)
		}
	}
}

// TestGuideListsTheAgentDecorators: docs/guide/mcp.md describes each option of the decorators for MCP, and
// each key of its settings.
func TestGuideListsTheAgentDecorators(t *testing.T) {
	text, err := os.ReadFile("../../docs/guide/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range enginebuild.Decorators() {
		if !strings.HasPrefix(d.Name, "Mcp") {
			continue
		}
		for _, option := range d.Options {
			if !strings.Contains(string(text), "`"+option.Name+"`") {
				t.Errorf("the guide does not tell of the option %s of @%s", option.Name, d.Name)
			}
		}
	}
	for _, key := range config.Keys() {
		if name, own := strings.CutPrefix(key.Name, "framework.mcp."); own && !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("the guide does not list the key %s", key.Name)
		}
	}
}

// TestGuideExamplesRun: each line of a guide's scripts is in a script of this folder, which runs it, and so
// are the requests in the guide, with their answers. Comments, imports and the heads of classes do not count.
func TestGuideExamplesRun(t *testing.T) {
	for _, page := range []string{"beans", "aspects", "mcp", "validation", "interceptors"} {
		text, err := os.ReadFile("../../docs/guide/" + page + ".md")
		if err != nil {
			t.Fatal(err)
		}
		run, err := os.ReadFile("../http/" + page + "-guide.txtar")
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for _, block := range guideScript.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(block[1], usesSchemas) {
				continue // TestGuideSnippets runs it, with its packages
			}
			for _, line := range strings.Split(block[1], "\n") {
				line, _, _ = strings.Cut(" "+line, " //")
				if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "import ") || opensClass.MatchString(line) {
					continue
				}
				lines++
				if !strings.Contains(string(run), line) {
					t.Errorf("docs/guide/%s.md shows what nothing runs: %s", page, line)
				}
			}
		}
		for _, shown := range guide.Transcripts(string(text)) {
			if strings.HasPrefix(shown.Command, "curl ") && !sends(string(run), shown) {
				t.Errorf("docs/guide/%s.md:%d shows a request that nothing sends", page, shown.Line)
			}
		}
		if lines < 20 {
			t.Errorf("only %d lines of docs/guide/%s.md were read", lines, page)
		}
	}
}

// sends reports whether a script contains a request, and compares the response with the same answer.
func sends(script string, shown guide.Transcript) bool {
	return slices.ContainsFunc(guide.Transcripts(script), func(sent guide.Transcript) bool {
		return sent.Command == shown.Command && sent.Output == shown.Output
	})
}

var opensClass = regexp.MustCompile(`^(export )?(abstract )?class .*\{$`)

var guideScript = regexp.MustCompile("(?s)```[jt]s\n(.+?)```")

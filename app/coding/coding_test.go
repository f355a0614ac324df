package coding

import (
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/devtools/stories"
)

func TestSearch(t *testing.T) {
	for topic, want := range map[string]string{
		"@Cacheable": "decorators @Cacheable", "server.port": "configuration Placeholders", "Transactions": "aspects Transactions",
		"xyzzyplugh": "", "": "", "...": "",
	} {
		found, got := search(topic), ""
		if len(found) > mostPassages {
			t.Errorf("%s: %d passages", topic, len(found))
		}
		for _, p := range found {
			got += p.Page + " " + p.Heading + "\n"
			if len(p.Text) > mostPassage+100 {
				t.Errorf("%s: %d bytes of %s", topic, len(p.Text), p.Heading)
			}
		}
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%q finds\n%s", topic, got)
		}
	}
}

func TestSectionsLeaveCodeAlone(t *testing.T) {
	got := sections("page", "# A\none\n```yaml\n# no heading\n```\n## B\n\n### C\ntwo\n")
	if len(got) != 2 || got[0].Heading != "A" || !strings.Contains(got[0].Text, "# no heading") || got[1].Heading != "C" {
		t.Errorf("%+v", got)
	}
}

func TestSome(t *testing.T) {
	for _, c := range []struct{ n, limit, first, left int }{{3, 0, 3, 0}, {10, 0, 5, 5}, {10, 7, 7, 3}, {2, 7, 2, 0}} {
		if first, left := some(make([]int, c.n), c.limit, 5); len(first) != c.first || left != c.left {
			t.Errorf("%+v: %d, %d", c, len(first), left)
		}
	}
}

func TestLevelsFromOneOn(t *testing.T) {
	for level, want := range map[string][]string{"": nil, "warn": {"warn", "error"}, "debug": {"debug", "info", "warn", "error"}} {
		if got := from(level); !slices.Equal(got, want) {
			t.Errorf("%s: %q", level, got)
		}
	}
}

func TestStoriesAreCut(t *testing.T) {
	w := stories.Whole{Request: stories.Sides{Body: strings.Repeat("a", 1<<20)}, Steps: make([]stories.Shown, 500)}
	cut := whole(w).(stories.Whole)
	if len(cut.Request.Body) > 9<<10 || len(cut.Steps) != mostSteps || cut.Lost != 500-mostSteps {
		t.Errorf("%d bytes, %d steps, %d lost", len(cut.Request.Body), len(cut.Steps), cut.Lost)
	}
	if steps := brief(w).(map[string]any)["steps"].([]string); len(steps) != mostSteps+1 {
		t.Errorf("%d steps", len(steps))
	}
}

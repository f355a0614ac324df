package relative_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/web/intl/relative"
)

func TestWordsAndPatterns(t *testing.T) {
	f := relative.New("de", "long", true)
	if got := f.Word("day", "-2"); got != "vorgestern" {
		t.Errorf("two days ago is %q", got)
	}
	if got := f.Word("day", "7"); got != "" {
		t.Errorf("in seven days is %q", got)
	}
	if got := f.Pattern("week", true, "one"); got != "vor {0} Woche" {
		t.Errorf("a week ago is %q", got)
	}
	if got := relative.New("de", "narrow", false).Pattern("minute", false, "few"); got != "in {0} m" {
		t.Errorf("minutes are %q", got)
	}
	if got := relative.New("de", "long", false).Word("day", "-1"); got != "" {
		t.Errorf("without words yesterday is %q", got)
	}
}

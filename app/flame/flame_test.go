package flame_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/fwrun/fwrun/app/flame"
)

func TestWrite(t *testing.T) {
	list := &profile.Function{ID: 1, Name: "Users.list</script><b>", Filename: "users.js"}
	run := &profile.Function{ID: 2, Name: "main.run", Filename: "main.go"}
	at := []*profile.Location{{ID: 1, Line: []profile.Line{{Function: list}}}, {ID: 2, Line: []profile.Line{{Function: run}}}}
	var text, page bytes.Buffer
	err := (&profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		Function:   []*profile.Function{list, run}, Location: at,
		Sample: []*profile.Sample{
			{Location: at, Value: []int64{1, 30}},
			{Location: at[1:], Value: []int64{2, 12}},
			{Location: at[:1], Value: []int64{1, -5}},
		},
	}).Write(&text)
	if err == nil {
		err = flame.Write(&page, text.Bytes(), "cpu of <shop>")
	}
	if err != nil {
		t.Fatal(err)
	}
	got := page.String()
	want := `{"n":"all","v":42,"c":[{"n":"main.run","p":"main.go","v":42,"c":[{"n":"Users.list\u003c/script\u003e\u003cb\u003e",` +
		`"p":"users.js","v":30,"s":true}]}]}`
	if !strings.Contains(got, want) || !strings.Contains(got, "<h1>cpu of &lt;shop&gt;</h1>") || strings.Contains(got, "{{") {
		t.Error(got)
	}
	for _, outside := range []string{"http:", "https:", "src=", "@import", "url("} {
		if strings.Contains(got, outside) {
			t.Errorf("the page loads something: %s", outside)
		}
	}
	if err := flame.Write(&page, []byte("x"), ""); err == nil {
		t.Error("not a profile")
	}
}

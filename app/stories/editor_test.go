package stories

import (
	"testing"

	"github.com/fwrun/fwrun/platform/fault"
)

func TestEditorLinks(t *testing.T) {
	place := fault.Place{File: "src/a b.ts", Line: 3, Col: 7}
	for pattern, want := range map[string]string{
		editors["vscode"]: "vscode://file/home/me/app/src/a%20b.ts:3:7",
		editors["idea"]:   "idea://open?file=/home/me/app/src/a%20b.ts&line=3&column=7",
		"":                "",
	} {
		if got := (editor{"/home/me/app", pattern}).link(place); got != want {
			t.Errorf("got %s", got)
		}
	}
	for text, want := range map[string]bool{
		"my://open?file={path}": true, "javascript://{path}": false, "JavaScript://{path}%0aalert(1)": false, "my://open": false,
		"data:text/html,{path}": false, "emacs": false,
	} {
		if isEditorLink(text) != want {
			t.Errorf("%s: got %v", text, !want)
		}
	}
}

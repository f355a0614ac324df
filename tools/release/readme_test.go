package release_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tools/release"
)

const (
	firstExample = "```js\n// [^\n]+\n(?:.*?)```\n\n```console\n\\$ fwrun \\.\n\\$ curl (?:.*?)```\n"
	inCheckout   = "(?s)^# fwrun\n\n[^\n]+\\.\n\n<!-- before the first release -->\n    (go run [^\n#]*?) +#[^\n]* Go 1\\.\\d+ [^\n" +
		"]*\n    (make test) +#[^\n]*\n<!-- after.*?\n-->\n\n"
	byDownload = "(?s)^# fwrun\n\n[^\n]+\\.\n\n    curl ([^\n]+)\n\n"
)

// unseen are the comments, which nobody sees.
var unseen = regexp.MustCompile("(?s)<!--.*?-->\n")

// TestReadmeFirstScreen: nothing but the name is above the sentence, the lines that start fwrun in a checkout or, once a release is
// published, the line that installs it, a controller and its answer, and all of that is on the first screen. The examples run
// what is shown.
func TestReadmeFirstScreen(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	installation, err := os.ReadFile("../../docs/guide/installation.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(text)
	published, err := release.Published(readme)
	if err != nil {
		t.Fatal(err)
	}
	for _, screen := range []struct{ text, begins string }{{readme, inCheckout}, {published, byDownload}} {
		if screen.text == published && readme == published && screen.begins == inCheckout {
			continue // there is a release
		}
		first := regexp.MustCompile(screen.begins + firstExample).FindStringSubmatch(screen.text)
		if first == nil {
			t.Fatalf("the README does not begin with a sentence, how to start, a controller and its answer:\n%.1500s", screen.text)
		}
		if lines := strings.Count(unseen.ReplaceAllString(first[0], ""), "\n"); lines > 30 {
			t.Errorf("the first screen has %d lines", lines)
		}
		if screen.begins == byDownload && !strings.Contains(string(installation), "\n    curl "+first[1]+"\n") {
			t.Errorf("the guide installs in another way than with: curl %s", first[1])
		}
		if screen.begins == inCheckout && first[1] != "go run ./cmd/fwrun scripts/examples/users" {
			t.Errorf("the first command is %s", first[1])
		}
	}
}

package release

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Documents are those that say how fwrun is installed, from the root of the repository. Until a release is published they show
// what works in a checkout.
var Documents = []string{"README.md", "docs/guide/getting-started.md", "docs/guide/installation.md"}

// A document has blocks for the time before the first release, and behind each the text that takes its place, in a comment.
const (
	before = "<!-- before the first release -->\n"
	after  = "<!-- after the first release:\n"
	end    = "-->\n"
)

// Publish writes the documents below a root as they read once a release is published. It changes nothing in those that do already.
func Publish(root string) error {
	for _, name := range Documents {
		path := filepath.Join(root, filepath.FromSlash(name))
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		published, err := Published(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if published == string(text) {
			continue
		}
		if err := os.WriteFile(path, []byte(published), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Published returns a document as it reads once a release is published: what stands there for the time before is replaced by the
// comment behind it.
func Published(text string) (string, error) {
	var out strings.Builder
	for {
		head, rest, found := strings.Cut(text, before)
		out.WriteString(head)
		if !found {
			if strings.Contains(text, after) {
				return "", fmt.Errorf("there is %q without %q before it", strings.TrimSpace(after), strings.TrimSpace(before))
			}
			return out.String(), nil
		}
		_, rest, found = strings.Cut(rest, after)
		later, rest, ends := strings.Cut(rest, end)
		if !found || !ends {
			return "", fmt.Errorf("%q is followed by no %q that ends", strings.TrimSpace(before), strings.TrimSpace(after))
		}
		out.WriteString(later)
		text = rest
	}
}

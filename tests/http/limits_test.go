package http

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/config"
)

// limitKey matches the names of keys that are limits.
var limitKey = regexp.MustCompile(`^server\.(multipart\.)?(max-|memory-|[a-z]+-timeout|stream-grace|workers\.(max|queue))` +
	`|^http\.client\.(max-connections|queue|acquire-timeout)|^opensearch\[\]\.connection\.`)

// TestLimitsAreDocumented holds the page of limits against the keys of the configuration.
func TestLimitsAreDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "guide", "limits.md"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, key := range config.Keys() {
		known[key.Name] = true
		if limitKey.MatchString(key.Name) && !strings.Contains(string(text), "| `"+key.Name+"` |") {
			t.Errorf("docs/guide/limits.md has no row for %s", key.Name)
		}
	}
	for _, row := range regexp.MustCompile("(?m)^\\|[^|]*\\| `((?:server|http|opensearch)[.[][^`]+)` \\|").FindAllStringSubmatch(string(text), -1) {
		if !known[row[1]] {
			t.Errorf("docs/guide/limits.md has a row for %s, which is no key", row[1])
		}
	}
}

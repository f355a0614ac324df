package platform

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestGuideElements runs the elements that the guide has, which need packages.
func TestGuideElements(t *testing.T) {
	requireCompat(t)
	guide, err := os.ReadFile("../../docs/guide/packages.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```jsx\n(.*?)```").FindSubmatch(guide)
	if block == nil {
		t.Fatal("the guide has no elements")
	}
	folder := t.TempDir()
	packages, err := filepath.Abs(filepath.Join(compatFolder, "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(packages, filepath.Join(folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	harness.WriteFile(t, filepath.Join(folder, "page.jsx"), string(block[1]))
	harness.WriteFile(t, filepath.Join(folder, "app.js"), "import \"fwrun\";\n")
	harness.WriteFile(t, filepath.Join(folder, "page.test.js"), `import { test, expect } from "fwrun/test";
import { page } from "./page.jsx";

test("renders", () => { expect(page("<Ann>")).toBe("<h1>Hello, &lt;Ann></h1>"); });
`)
	if out, err := exec.CommandContext(t.Context(), harness.Binary(t), "test", folder, "--timeout", "1m").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

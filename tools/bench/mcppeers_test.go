package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

func TestApplicationHasEveryToolOnce(t *testing.T) {
	for _, count := range []int{1, 2, 500} {
		folder := filepath.Join(t.TempDir(), "application")
		if err := writeMCPApplication(tools{peers: "peers", mcpApplication: folder, mcpTools: count}); err != nil {
			t.Fatal(err)
		}
		scripts, err := filepath.Glob(filepath.Join(folder, "*.js"))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for _, name := range scripts {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range regexp.MustCompile(`@GetMapping\("/(\w+)"\)\n  @McpTool\(\{ name: "(\w+)" \}\)\n  (\w+)\(`).FindAllSubmatch(text, -1) {
				if path, tool, method := string(found[1]), string(found[2]), string(found[3]); path != tool || method != tool {
					t.Errorf("tool %q is method %q at %q", tool, method, path)
				}
				seen[string(found[2])]++
			}
			for _, class := range regexp.MustCompile(`export class (\w+)`).FindAllSubmatch(text, -1) {
				seen["class "+string(class[1])]++
			}
		}
		for i := range count {
			if seen[toolName(i)] != 1 {
				t.Errorf("of %d tools, %s is there %d times", count, toolName(i), seen[toolName(i)])
			}
		}
		if want := count + len(scripts); len(seen) != want {
			t.Errorf("%d tools and controllers of different names, want %d", len(seen), want)
		}
	}
}

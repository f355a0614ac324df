package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	goSDK = "Go SDK"
	tsSDK = "TypeScript SDK"
	// The same with schemas that are made once, which none of the SDK's examples does: the best
	// result that is possible by hand.
	tsSDKTuned = "TypeScript SDK tuned"
)

// mcpPeers returns the MCP servers that are compared, fwrun first: the SDKs, or fwrun of an
// earlier commit.
func mcpPeers(earlier bool) []peer {
	now := peer{name: us, command: func(t tools) []string { return []string{t.fwrun, "serve", t.mcpApplication} }}
	if earlier {
		return []peer{now, {
			name:    before,
			command: func(t tools) []string { return []string{t.before, "serve", t.mcpApplication} },
		}}
	}
	return []peer{
		now,
		{
			name:    goSDK,
			command: func(t tools) []string { return []string{t.mcpGo, "-tools", strconv.Itoa(t.mcpTools)} },
		},
		typeScriptPeer(tsSDK),
		typeScriptPeer(tsSDKTuned, "kept"),
	}
}

func typeScriptPeer(name string, options ...string) peer {
	return peer{
		name:    name,
		install: []string{"mcp-ts", "node"},
		command: func(t tools) []string {
			return append([]string{t.node, filepath.Join(t.peers, "mcp-ts", "server.js"), strconv.Itoa(t.mcpTools)}, options...)
		},
	}
}

// prepareMCP builds and installs everything that the chosen peers need.
func prepareMCP(chosen []peer, folder, commit string) (tools, error) {
	t, err := findTools(folder)
	if err != nil {
		return t, err
	}
	wanted := func(name string) bool {
		return slices.ContainsFunc(chosen, func(p peer) bool { return p.name == name })
	}
	if wanted(us) {
		if t.fwrun, err = buildFwrun(folder); err != nil {
			return t, err
		}
	}
	if wanted(before) {
		if t.before, err = buildCommit(commit, folder, true); err != nil {
			return t, err
		}
	}
	if wanted(goSDK) {
		if t.mcpGo, err = goBuild("tools", "./bench/peers/mcp-go", filepath.Join(folder, "mcp-go")); err != nil {
			return t, err
		}
	}
	return t, t.install(chosen)
}

// toolName returns the name of a peer's tool number i. All have the same arguments, result and
// description.
func toolName(i int) string {
	if i == 0 {
		return "sum"
	}
	return fmt.Sprintf("sum_%d", i)
}

// writeMCPApplication writes the application that fwrun serves: that in tools/bench/peers/fwrun-mcp,
// which has one tool, and further controllers with the other tools.
func writeMCPApplication(t tools) error {
	if err := os.CopyFS(t.mcpApplication, os.DirFS(filepath.Join(t.peers, "fwrun-mcp"))); err != nil {
		return err
	}
	const each = 50 // methods of each controller
	for first := 1; first < t.mcpTools; first += each {
		name := filepath.Join(t.mcpApplication, fmt.Sprintf("calculator-%d.js", first))
		if err := os.WriteFile(name, []byte(calculator(first, min(first+each, t.mcpTools))), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// calculator returns a controller with the tools from first to before end.
func calculator(first, end int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `import { GetMapping, McpTool, RequestParam, RestController } from "fwrun";

@RestController
export class Calculator%d {`, first)
	for i := first; i < end; i++ {
		fmt.Fprintf(&b, `
  /**
   * Add two whole numbers.
   * @param {int} a  the first number
   * @param {int} b  the second number
   * @returns {{sum: int}}
   */
  @GetMapping("/%[1]s")
  @McpTool({ name: "%[1]s" })
  %[1]s(@RequestParam a, @RequestParam b) {
    return { sum: a + b };
  }
`, toolName(i))
	}
	b.WriteString("}\n")
	return b.String()
}

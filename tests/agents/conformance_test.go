package agents

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// The scenarios that are in both versions of the suite, and that the endpoint passes in every version of the
// protocol.
var sharedScenarios = []string{
	"tools-list", "tools-call-simple-text", "tools-call-image", "tools-call-audio", "tools-call-embedded-resource",
	"tools-call-mixed-content", "tools-call-error", "json-schema-2020-12",
	"resources-list", "resources-read-text", "resources-read-binary", "resources-templates-read",
	"prompts-list", "prompts-get-simple", "prompts-get-with-args", "prompts-get-embedded-resource", "prompts-get-with-image",
	"dns-rebinding-protection",
}

// earlierScenarios are the shared scenarios, and those that later versions of the protocol have removed.
var earlierScenarios = slices.Concat(sharedScenarios, []string{"server-initialize", "ping"})

// laterScenarios are the shared scenarios, and those added with 2026-07-28.
var laterScenarios = slices.Concat(sharedScenarios, []string{
	"caching", "server-sse-multiple-streams", "sep-2164-resource-not-found", "http-header-validation", "http-custom-header-server-validation",
	"input-required-result-unsupported-methods", "input-required-result-validate-input",
})

// The packages of the suites.
const (
	stableSuite = "@modelcontextprotocol/conformance" // 0.1.16
	nextSuite   = "conformance-next"                  // 0.2.0-alpha.12
)

// conformanceRuns lists the runs of the suites, and the scenarios that have to pass. Apart from these,
// exactly the scenarios in the file of expected failures must fail: the suites check that.
var conformanceRuns = []struct {
	name, modern string // modern is framework.mcp.modern
	suite        string
	args         []string
	failures     string
	must         []string
}{
	{"0.1.16", "false", stableSuite, []string{"--suite", "all"}, "expected-failures.yml", earlierScenarios},
	{"2025-11-25", "false", nextSuite, []string{"--requirements", legacyProtocol}, "expected-failures-2025-11-25.yml", earlierScenarios},
	{
		"2025-11-25 beside 2026-07-28", "true", nextSuite,
		[]string{"--requirements", legacyProtocol},
		"expected-failures-2025-11-25.yml", earlierScenarios,
	},
	{"2026-07-28", "true", nextSuite, []string{"--requirements", modernProtocol}, "expected-failures-2026-07-28.yml", laterScenarios},
}

// TestMCPConformance runs the official conformance suites against the binary.
func TestMCPConformance(t *testing.T) {
	t.Parallel()
	node := requirePeers(t)
	for _, run := range conformanceRuns {
		t.Run(run.name, func(t *testing.T) {
			t.Parallel()
			endpoint := serveForPeers(t, "conformance", "FRAMEWORK_MCP_MODERN="+run.modern)
			args := append([]string{"server", "--url", endpoint, "--expected-failures", harness.Absolute(t, filepath.Join("mcp", run.failures))}, run.args...)
			got := runPeer(t, node, nil, "node_modules/"+run.suite+"/dist/index.js", args...)
			passed := passedScenarios(got.stdout)
			for _, name := range run.must {
				if !slices.Contains(passed, name) {
					t.Errorf("%s did not pass", name)
				}
			}
			if got.code != 0 {
				t.Errorf("the suite's exit code is %d, with %d scenarios passed", got.code, len(passed))
			}
			if t.Failed() {
				t.Logf("%s%s", got.stdout, got.stderr)
			}
		})
	}
}

// scenarioLine matches a line of the suite's summary. A scenario that is marked although nothing passed was
// skipped, or ended in a warning.
var scenarioLine = regexp.MustCompile(`(?m)^✓ (\S+): [1-9]\d* passed, 0 failed$`)

func passedScenarios(output string) (names []string) {
	_, summary, _ := strings.Cut(output, "=== SUMMARY ===")
	for _, match := range scenarioLine.FindAllStringSubmatch(summary, -1) {
		names = append(names, match[1])
	}
	return names
}

// TestExpectedFailuresHaveReasons: every expected failure has a reason.
func TestExpectedFailuresHaveReasons(t *testing.T) {
	files, err := filepath.Glob("mcp/expected-failures*.yml")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no files of expected failures", err)
	}
	reasoned := regexp.MustCompile(`^  - \S+ # .{5,}`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			if bytes.HasPrefix(bytes.TrimSpace(line), []byte("- ")) && !reasoned.Match(line) {
				t.Errorf("%s: no reason is given: %s", file, line)
			}
		}
	}
}

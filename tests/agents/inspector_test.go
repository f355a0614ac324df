package agents

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

// inspectorCannot lists the operations that the Inspector performs in another way than requested, with the
// reasons.
var inspectorCannot = map[string]string{
	"ping":             "it has no such method",
	"a wrong argument": "it converts arguments as the schema says, before it sends them",
	"an unknown tool":  "it looks for the tool in the list, and does not call it",
}

// The Inspector's exit codes.
const (
	inspectorOK        = 0
	inspectorError     = 1 // a JSON-RPC error
	inspectorToolError = 5
)

// TestMCPInspector performs the operations with the Inspector's command line.
func TestMCPInspector(t *testing.T) {
	t.Parallel()
	node := requirePeers(t)
	endpoint := serveForPeers(t, "desk")
	for _, o := range deskOperations(t, legacyProtocol) {
		if inspectorCannot[o.Name] != "" {
			continue
		}
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			compareInspector(t, o, runPeer(t, node, nil, inspectorScript, inspectorArgs(t, endpoint, o)...))
		})
	}
}

// TestMCPInspectorIsStrict: the Inspector finds no schema that a model's provider would refuse, in both
// versions of the protocol.
func TestMCPInspectorIsStrict(t *testing.T) {
	t.Parallel()
	node := requirePeers(t)
	endpoint := serveForPeers(t, "desk", "FRAMEWORK_MCP_MODERN=true")
	for _, era := range []string{"legacy", "modern"} {
		args := append(inspectorArgs(t, endpoint, operation{Method: "tools/list"}), "--strict", "--protocol-era", era)
		if run := runPeer(t, node, nil, inspectorScript, args...); run.code != inspectorOK || !strings.Contains(run.stdout, `"orders_find"`) {
			t.Errorf("%s: exit code %d\n%s%s", era, run.code, run.stdout, run.stderr)
		}
	}
}

const inspectorScript = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"

// inspectorArgs writes an operation as a command line.
func inspectorArgs(t *testing.T, endpoint string, o operation) []string {
	t.Helper()
	args := []string{
		"--cli", endpoint, "--transport", "http", "--format", "json", "--header", "Authorization: Bearer " + deskToken, "--method", o.Method,
	}
	var params struct {
		Name, URI string
		Arguments map[string]any
	}
	if len(o.Params) > 0 {
		if err := json.Unmarshal(o.Params, &params); err != nil {
			t.Fatal(err)
		}
	}
	switch o.Method {
	case "tools/call":
		text, err := json.Marshal(params.Arguments)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, "--tool-name", params.Name)
		if params.Arguments != nil {
			args = append(args, "--tool-args-json", string(text))
		}
	case "resources/read":
		args = append(args, "--uri", params.URI)
	case "prompts/get":
		args = append(args, "--prompt-name", params.Name)
		for _, name := range slices.Sorted(maps.Keys(params.Arguments)) {
			args = append(args, "--prompt-args", name+"="+params.Arguments[name].(string))
		}
	}
	return args
}

// compareInspector compares the output and the exit code with the operation. For an error only the message is
// printed.
func compareInspector(t *testing.T, o operation, run peerRun) {
	t.Helper()
	if o.Error != nil {
		if run.code != inspectorError || !strings.Contains(run.stderr, `"message":"`+o.Error.Message+`"`) {
			t.Errorf("exit code %d, which should be %d for %q\n%s%s", run.code, inspectorError, o.Error.Message, run.stdout, run.stderr)
		}
		return
	}
	var got answer
	if err := json.Unmarshal([]byte(run.stdout), &got); err != nil {
		t.Fatalf("exit code %d, %v\n%s%s", run.code, err, run.stdout, run.stderr)
	}
	compareOperation(t, o, legacyProtocol, got)
	code := inspectorOK
	if failed, _ := o.Result.(map[string]any)["isError"].(bool); failed {
		code = inspectorToolError
	}
	if run.code != code {
		t.Errorf("exit code %d, which should be %d", run.code, code)
	}
}

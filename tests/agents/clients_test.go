package agents

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fwrun/fwrun/tests/harness"
)

// modes are the modes in which a desk is served, each with the protocol version that a client with support
// for all versions negotiates.
var modes = []struct{ name, modern, protocol string }{
	{"legacy", "false", legacyProtocol},
	{"modern", "true", modernProtocol},
}

// TestMCPGoClient performs all operations with the client of the Go SDK, over HTTP and over a pipe.
func TestMCPGoClient(t *testing.T) {
	t.Parallel()
	for _, mode := range modes {
		t.Run(mode.name, func(t *testing.T) {
			t.Parallel()
			t.Run("http", func(t *testing.T) {
				endpoint := serveForPeers(t, "desk", "FRAMEWORK_MCP_MODERN="+mode.modern)
				client := &http.Client{Transport: bearer(deskToken)}
				compareGoClient(t, mode.protocol, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: client})
			})
			t.Run("stdio", func(t *testing.T) {
				words, log := deskWords(t), &bytes.Buffer{}
				command := exec.Command(words[0], words[1:]...)
				command.Stderr, command.Env = log, append(os.Environ(), deskEnv(t, mode.modern)...)
				compareGoClient(t, mode.protocol, &mcp.CommandTransport{Command: command})
				if t.Failed() {
					t.Logf("its log:\n%s", log.Bytes())
				}
			})
		})
	}
}

// TestMCPGoClientWithoutToken: an interceptor guards the endpoint, and the client reports why it cannot
// connect.
func TestMCPGoClientWithoutToken(t *testing.T) {
	t.Parallel()
	transport := &mcp.StreamableClientTransport{Endpoint: serveForPeers(t, "desk"), HTTPClient: &http.Client{Transport: bearer("guessed")}}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "peer", Version: "1.0.0"}, nil).Connect(t.Context(), transport, nil)
	if err == nil {
		_ = session.Close()
		t.Fatal("it connected with a token that is wrong")
	}
	t.Log(err)
}

func compareGoClient(t *testing.T, protocol string, transport mcp.Transport) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), harness.Patience)
	defer cancel()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "peer", Version: "1.0.0"}, nil).Connect(ctx, transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	started := session.InitializeResult()
	compareServer(t, protocol, peerReport{Protocol: started.ProtocolVersion, Server: started.ServerInfo, Instructions: started.Instructions})
	got := map[string]answer{}
	for _, o := range deskOperations(t, protocol) {
		result, err := goCalls[o.Method](ctx, session, o.Params)
		got[o.Name] = goAnswer(t, result, err)
	}
	compareAnswers(t, protocol, protocol, got)
	if err := session.Close(); err != nil {
		t.Errorf("closing: %v", err)
	}
}

// goCall performs an operation with the Go SDK.
type goCall func(ctx context.Context, session *mcp.ClientSession, params json.RawMessage) (any, error)

var goCalls = map[string]goCall{
	"ping": func(ctx context.Context, session *mcp.ClientSession, _ json.RawMessage) (any, error) {
		return struct{}{}, session.Ping(ctx, nil)
	},
	"tools/list":               goMethod((*mcp.ClientSession).ListTools),
	"tools/call":               goMethod((*mcp.ClientSession).CallTool),
	"resources/list":           goMethod((*mcp.ClientSession).ListResources),
	"resources/templates/list": goMethod((*mcp.ClientSession).ListResourceTemplates),
	"resources/read":           goMethod((*mcp.ClientSession).ReadResource),
	"prompts/list":             goMethod((*mcp.ClientSession).ListPrompts),
	"prompts/get":              goMethod((*mcp.ClientSession).GetPrompt),
}

func goMethod[P, R any](method func(*mcp.ClientSession, context.Context, *P) (*R, error)) goCall {
	return func(ctx context.Context, session *mcp.ClientSession, params json.RawMessage) (any, error) {
		p := new(P)
		if len(params) > 0 {
			if err := json.Unmarshal(params, p); err != nil {
				return nil, err
			}
		}
		return method(session, ctx, p)
	}
}

func goAnswer(t *testing.T, result any, err error) answer {
	t.Helper()
	if err == nil {
		return answer{Result: result}
	}
	said := (*jsonrpc.Error)(nil)
	if !errors.As(err, &said) {
		t.Fatal(err) // not an error from the server
	}
	return answer{Error: &refusal{int(said.Code), said.Message}}
}

// bearer sends a token with every request.
type bearer string

// RoundTrip implements http.RoundTripper.
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// deskWords returns the command that serves the desk over a pipe: the client sends no headers, so the command
// passes the token.
func deskWords(t *testing.T) []string {
	t.Helper()
	bin := harness.Binary(t)
	return []string{bin, "mcp", harness.Absolute(t, filepath.Join("mcp", "desk")), "--header", "Authorization: Bearer " + deskToken}
}

// deskEnv returns the environment of that command.
func deskEnv(t *testing.T, modern string) []string {
	t.Helper()
	return []string{"FWRUN_CACHE=" + t.TempDir(), "FRAMEWORK_MCP_MODERN=" + modern}
}

// peerReport is the output of the scripts in mcp.
type peerReport struct {
	Protocol     string // empty if the client does not report it
	Server       *mcp.Implementation
	Instructions string
	Answers      map[string]answer
}

// compareServer compares the server's description that a client received with the desk's settings.
func compareServer(t *testing.T, protocol string, got peerReport) {
	t.Helper()
	if got.Protocol != protocol && got.Protocol != "" {
		t.Errorf("they speak %s, and could speak %s", got.Protocol, protocol)
	}
	if got.Server == nil || got.Server.Name != "desk" || got.Server.Title != "Order desk" || got.Server.Version != "1.4.0" {
		t.Errorf("the server calls itself %+v", got.Server)
	}
	if got.Instructions != "Find orders and place them." {
		t.Errorf("the instructions are %q", got.Instructions)
	}
}

// scripts are the clients of the TypeScript SDK, with the arguments before the transport's.
var scripts = []struct {
	name, script string
	args         []string
	asks         bool   // it asks for a later version of the protocol before initialize
	errors       string // the version whose errors it shows; empty for the negotiated one
}{
	{"v1", "client-v1.mjs", nil, false, ""},
	{"v2 legacy", "client-v2.mjs", []string{"legacy"}, false, modernProtocol},
	{"v2 auto", "client-v2.mjs", []string{"auto"}, true, modernProtocol},
}

// TestMCPTypeScriptClients performs all operations with both generations of the TypeScript SDK, over HTTP and
// over a pipe.
func TestMCPTypeScriptClients(t *testing.T) {
	t.Parallel()
	node := requirePeers(t)
	for _, client := range scripts {
		for _, mode := range modes {
			protocol := legacyProtocol
			if client.asks {
				protocol = mode.protocol
			}
			compare := func(t *testing.T, env []string, words ...string) {
				t.Helper()
				run := runPeer(t, node, env, client.script, slices.Concat(client.args, words)...)
				compareScript(t, protocol, cmp.Or(client.errors, protocol), run)
			}
			t.Run(client.name+" with "+mode.name, func(t *testing.T) {
				t.Parallel()
				t.Run("http", func(t *testing.T) {
					compare(t, nil, "http", serveForPeers(t, "desk", "FRAMEWORK_MCP_MODERN="+mode.modern), deskToken)
				})
				t.Run("stdio", func(t *testing.T) {
					compare(t, deskEnv(t, mode.modern), append([]string{"stdio"}, deskWords(t)...)...)
				})
			})
		}
	}
}

func compareScript(t *testing.T, protocol, errors string, run peerRun) {
	t.Helper()
	var got peerReport
	if err := json.Unmarshal([]byte(run.stdout), &got); err != nil || run.code != 0 {
		t.Fatalf("exit code %d, %v\n%s%s", run.code, err, run.stdout, run.stderr)
	}
	compareServer(t, protocol, got)
	compareAnswers(t, protocol, errors, got.Answers)
}

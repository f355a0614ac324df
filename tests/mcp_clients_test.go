package tests

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
)

// modes are the ways in which a desk is served, and the version that a client speaks with it which speaks all of them.
var modes = []struct{ name, modern, protocol string }{
	{"legacy", "false", legacyProtocol},
	{"modern", "true", modernProtocol},
}

// TestMCPGoClient does all operations with the client of the Go SDK, over HTTP and over a pipe.
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

// TestMCPGoClientWithoutToken: an interceptor guards the endpoint, and the client says why it cannot connect.
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
	ctx, cancel := context.WithTimeout(t.Context(), patience)
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

// goCall does an operation with the Go SDK.
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
		t.Fatal(err) // not what the server said
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

// deskWords are the command that serves the desk over a pipe: the client sends no headers, so the command brings the token.
func deskWords(t *testing.T) []string {
	t.Helper()
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return []string{filepath.Join(bin, "fwrun"), "mcp", absolute(t, filepath.Join("mcp", "desk")), "--header", "Authorization: Bearer " + deskToken}
}

// deskEnv is the environment of that command.
func deskEnv(t *testing.T, modern string) []string {
	t.Helper()
	return []string{"FWRUN_CACHE=" + t.TempDir(), "FRAMEWORK_MCP_MODERN=" + modern}
}

// peerReport is what the scripts of mcp print.
type peerReport struct {
	Protocol     string // empty when the client does not tell
	Server       *mcp.Implementation
	Instructions string
	Answers      map[string]answer
}

// compareServer holds what a client was told at first against the desk's settings.
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

// scripts are the clients of the TypeScript SDK, with the words before the transport's.
var scripts = []struct {
	name, script string
	args         []string
	asks         bool   // for a later version of the protocol, before it says initialize
	errors       string // the version whose errors it shows; empty for the one that is spoken
}{
	{"v1", "client-v1.mjs", nil, false, ""},
	{"v2 legacy", "client-v2.mjs", []string{"legacy"}, false, modernProtocol},
	{"v2 auto", "client-v2.mjs", []string{"auto"}, true, modernProtocol},
}

// TestMCPTypeScriptClients does all operations with both generations of the TypeScript SDK, over HTTP and over a pipe.
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

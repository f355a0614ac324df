package local_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/agents"
	"github.com/fwrun/fwrun/app/agents/local"
)

const tool = `import { McpTool, Service } from "fwrun";
	@Service export class Desk { /** Does nothing. */ @McpTool({ name: "nothing" }) nothing() {} }`

// application writes an application of one script.
func application(t *testing.T, script string) app.Options {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "desk.ts"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	return app.Options{Folder: folder, Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }}
}

// TestServeLines calls an application, which nobody else runs, over pipes.
func TestServeLines(t *testing.T) {
	opened, err := local.Open(t.Context(), application(t, tool), agents.Caller{}, true)
	if err != nil {
		t.Fatal(err)
	}
	in, out := io.Pipe()
	answers, written := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- opened.ServeLines(t.Context(), in, written) }()
	lines := bufio.NewReader(answers)
	for i := range 3 {
		if _, err := fmt.Fprintf(out, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}\n", i); err != nil {
			t.Fatal(err)
		}
		if got, err := lines.ReadString('\n'); err != nil || got != fmt.Sprintf("{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{}}\n", i) {
			t.Fatalf("got %q, %v", got, err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(<-done, opened.Close(context.WithoutCancel(t.Context()))); err != nil {
		t.Error(err)
	}
}

// TestNothingToOffer: the error says why an agent has nothing to ask of an application.
func TestNothingToOffer(t *testing.T) {
	options := application(t, `import { GetMapping } from "fwrun"; export const hello = GetMapping("/hello")(() => "hello");`)
	if _, err := local.Open(t.Context(), options, agents.Caller{}, true); !errors.Is(err, agents.ErrNone) {
		t.Error(err)
	}
}

package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/host/hosttest"
	"github.com/fwrun/fwrun/platform/rest"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// schemaScript has the same handler three times: a schema of zod takes the body, the handler asks it itself, and nobody does.
const schemaScript = `import { PostMapping, RequestBody, RestController } from "fwrun";
import { z } from "zod";

export const User = z.object({
  id: z.int(), name: z.string().min(1).max(80), email: z.string(), age: z.int().min(0).max(150), tags: z.array(z.string()),
  address: z.object({ street: z.string(), city: z.string() }),
});

@RestController
export class Users {
  @PostMapping("/schema") schema(@RequestBody({ schema: User }) user) { return { id: user.id, name: user.name }; }
  @PostMapping("/parse") parse(@RequestBody({ type: "any" }) body) { const user = User.parse(body); return { id: user.id, name: user.name }; }
  @PostMapping("/any") any(@RequestBody({ type: "any" }) user) { return { id: user.id, name: user.name }; }
}
`

const schemaBody = `{"id":42,"name":"Ada Lovelace","email":"ada@example.org","age":36,"tags":["a","b","c"],` +
	`"address":{"street":"12 St James's Square","city":"London"}}`

// startSchemas starts the application. The libraries are those of the tests.
func startSchemas(t testing.TB) *app.App {
	t.Helper()
	libraries, err := filepath.Abs("../../tests/openapi/schemas")
	if err != nil {
		t.Fatal(err)
	}
	nodejs.InstallPackages(t, libraries)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "users.js"), []byte(schemaScript), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(libraries, "node_modules"), filepath.Join(folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	running, err := app.Start(t.Context(), app.Options{
		Folder: folder, Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = running.Close(t.Context()) })
	return running
}

// postBodies sends the body n times without sockets, and returns the nanoseconds of processor time that one took.
func postBodies(t testing.TB, running *app.App, path string, n int) float64 {
	t.Helper()
	const head = "POST %s HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
	request := fmt.Sprintf(head, path, len(schemaBody), schemaBody)
	client := hosttest.NewRepeating([]byte(request), n)
	began := rest.ProcessorTime()
	go func() { _ = running.Serve(client) }() // ends with the application
	<-client.Done()
	took := float64(rest.ProcessorTime()-began) / float64(n)
	if last := client.Last(); !strings.HasPrefix(last, "HTTP/1.1 200 ") || !strings.HasSuffix(last, `{"id":42,"name":"Ada Lovelace"}`) {
		t.Fatal(last)
	}
	return took
}

// BenchmarkSchemas measures the three handlers, by the processor time of the process.
func BenchmarkSchemas(b *testing.B) {
	debug.SetGCPercent(400) // as in the binary
	running := startSchemas(b)
	for _, path := range []string{"/schema", "/parse", "/any"} {
		b.Run(path[1:], func(b *testing.B) {
			b.ReportAllocs()
			b.ReportMetric(postBodies(b, running, path, b.N), "cpu-ns/op")
		})
	}
}

// TestSchemasCost: a body by a schema costs at most twice what the handler costs that calls parse on any, in one run.
func TestSchemasCost(t *testing.T) {
	running := startSchemas(t)
	least := map[string]float64{}
	for range 12 { // the first rounds warm up
		for _, path := range []string{"/schema", "/parse"} {
			if took := postBodies(t, running, path, 1000); least[path] == 0 || took < least[path] {
				least[path] = took
			}
		}
	}
	ratio := least["/schema"] / least["/parse"]
	if t.Logf("%.2f: %.1f and %.1f µs", ratio, least["/schema"]/1000, least["/parse"]/1000); ratio > 2 {
		t.Errorf("a body by a schema costs %.2f times the handler that parses it", ratio)
	}
}

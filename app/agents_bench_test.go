package app_test

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/host/hosttest"
)

const benchedTools = `import { GetMapping, McpTool, RequestParam, RestController, Service } from "fwrun";
@RestController export class Calculator {
  /** Add two numbers. @param {int} a  @param {int} b  @returns {{sum: int}} */
  @GetMapping("/sum") @McpTool({ name: "sum" }) sum(@RequestParam a, @RequestParam b) { return { sum: a + b }; }
}
@Service export class Desk {
  /** Add two numbers. @param {int} a  @param {int} b  @returns {{sum: int}} */
  @McpTool({ name: "add" }) add(a, b) { return { sum: a + b }; }
}`

// BenchmarkAgents measures the processing of an agent's message from its bytes to the bytes of the answer,
// without a real connection.
func BenchmarkAgents(b *testing.B) {
	for name, message := range map[string]string{
		"endpoint": `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sum","arguments":{"a":2,"b":3}}}`,
		"service":  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":2,"b":3}}}`,
		"list":     `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
	} {
		b.Run(name, func(b *testing.B) {
			folder := b.TempDir()
			if err := os.WriteFile(filepath.Join(folder, "tools.js"), []byte(benchedTools), 0o600); err != nil {
				b.Fatal(err)
			}
			running, err := app.Start(b.Context(), app.Options{
				Folder: folder, Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) },
			})
			if err != nil {
				b.Fatal(err)
			}
			request := fmt.Sprintf("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Type: application/json\r\n"+
				"Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-06-18\r\nContent-Length: %d\r\n\r\n%s", len(message), message)
			client := hosttest.NewRepeating([]byte(request), b.N)
			b.ReportAllocs()
			b.ResetTimer()
			go func() { _ = running.Serve(client) }() // ends with the benchmark
			<-client.Done()
			b.StopTimer()
			if !strings.Contains(client.Last(), `"result":{`) {
				b.Fatal(client.Last())
			}
		})
	}
}

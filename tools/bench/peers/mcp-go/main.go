// Command mcp-go serves the benchmark's tools with the official Go SDK and net/http.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	count := flag.Int("tools", 1, "how many tools there are")
	flag.Parse()
	if err := run(*count); err != nil {
		log.Fatal(err)
	}
}

// run serves without sessions, in plain JSON, which suits one server behind many clients. The
// server with its tools is made once for all requests.
func run(count int) error {
	server := mcp.NewServer(&mcp.Implementation{Name: "bench", Version: "1.0.0"}, nil)
	for i := range count {
		mcp.AddTool(server, sumTool(i), sum)
	}
	handler := mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true},
	)
	mux := http.NewServeMux()
	mux.Handle("/mcp", handler)
	mux.HandleFunc("/hello", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "Hello, world!") })
	return http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), mux)
}

// sumTool returns tool number i; the name of the first one has no number.
func sumTool(i int) *mcp.Tool {
	tool := &mcp.Tool{
		Name: "sum", Description: "Add two whole numbers.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}
	if i > 0 {
		tool.Name = fmt.Sprintf("sum_%d", i)
	}
	return tool
}

// The SDK derives both schemas from these types, and checks arguments and results against them.
type (
	numbers struct {
		A int `json:"a" jsonschema:"the first number"`
		B int `json:"b" jsonschema:"the second number"`
	}
	total struct {
		Sum int `json:"sum"`
	}
)

func sum(_ context.Context, _ *mcp.CallToolRequest, n numbers) (*mcp.CallToolResult, total, error) {
	return nil, total{n.A + n.B}, nil
}

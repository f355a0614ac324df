package app_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/agents"
)

const busy = `
-- desk.ts --
import { Component, GetMapping, McpTool, McpToolContext, McpToolInfo, McpToolInterceptor, RequestParam, RestController, Service } from "fwrun";

const wait = () => new Promise((done) => setTimeout(done, Math.random() * 3));

@Component
export class Notes extends McpToolInterceptor {
  async isVisible(tool: McpToolInfo, request: any) { await wait(); return request.getFirstHeader("X-Client") !== null; }
  async beforeCall(tool: McpToolInfo, context: any) { context.note = context.getArgument("n"); await wait(); }
  async afterCall(tool: McpToolInfo, context: any) {
    if (context.note !== context.getArgument("n")) throw new Error("the note is of another call");
  }
}

@Service
export class Desk {
  /** Takes its time. */
  @McpTool({ name: "service" })
  async service(client: int, n: int, context: McpToolContext): Promise<int[]> {
    await wait();
    return [client, n, (context as any).note, Number(context.getRequestId()), Number(context.getRequest().getFirstHeader("X-Client"))];
  }
}

@RestController
export class Rest {
  /** Takes its time. */
  @GetMapping("/rest") @McpTool({ name: "rest" })
  async rest(@RequestParam client: int, @RequestParam n: int, context: McpToolContext, @RequestParam({ name: "X-Client", source: "header" }) header:
    int): Promise<int[]> {
    await wait();
    return [client, n, n, Number(context.getRequestId()), header];
  }
}
-- config/application.yml --
server: { workers: { min: 2, max: 3 } }
logging: { level: warn }
`

// TestAgentsAtOnce: concurrent calls that wait for each other on the same VMs keep their arguments, contexts
// and headers apart.
func TestAgentsAtOnce(t *testing.T) {
	const clients, each = 16, 20
	var log lockedBuffer
	a, err := app.Start(t.Context(), app.Options{Folder: unpack(t, busy), Logger: app.LogTo(&log, false, false)})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for client := range clients {
		all.Go(func() {
			header := [2]string{"X-Client", strconv.Itoa(client)}
			for i := range each {
				n := client*1000 + i
				tool := []string{"service", "rest"}[i%2]
				message := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{"client":%d,"n":%d}}}`,
					n, tool, client, n)
				_, answer, err := a.Agents().Post(t.Context(), []byte(message), agents.Caller{Headers: [][2]string{header}})
				if want := fmt.Sprintf(`"structuredContent":{"items":[%d,%d,%d,%d,%d]}`, client, n, n, n, client); err != nil ||
					!strings.Contains(string(answer), want) {
					t.Errorf("%s of client %d: got %s %v, want %s", tool, client, answer, err, want)
				}
				_, answer, err = a.Agents().Post(t.Context(), []byte(message), agents.Caller{})
				if err != nil || !strings.Contains(string(answer), "Unknown tool") {
					t.Errorf("without the header: %s %v", answer, err)
				}
			}
		})
	}
	all.Wait()
	if err := a.Close(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
	if text := log.take(); text != "" {
		t.Errorf("the log has\n%s", text)
	}
}

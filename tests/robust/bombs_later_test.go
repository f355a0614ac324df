package robust

import (
	"net/http"
	"syscall"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// keepingApp keeps what a peer sends without end, long after its calls.
const keepingApp = `
import net from "node:net";
import { buffer } from "node:stream/consumers";
import { GetMapping } from "fwrun";

export const left = GetMapping("/left")(() => {
	for (let i = 0; i < 4; i++) buffer(net.connect(Number(process.env.LOUD), "127.0.0.1")).catch((e) => console.log("ended by " + e.code));
	return "left";
});
export const unread = GetMapping("/unread")(async () => {
	for (let i = 0; i < 4; i++) await new Promise((done) => net.connect(Number(process.env.LOUD), "127.0.0.1", done).pause());
	return "left";
});
export const ok = GetMapping("/ok")(() => "ok");
`

// TestSocketsAfterTheirCall: sockets that are left open, and whose peers send without end, take no more memory than there may be. Nothing
// else would stop them: no call waits for them, and each run is short. A reload ends those that nobody reads from.
func TestSocketsAfterTheirCall(t *testing.T) {
	others := startPeers(t)
	f := startScript(t, keepingApp, "PROCESS_ENV=LOUD", "SERVER_MEMORY_LIMIT=96MiB", "SERVER_WORKERS_MIN=1", "SERVER_WORKERS_MAX=1")
	leaves := func(path string) {
		t.Helper()
		if status, body := f.Fetch(path); status != http.StatusOK || string(body) != "left" {
			t.Fatalf("%s: %d: %s", path, status, body)
		}
	}
	leaves("/left")
	harness.Eventually(t, "all sockets are ended", func() bool { return others.over.Load() == 4 })
	f.Logs(t, "ended by ENOBUFS")
	harness.Eventually(t, "the process answers", func() bool { // meanwhile with 503
		status, _ := f.Fetch("/ok")
		return status == http.StatusOK
	})
	leaves("/unread")
	if over := others.over.Load(); over != 4 {
		t.Fatalf("%d sockets are over before the reload", over)
	}
	f.App.Signal(t, syscall.SIGHUP)
	harness.Eventually(t, "the reload has ended all sockets", func() bool { return others.over.Load() == 8 })
}

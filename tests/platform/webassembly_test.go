package platform

import (
	"encoding/base64"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestWebAssembly: an application imports a module, and runs it in several workers at the same time. A loop of the module is cut
// off, and other requests are answered meanwhile; a memory that would grow too large does not.
func TestWebAssembly(t *testing.T) {
	module, err := os.ReadFile(filepath.Join("..", "..", "jsapi", "web", "wasm", "testdata", "basic.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	f := harness.StartScriptWith(t, harness.Options{Files: map[string][]byte{"app/basic.wasm": module}}, `
import module from "./basic.wasm";
import { GetMapping, RequestParam, RestController } from "fwrun";

const make = () => new WebAssembly.Instance(module, { env: { log() { throw new Error("from the script"); }, big: (n) => n,
  pair: () => [1, 2] } }).exports;
const kept = make();

@RestController
export class Api {
  @GetMapping("/ok") ok() { return kept.add(40, 2); }
  @GetMapping("/fibonacci") fibonacci(@RequestParam n: int) { return make().fibonacci(n); }
  @GetMapping("/loop") loop() { kept.loop(); }
  @GetMapping("/grow") grow() { return [kept.grow(1e5), kept.memory.buffer.byteLength]; }
  @GetMapping("/thrown") thrown() { try { kept.callLog(1); } catch (e) { return e.message; } }
  @GetMapping("/same") async same() {
    const bytes = Uint8Array.fromBase64("`+base64.StdEncoding.EncodeToString(module)+`");
    const { instance } = await WebAssembly.instantiate(bytes, { env: { log() {}, big: (n) => n, pair: () => [1, 2] } });
    return String(instance.exports.add64(2n ** 62n, 1n));
  }
}
`, "SERVER_CPU_TIMEOUT=300ms", "SERVER_WORKERS_MIN=4")
	stop := f.Another(t)
	for path, want := range map[string]string{
		"/ok": "42", "/grow": "[-1,65536]", "/thrown": "from the script", "/same": "4611686018427387905",
	} {
		if status, body := f.Fetch(path); status != http.StatusOK || string(body) != want {
			t.Errorf("%s: %d, %s", path, status, body)
		}
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 5 {
				if status, body := f.Fetch("/fibonacci?n=20"); status != http.StatusOK || string(body) != "6765" {
					t.Errorf("%d, %s", status, body)
				}
			}
		})
	}
	group.Wait()
	if status, body := f.Fetch("/loop"); status != http.StatusServiceUnavailable {
		t.Errorf("a loop is answered with %d, %s", status, body)
	}
	stop()
}

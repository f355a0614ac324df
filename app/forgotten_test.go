package app

import (
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// TestReplacedGenerationsAreForgotten: what a reload has replaced is collected, so that a day of saved files does not fill the memory.
func TestReplacedGenerationsAreForgotten(t *testing.T) {
	for name, dev := range map[string]bool{"production": false, "development": true} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, "hello.js"), []byte(`import { GetMapping, RestController } from "fwrun"; `+
				`@RestController export class Hello { @GetMapping("/") hello() {} }`), 0o644); err != nil {
				t.Fatal(err)
			}
			running, err := Start(t.Context(), Options{Folder: folder, Reloads: true, Dev: dev})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = running.Close(t.Context()) }()
			const reloads = 5
			var forgotten atomic.Int64
			for range reloads {
				runtime.AddCleanup(running.serving.Load(), func(n *atomic.Int64) { n.Add(1) }, &forgotten)
				if err := running.Reload(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			running.retiring.Wait()
			for end := time.Now().Add(20 * time.Second); forgotten.Load() < reloads; {
				if time.Now().After(end) {
					t.Fatalf("%d of %d replaced generations are still held", reloads-forgotten.Load(), reloads)
				}
				runtime.GC()
			}
		})
	}
}

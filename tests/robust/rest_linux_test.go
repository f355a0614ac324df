package robust

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"
)

const restingApp = `
import { GetMapping } from "fwrun";

export const rows = GetMapping("/rows")(() => Array.from({ length: 2000 }, (_, i) => ({ id: i, name: "n" + i, tags: ["a" + i, "b" + i] })));
export const hello = GetMapping("/hello")(() => "hello");
`

// TestMemoryComesBack: some seconds after a load has ended, a process has given back most of what the load had made it hold.
func TestMemoryComesBack(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for a process to rest")
	}
	f := startScript(t, restingApp)
	f.load(t, "/hello", 16, 50)
	idle := f.Own(t)
	f.load(t, "/rows", 16, 100)
	loaded := f.Own(t)
	const most = 1.35
	if loaded < idle*most {
		t.Fatalf("the load does not take memory: %.0f MB idle, %.0f MB loaded", idle, loaded)
	}
	ended := time.Now()
	after := f.Settle(t, idle*most)
	t.Logf("own memory: idle %.0f MB, loaded %.0f MB, %v later %.0f MB", idle, loaded, time.Since(ended).Round(100*time.Millisecond), after)
	if after > idle*most {
		t.Errorf("a minute after the load it has %.0f MB, %.0f MB when idle, %.0f MB loaded", after, idle, loaded)
	}
	f.load(t, "/rows", 2, 2)
}

// load sends requests from so many clients at a time.
func (f *server) load(t *testing.T, path string, clients, each int) {
	t.Helper()
	var group sync.WaitGroup
	for range clients {
		group.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			for range each {
				if err := served(client, f.Address, path); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
}

// served asks until it is answered with 200: on a busy machine some requests are refused with 503.
func served(client *http.Client, address, path string) error {
	for tries := 0; ; tries++ {
		response, err := client.Get("http://" + address + path)
		if err != nil {
			return err
		}
		_ = response.Body.Close()
		switch {
		case response.StatusCode == http.StatusOK:
			return nil
		case response.StatusCode != http.StatusServiceUnavailable || tries == 100:
			return fmt.Errorf("%s: %s", path, response.Status)
		}
	}
}

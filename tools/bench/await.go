package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	awaitRequests = 5000
	awaitClients  = 1000
	awaitDelay    = 200 * time.Millisecond
)

const awaitApp = `import { GetMapping, RestController, Value } from "fwrun";

@RestController
export class Proxy {
  @Value("${upstream.url}") url = "";

  @GetMapping("/await")
  async get() {
    const response = await fetch(this.url);
    return { upstream: await response.text() };
  }
}
`

// measureAwait sends requests whose handlers await a slow fetch, on two workers, and for
// comparison the same requests straight to the slow server.
func measureAwait(binary string) error {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(awaitDelay):
			_, _ = io.WriteString(w, "late")
		case <-r.Context().Done():
		}
	}))
	defer upstream.Close()
	folder, err := os.MkdirTemp("", "fwrun-bench-app-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if err := os.WriteFile(filepath.Join(folder, "proxy.js"), []byte(awaitApp), 0o600); err != nil {
		return err
	}
	s, err := serve(binary, folder, "SERVER_WORKERS_MIN=2", "SERVER_WORKERS_MAX=2", "SERVER_MAX_CONNECTIONS_PER_CLIENT=0", "UPSTREAM_URL="+upstream.URL)
	if err != nil {
		return err
	}
	straight, err := sendAll(upstream.URL)
	if err != nil {
		return err
	}
	through, err := sendAll(s.url + "/await")
	if err != nil {
		return err
	}
	fmt.Printf("%d requests, %d at a time, each awaiting a %v fetch, two workers: %.2f s; aim: 3 s\n",
		awaitRequests, awaitClients, awaitDelay, through.Seconds())
	fmt.Printf("the same straight to the slow server: %.2f s, ratio %.2f\n",
		straight.Seconds(), through.Seconds()/straight.Seconds())
	return s.stop()
}

// sendAll sends the requests and returns the time until all were answered.
func sendAll(url string) (time.Duration, error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: awaitClients, MaxConnsPerHost: awaitClients}}
	todo := make(chan struct{}, awaitRequests)
	for range awaitRequests {
		todo <- struct{}{}
	}
	close(todo)
	var group sync.WaitGroup
	var once sync.Once
	var failed error
	began := time.Now()
	for range awaitClients {
		group.Go(func() {
			for range todo {
				if err := getOne(client, url); err != nil {
					once.Do(func() { failed = err })
					return
				}
			}
		})
	}
	group.Wait()
	return time.Since(began), failed
}

func getOne(client *http.Client, url string) error {
	response, err := client.Get(url)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: %s", url, response.Status)
	}
	return nil
}

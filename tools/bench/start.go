package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

const startRuns = 11

// measureStart measures the users example from exec to the first 200, each time with a new
// database, and its memory once it is idle: without compiled code, with that of an earlier start, and
// as one executable.
func measureStart(binary string) error {
	cache, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	if err := reportStarts("nothing cached", 200, func() (ms, mb float64, err error) {
		if err := os.RemoveAll(cache); err != nil {
			return 0, 0, err
		}
		return startFolder(binary, cache)
	}); err != nil {
		return err
	}
	if err := reportStarts("cached", 200, func() (ms, mb float64, err error) { return startFolder(binary, cache) }); err != nil {
		return err
	}
	file := filepath.Join(cache, "shop")
	if out, err := exec.Command(binary, "build", "scripts/examples/users", "-o", file).CombinedOutput(); err != nil {
		return fmt.Errorf("fwrun build: %w\n%s", err, out)
	}
	return reportStarts("one executable", 25, func() (ms, mb float64, err error) { return startFile(file) })
}

func reportStarts(how string, aim int, start func() (ms, mb float64, err error)) error {
	var first, memory []float64
	for range startRuns {
		ms, mb, err := start()
		if err != nil {
			return err
		}
		first, memory = append(first, ms), append(memory, mb)
	}
	fmt.Printf("%s: start to first 200: median %.0f ms of %d (%.0f to %.0f); aim: %d ms\n",
		how, median(first), startRuns, slices.Min(first), slices.Max(first), aim)
	fmt.Printf("%s: idle memory: median %.1f MB (%.1f to %.1f); aim: 30 MB\n",
		how, median(memory), slices.Min(memory), slices.Max(memory))
	return nil
}

func startFolder(binary, cache string) (ms, mb float64, err error) {
	folder, err := copyExample("scripts/examples/users")
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	s, err := serve(binary, folder, "FWRUN_CACHE="+cache)
	if err != nil {
		return 0, 0, err
	}
	return s.firstAnswer()
}

// startFile starts an executable with the application inside, with a home of its own.
func startFile(file string) (ms, mb float64, err error) {
	home, err := os.MkdirTemp("", "fwrun-bench-home-")
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = os.RemoveAll(home) }()
	s, err := start(exec.Command(file, "--port", "0", "--log-format", "json"), "FWRUN_HOME="+home)
	if err != nil {
		return 0, 0, err
	}
	return s.firstAnswer()
}

// firstAnswer returns the time from exec to the first 200, and the memory of the idle process, which it then ends.
func (s *server) firstAnswer() (ms, mb float64, err error) {
	response, err := http.Get(s.url + "/users")
	if err != nil {
		return 0, 0, err
	}
	ms = float64(time.Since(s.began).Microseconds()) / 1000
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return 0, 0, fmt.Errorf("GET /users: %s", response.Status)
	}
	time.Sleep(2 * time.Second) // idle: memory that only the start needed has been released
	if mb, err = s.memory(); err != nil {
		return 0, 0, err
	}
	return ms, mb, s.stop()
}

// copyExample copies an example, without its data, so that each run starts with an empty
// database.
func copyExample(example string) (string, error) {
	folder, err := os.MkdirTemp("", "fwrun-bench-app-")
	if err != nil {
		return "", err
	}
	return folder, copyWithout(folder, example, "data") // where a server that was killed has left a socket, which cannot be copied
}

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// profileTime is for how long each endpoint is profiled, in seconds.
const profileTime = 10

// profileEndpoints loads endpoints of the halves with a name, one after the other, and takes a CPU profile of fwrun at each, of the functions of Go,,
// which goes to a file and as a list of the functions that take most to the standard output. The list says endpoint=file, with commas between.
func profileEndpoints(only, list string, p plan) error {
	files := map[string]string{}
	for one := range strings.SplitSeq(list, ",") {
		name, file, found := strings.Cut(strings.TrimSpace(one), "=")
		if !found || file == "" {
			return fmt.Errorf("%q is not an endpoint with a file, such as article=article.pb.gz", one)
		}
		path, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		files[name] = path
	}
	chosen, err := narrow(contests(time.Now()), only, us, "")
	if err != nil {
		return err
	}
	for _, c := range chosen {
		for _, e := range c.endpoints {
			if file := files[e.name]; file != "" {
				if err := c.profile(e, file, p); err != nil {
					return fmt.Errorf("%s: %w", e.name, err)
				}
				delete(files, e.name)
			}
		}
	}
	for name := range files {
		return fmt.Errorf("there is no endpoint %q", name)
	}
	return nil
}

// profile takes the profile of one endpoint.
func (c contest) profile(e endpoint, file string, p plan) error {
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	t, err := prepareWith(nil, folder, p.Binary)
	if err != nil {
		return err
	}
	// A copy has an admin socket of its own.
	application := filepath.Join(folder, "app")
	if err := os.CopyFS(application, os.DirFS(filepath.Join(t.peers, c.folder))); err != nil {
		return err
	}
	database := filepath.Join(folder, "contest.db")
	if err := c.seed(database); err != nil {
		return err
	}
	s, err := t.start(c.peers[0], []string{t.fwrun, "serve", application}, "", database)
	if err != nil {
		return err
	}
	defer s.stop()
	if _, err := s.untilAnswer(c.ready); err != nil {
		return err
	}
	if _, err := load.Run(s.address, e.load, load.Options{Connections: p.Connections, Duration: p.Warmup}); err != nil {
		return err
	}
	loaded := make(chan error, 1)
	go func() {
		_, err := load.Run(s.address, e.load, load.Options{Connections: p.Connections, Duration: (profileTime + 1) * time.Second})
		loaded <- err
	}()
	said, err := exec.Command(t.fwrun, "profile", application, "--type", "go", "--seconds", strconv.Itoa(profileTime), "-o", file).CombinedOutput()
	if err = errors.Join(err, <-loaded); err != nil {
		return fmt.Errorf("%w\n%s", err, said)
	}
	return printProfile(e.title, t.fwrun, file)
}

// printProfile prints the functions of a profile that take most, by themselves and with what they call.
func printProfile(title, binary, file string) error {
	for _, by := range []string{"-flat", "-cum"} {
		fmt.Printf("%s, %s\n", title, by)
		list := exec.Command("go", "tool", "pprof", "-top", by, "-nodecount=30", binary, file)
		list.Stdout = os.Stdout
		if err := list.Run(); err != nil {
			return err
		}
		fmt.Println()
	}
	return nil
}

package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// reloading is a peer that watches its files, and an edit with a visible effect.
type reloading struct {
	peer    string
	title   string
	folder  string // it is copied, so that the repository's files stay unchanged
	modules string // the node_modules that the copy needs
	command func(t tools, folder string) []string
	file    string // the file to edit, in the folder
	text    string // the text in the file to replace, each time by another one
	path    string // the path whose answer contains the text; the status does not matter
}

// reloadings returns the peers, each started as its users would do it.
func reloadings() []reloading {
	peer := func(name string) string { return filepath.Join("tools", "bench", "peers", name) }
	return []reloading{
		{
			peer: us, title: "fwrun serve --watch, the users example", folder: filepath.Join("scripts", "examples", "users"),
			command: func(t tools, folder string) []string { return []string{t.fwrun, "serve", "--watch", folder} },
			file:    filepath.Join("users", "user-controller.js"), text: "User not found", path: "/users/999999",
		},
		{
			peer: "Fastify", title: "node --watch-path, Fastify", folder: peer("fastify"), modules: "node_modules",
			command: func(t tools, folder string) []string {
				// --watch alone no longer notices changes of a file after another file has
				// replaced it.
				return []string{t.node, "--watch-path=" + folder, filepath.Join(folder, "server.js")}
			},
			file: "server.js", text: "Hello, world!", path: "/hello",
		},
		{
			peer: "NestJS", title: "tsc --watch and node --watch-path, NestJS", folder: peer("nestjs"), modules: "node_modules",
			command: func(t tools, _ string) []string {
				script := "node_modules/.bin/tsc --watch --preserveWatchOutput & exec " + t.node + " --watch-path=dist dist/main.js"
				return []string{"sh", "-c", script}
			},
			file: filepath.Join("src", "api.controller.ts"), text: "Hello, world!", path: "/hello",
		},
		{
			peer: "Bun", title: "bun --hot", folder: peer("bun"),
			command: func(t tools, folder string) []string {
				return []string{t.bun, "--hot", filepath.Join(folder, "server.js")}
			},
			file: "server.js", text: "Hello, world!", path: "/hello",
		},
	}
}

// measureReload measures the time from a saved file to the first answer of the new code.
func measureReload(args []string) error {
	flags := flag.NewFlagSet("reload", flag.ContinueOnError)
	edits := flags.Int("edits", 20, "edits of each peer")
	names := flags.String("peers", "", "only these, such as fwrun,Bun")
	asMarkdown := flags.Bool("markdown", false, "print a table for tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	chosen, err := choose("peer", *names, reloadings(), func(r reloading) string { return r.peer })
	if err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	t, err := prepare(peersOf(chosen), folder)
	if err != nil {
		return err
	}
	rows := [][]string{{"", "saved to answered, ms", "of that, nobody listened, ms"}}
	for _, r := range chosen {
		took, deaf, err := r.measure(t, folder, *edits)
		if err != nil {
			return fmt.Errorf("%s: %w", r.title, err)
		}
		rows = append(rows, []string{r.title, spreadOf(took).String(), spreadOf(deaf).String()})
	}
	return printGrids(os.Stdout, []grid{{
		"From a saved file to the answer of the new code",
		fmt.Sprintf("%d edits of one file, saved under another name and renamed, as editors do: median (least to most).", *edits),
		rows,
	}}, *asMarkdown)
}

func peersOf(chosen []reloading) []peer {
	return slices.DeleteFunc(peers(), func(p peer) bool {
		return !slices.ContainsFunc(chosen, func(r reloading) bool { return r.peer == p.name })
	})
}

// reloads measures those of the table's peers that watch their files.
func (m *measurements) reloads(t tools, scratch string, p plan, progress io.Writer) error {
	for _, r := range reloadings() {
		b := m.bodies[r.peer]
		if b == nil || p.Edits == 0 {
			continue
		}
		fmt.Fprintf(progress, "reload, %s\n", r.peer)
		took, _, err := r.measure(t, scratch, p.Edits)
		if err != nil {
			return fmt.Errorf("%s: %w", r.title, err)
		}
		b.Reload = took
	}
	return nil
}

// measure edits a copy of the program and sends requests until the answer is new.
func (r reloading) measure(t tools, scratch string, edits int) (took, deaf []float64, err error) {
	folder, err := r.copy(scratch)
	if err != nil {
		return nil, nil, err
	}
	database := filepath.Join(folder, "records.db")
	if err := seed(database); err != nil {
		return nil, nil, err
	}
	s, err := t.start(peer{name: r.title}, r.command(t, folder), folder, database)
	if err != nil {
		return nil, nil, err
	}
	defer s.stop()
	if _, err := s.untilText(r.path, r.text); err != nil {
		return nil, nil, err
	}
	file := filepath.Join(folder, r.file)
	original, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	for i := range edits {
		next := fmt.Sprintf("%s (edit %d)", r.text, i+1)
		time.Sleep(300 * time.Millisecond) // people do not save faster, and a watcher may still be busy with the previous edit
		began := time.Now()
		if err := replaceFile(file, bytes.ReplaceAll(original, []byte(r.text), []byte(next))); err != nil {
			return nil, nil, err
		}
		unanswered, err := s.untilText(r.path, next)
		if err != nil {
			return nil, nil, fmt.Errorf("edit %d: %w", i+1, err)
		}
		took, deaf = append(took, milliseconds(time.Since(began))), append(deaf, milliseconds(unanswered))
	}
	return took, deaf, nil
}

// copy copies the program, with a link instead of a copy of its packages.
func (r reloading) copy(scratch string) (string, error) {
	folder, err := os.MkdirTemp(scratch, "reload-")
	if err != nil {
		return "", err
	}
	if r.modules != "" {
		packages, err := filepath.Abs(filepath.Join(r.folder, r.modules))
		if err != nil {
			return "", err
		}
		if err := os.Symlink(packages, filepath.Join(folder, r.modules)); err != nil {
			return "", err
		}
	}
	return folder, copyWithout(folder, r.folder, "node_modules", "data")
}

// copyWithout copies a folder, except for files and folders with these names at its top level.
func copyWithout(to, from string, names ...string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
next:
	for _, entry := range entries {
		for _, name := range names {
			if entry.Name() == name {
				continue next
			}
		}
		source, target := filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())
		if entry.IsDir() {
			if err := os.CopyFS(target, os.DirFS(source)); err != nil {
				return err
			}
			continue
		}
		text, err := os.ReadFile(source)
		if err != nil {
			return err
		}
		if err := os.WriteFile(target, text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// replaceFile saves as editors do: under another name first, and then by renaming the new file.
func replaceFile(file string, text []byte) error {
	draft := file + "~"
	if err := os.WriteFile(draft, text, 0o600); err != nil {
		return err
	}
	return os.Rename(draft, file)
}

// untilText requests a path every millisecond until the answer contains the text, and adds up for
// how long there was no answer at all.
func (s *process) untilText(path, text string) (unanswered time.Duration, err error) {
	client := &http.Client{Timeout: 5 * time.Second}
	defer client.CloseIdleConnections()
	last, asked := []byte("nothing"), time.Now()
	for began := asked; time.Since(began) < startLimit; {
		response, err := client.Get(s.url() + path)
		if err == nil {
			last, _ = io.ReadAll(response.Body)
			_ = response.Body.Close()
			if bytes.Contains(last, []byte(text+`"`)) || string(last) == text {
				return unanswered, nil
			}
		}
		select {
		case err := <-s.ended:
			s.ended <- err
			return 0, fmt.Errorf("it ended: %w\n%s", err, s.said)
		case <-time.After(time.Millisecond):
		}
		if err != nil {
			unanswered += time.Since(asked)
		}
		asked = time.Now()
	}
	return 0, fmt.Errorf("%q was not seen within %v; the last answer was %.200s", text, startLimit, last)
}

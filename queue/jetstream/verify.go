package jetstream

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Damage is what is wrong with a file of an embedded server.
type Damage struct {
	Topic string `json:"topic"`
	File  string `json:"file"` // in the folder
	What  string `json:"what"`
	Bytes int64  `json:"bytes"` // that cannot be read
	Lost  int64  `json:"lost"`  // messages, at most
}

// Report is what was found in the files of an embedded server.
type Report struct {
	Blocks   int      `json:"blocks"`
	Bytes    int64    `json:"bytes"`
	Messages int      `json:"messages"` // records of them, also of those that were handled
	Damages  []Damage `json:"damages"`
	Kept     string   `json:"kept,omitempty"` // the folder that has the damaged files as they were
}

// Lost returns how many messages are lost at most.
func (r Report) Lost() (n int64) {
	for _, d := range r.Damages {
		n += d.Lost
	}
	return n
}

// Text says in a sentence what is damaged.
func (r Report) Text() string {
	return fmt.Sprintf("damaged files in the queue store: %d, messages lost: at most %d", len(r.Damages), r.Lost())
}

// brokenPrefix begins the names of the folders that keep damaged files, and reportFile is what was found then.
const (
	brokenPrefix = "broken-"
	reportFile   = "report.json"
)

// Verify reads the files of an embedded server that does not run, and says what is damaged. If it is to repair, it does what a start does:
// a damaged file is kept aside, and what can be read of it is put in its place.
func Verify(path string, repair bool) (Report, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return Report{}, nil // it would be made
	}
	f, err := openFolder(path)
	if err != nil {
		return Report{}, err
	}
	defer f.close()
	return verify(path, repair)
}

// verifying is one call of verify.
type verifying struct {
	folder, streams string
	repair          bool
	report          Report
}

func streamsIn(folder string) string { return filepath.Join(folder, "jetstream", "$G", "streams") }

func verify(folder string, mend bool) (Report, error) {
	v := &verifying{folder: folder, streams: streamsIn(folder), repair: mend}
	entries, err := os.ReadDir(v.streams)
	if errors.Is(err, fs.ErrNotExist) {
		return v.report, nil
	}
	for _, e := range entries {
		if err == nil && e.IsDir() && e.Name()[0] != '.' {
			err = v.stream(e.Name())
		}
	}
	if err == nil && mend && len(v.report.Damages) > 0 {
		err = v.writeReport()
	}
	return v.report, err
}

// aside returns the folder that keeps damaged files.
func (v *verifying) aside() string {
	if v.report.Kept == "" {
		v.report.Kept = filepath.Join(v.folder, brokenPrefix+time.Now().UTC().Format("20060102T150405.000"))
	}
	return v.report.Kept
}

func (v *verifying) writeReport() error {
	if err := os.MkdirAll(v.aside(), 0o700); err != nil {
		return err
	}
	text, err := json.MarshalIndent(v.report, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(filepath.Join(v.report.Kept, reportFile), append(text, '\n'))
}

// stream verifies a stream: its configuration, and then its blocks.
func (v *verifying) stream(name string) error {
	own := filepath.Join(v.streams, name)
	if name == lockStream { // the process that had a lock is gone
		if v.repair {
			return os.RemoveAll(own)
		}
		return nil
	}
	if gone, err := v.config(name, own); err != nil || gone {
		return err
	}
	if v.repair { // what consumers have delivered is not known for sure: what was not acknowledged is still there
		if err := os.RemoveAll(filepath.Join(own, "obs")); err != nil {
			return err
		}
	}
	s := &streamBlocks{verifying: v, name: name, folder: filepath.Join(own, "msgs")}
	if err := s.list(); err != nil {
		return err
	}
	for _, index := range s.indices {
		if err := s.block(index); err != nil {
			return err
		}
	}
	known := readExtent(own)
	s.end(known)
	if len(s.damages) == 0 {
		return nil
	}
	s.countLost(known)
	v.report.Damages = append(v.report.Damages, s.damages...)
	if !v.repair {
		return nil
	}
	// What was made of the blocks as they were says more than they hold now.
	for _, stale := range []string{filepath.Join(s.folder, "index.db"), filepath.Join(own, extentFile)} {
		if err := os.Remove(stale); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// keep copies a file to where damaged ones are kept.
func (v *verifying) keep(file string) error {
	inside, err := filepath.Rel(v.streams, file)
	if err != nil {
		return err
	}
	aside := filepath.Join(v.aside(), inside)
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(aside), 0o700)
	}
	if err != nil {
		return err
	}
	return replaceFile(aside, text)
}

// inFolder returns the path of a file in the folder.
func (v *verifying) inFolder(file string) string {
	inside, err := filepath.Rel(v.folder, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(inside)
}

// topicOf returns the topic of a stream.
func topicOf(stream string) string {
	return strings.ReplaceAll(strings.TrimPrefix(stream, streamPrefix), "~", ".")
}

// subjectsOf returns a function that reports whether messages of a stream have a subject.
func subjectsOf(stream string) func([]byte) bool {
	if token, ours := strings.CutPrefix(stream, streamPrefix); ours {
		own := subjectPrefix + token
		return func(subject []byte) bool { return string(subject) == own }
	}
	return func(subject []byte) bool { return len(subject) > 0 }
}

// Damage says what was found damaged in the folder for as long as the damaged files are kept there; "" if there are none.
func (s *Server) Damage() string { return damageIn(s.store.Folder) }

// Damage is that of the server, if it is embedded.
func (b *Broker) Damage() string {
	if b.server == nil {
		return ""
	}
	return b.server.Damage()
}

// damageIn says what was found damaged in a folder for as long as the damaged files are kept there; "" if there are none.
func damageIn(folder string) string {
	kept, _ := filepath.Glob(filepath.Join(folder, brokenPrefix+"*"))
	if len(kept) == 0 {
		return ""
	}
	var r Report
	text, err := os.ReadFile(filepath.Join(kept[len(kept)-1], reportFile))
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		return "damaged files in the queue store; they are in " + kept[len(kept)-1]
	}
	return r.Text() + "; they are in " + kept[len(kept)-1]
}

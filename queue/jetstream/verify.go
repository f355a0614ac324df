package jetstream

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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

// streamBlocks are the blocks of one stream.
type streamBlocks struct {
	*verifying
	name, folder string
	indices      []int
	sizes        map[int]int64
	records      []record // of all blocks, without where they are
	damages      []Damage
	gaps         []int // for each damage, how many records come before it
}

func (s *streamBlocks) list() error {
	entries, err := os.ReadDir(s.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	s.sizes = map[int]int64{}
	for _, e := range entries {
		number, isBlock := strings.CutSuffix(e.Name(), blockSuffix)
		index, err := strconv.Atoi(number)
		if !isBlock || err != nil {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		s.indices, s.sizes[index] = append(s.indices, index), info.Size()
	}
	slices.Sort(s.indices)
	return nil
}

// damaged notes a damage that comes behind the records that were read.
func (s *streamBlocks) damaged(file, what string, bytes int64) {
	s.damages = append(s.damages, Damage{Topic: topicOf(s.name), File: s.inFolder(file), What: what, Bytes: bytes})
	s.gaps = append(s.gaps, len(s.records))
}

// block reads one block, and puts what can be read of it in its place.
func (s *streamBlocks) block(index int) error {
	file := filepath.Join(s.folder, strconv.Itoa(index)+blockSuffix)
	block, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	s.report.Blocks++
	s.report.Bytes += int64(len(block))
	if len(block) == 0 && index != s.indices[len(s.indices)-1] {
		s.damaged(file, "the block is empty", 0)
		return nil
	}
	reader, err := newBlockReader(s.name, index, subjectsOf(s.name))
	if err != nil {
		return err
	}
	records, broken := reader.scan(block)
	readable, next := make([]byte, 0, len(block)), 0
	for _, r := range records {
		for next < len(broken) && broken[next].start < r.start {
			s.brokenAt(file, broken[next])
			next++
		}
		if r.message {
			s.report.Messages++
		}
		s.records = append(s.records, r)
		readable = append(readable, block[r.start:r.end]...)
	}
	for ; next < len(broken); next++ {
		s.brokenAt(file, broken[next])
	}
	if len(broken) == 0 || !s.repair {
		return nil
	}
	if err := s.keep(file); err != nil {
		return err
	}
	return replaceFile(file, readable)
}

func (s *streamBlocks) brokenAt(file string, at span) {
	s.damaged(file, fmt.Sprintf("what is at %d cannot be read", at.start), int64(at.end-at.start))
}

// end compares the last block with what is known to have been written.
func (s *streamBlocks) end(known extent) {
	last := 0
	if n := len(s.indices); n > 0 {
		last = s.indices[n-1]
	}
	file := filepath.Join(s.folder, strconv.Itoa(known.block)+blockSuffix)
	switch {
	case last < known.block:
		s.damaged(file, "the block is missing", known.size)
	case last == known.block && s.sizes[last] < known.size:
		s.damaged(file, "the block is too short", known.size-s.sizes[last])
	case s.lastSequence() < known.last && len(s.damages) == 0:
		s.damaged(file, "the block has less than it had", 0)
	}
}

func (s *streamBlocks) lastSequence() (last uint64) {
	for _, r := range s.records {
		last = max(last, r.sequence)
	}
	return last
}

// countLost counts the messages that each damage may have taken: those between the records before and after it of which it is not known
// that they were removed, and no more than it has room for.
func (s *streamBlocks) countLost(known extent) {
	removed := map[uint64]bool{}
	for _, r := range s.records {
		if !r.message {
			removed[r.sequence] = true
		}
	}
	counted := uint64(0)
	for i := range s.damages {
		d, before, after := &s.damages[i], counted, known.last+1
		for _, r := range s.records[:s.gaps[i]] {
			if r.message {
				before = max(before, r.sequence)
			}
		}
		for _, r := range s.records[s.gaps[i]:] {
			if r.message {
				after = r.sequence
				break
			}
		}
		most := max(d.Bytes/(leastRecord+int64(len(s.name))), 1)
		if d.Bytes == 0 {
			most = largestBlock / leastRecord
		}
		if known.last == 0 && after == 1 { // nobody knows how many there were at the end
			d.Lost = most
			continue
		}
		for counted = before; counted+1 < after && d.Lost < most; {
			if counted++; !removed[counted] {
				d.Lost++
			}
		}
	}
}

// largestBlock is about how large the server makes a block.
const largestBlock = 8 << 20

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

package jetstream

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

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
	s.damaged(file, fmt.Sprintf("the bytes from %d on cannot be read", at.start), int64(at.end-at.start))
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
		s.damaged(file, "the block has fewer messages than before", 0)
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

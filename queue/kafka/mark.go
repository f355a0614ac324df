package kafka

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
)

// mark says which messages of a partition are settled: those below base, and those below high but the open ones.
type mark struct {
	base, high int64
	open       []int64 // sorted, from base on
}

// settled reports whether a message is settled.
func (m mark) settled(offset int64) bool {
	if offset < m.base || offset >= m.high {
		return offset < m.base
	}
	_, open := slices.BinarySearch(m.open, offset)
	return !open
}

// remaining returns how many messages from one offset to another are not settled.
func (m mark) remaining(from, to int64) int64 {
	from = max(from, m.base)
	if from >= to {
		return 0
	}
	n := max(0, to-max(from, m.high))
	for _, offset := range m.open {
		if offset >= from && offset < to {
			n++
		}
	}
	return n
}

// textBegin begins the text that is committed beside an offset, before the name of the process.
const textBegin = "fwrun/1 "

// longestText is the longest text that servers keep beside an offset, unless offset.metadata.max.bytes says otherwise.
const longestText = 4096

// text returns the mark, but for its base, as it is committed. If there are too many open messages, those that follow
// do not count as settled.
func (m mark) text(process string) string {
	var b []byte
	room := (longestText-len(textBegin)-len(process)-1)/4*3 - 2*binary.MaxVarintLen64
	high, last, open := m.high, m.base, []byte(nil)
	for _, offset := range m.open {
		if len(open) > room {
			high = offset
			break
		}
		open = binary.AppendUvarint(open, uint64(offset-last))
		last = offset
	}
	b = binary.AppendUvarint(b, uint64(max(high-m.base, 0)))
	return textBegin + process + " " + base64.RawStdEncoding.EncodeToString(append(b, open...))
}

// readMark returns the mark of a committed offset and text, and the process that has committed it. A text that is not
// fwrun's means nothing.
func readMark(base int64, text string) (m mark, process string) {
	m = mark{base: base, high: base}
	rest, ours := strings.CutPrefix(text, textBegin)
	process, encoded, _ := strings.Cut(rest, " ")
	b, err := base64.RawStdEncoding.DecodeString(encoded)
	if !ours || err != nil {
		return m, ""
	}
	distance, n := binary.Uvarint(b)
	if n <= 0 {
		return m, process
	}
	read, last := mark{base: base, high: base + int64(distance)}, base
	for b = b[n:]; len(b) > 0; b = b[n:] {
		if distance, n = binary.Uvarint(b); n <= 0 {
			return m, process
		}
		last += int64(distance)
		read.open = append(read.open, last)
	}
	return read, process
}

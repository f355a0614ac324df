package info

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"time"
)

// timeOf returns when a commit was made.
func (r repository) timeOf(id string) (at time.Time, ok bool) {
	text, found := r.loose(id)
	if !found {
		text, found = r.inPacks(id)
	}
	if !found {
		return at, false
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			break // the message follows
		}
		if who, is := strings.CutPrefix(line, "committer "); is {
			words := strings.Fields(who)
			if len(words) < 2 {
				return at, false
			}
			seconds, err := strconv.ParseInt(words[len(words)-2], 10, 64)
			return time.Unix(seconds, 0), err == nil
		}
	}
	return at, false
}

// loose returns an object that has a file of its own.
func (r repository) loose(id string) (string, bool) {
	file, err := os.Open(filepath.Join(r.common, "objects", id[:2], id[2:]))
	if err != nil {
		return "", false
	}
	defer func() { _ = file.Close() }()
	content, ok := inflated(file)
	_, content, isObject := bytes.Cut(content, []byte{0}) // "commit 250" comes before it
	return string(content), ok && isObject
}

func inflated(r io.Reader) ([]byte, bool) {
	content, err := zlib.NewReader(r)
	if err != nil {
		return nil, false
	}
	all, err := io.ReadAll(io.LimitReader(content, mostText))
	return all, err == nil
}

// inPacks returns an object that is in one of the files with many objects.
func (r repository) inPacks(id string) (string, bool) {
	raw, err := hex.DecodeString(id)
	if err != nil {
		return "", false
	}
	indexes, _ := filepath.Glob(filepath.Join(escaped(r.common), "objects", "pack", "*.idx")) // the pattern is valid
	for _, index := range indexes {
		if offset, found := offsetIn(index, raw); found {
			return packedAt(index, offset, len(raw))
		}
	}
	return "", false
}

// escaped lets a path stand for itself in a pattern.
func escaped(path string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(path)
}

// The layout of an index of version 2: a header, 256 counts by first byte, and for each object its id, a checksum and an offset.
const (
	indexHeader = 8
	indexFan    = 256 * 4
)

// offsetIn looks an object up in an index, without reading all of it.
func offsetIn(name string, id []byte) (offset int64, found bool) {
	file, err := os.Open(name)
	if err != nil {
		return 0, false
	}
	defer func() { _ = file.Close() }()
	head := make([]byte, indexHeader+indexFan)
	if _, err := file.ReadAt(head, 0); err != nil || !bytes.Equal(head[:indexHeader], []byte{0xff, 't', 'O', 'c', 0, 0, 0, 2}) {
		return 0, false
	}
	count := func(first int) int { return int(binary.BigEndian.Uint32(head[indexHeader+4*first:])) }
	low, high, all := 0, count(int(id[0])), count(255)
	if id[0] > 0 {
		low = count(int(id[0]) - 1)
	}
	if low > high || high > all {
		return 0, false
	}
	ids := int64(indexHeader + indexFan)
	entry := make([]byte, len(id))
	at := low + sort.Search(high-low, func(i int) bool {
		_, err := file.ReadAt(entry, ids+int64(low+i)*int64(len(id)))
		return err != nil || bytes.Compare(entry, id) >= 0
	})
	if _, err := file.ReadAt(entry, ids+int64(at)*int64(len(id))); err != nil || at >= high || !bytes.Equal(entry, id) {
		return 0, false
	}
	offsets := ids + int64(all)*int64(len(id)+4)
	number := make([]byte, 8)
	if _, err := file.ReadAt(number[:4], offsets+int64(at)*4); err != nil {
		return 0, false
	}
	short := binary.BigEndian.Uint32(number)
	if short&(1<<31) == 0 {
		return int64(short), true
	}
	if _, err := file.ReadAt(number, offsets+int64(all)*4+int64(short&^(1<<31))*8); err != nil { // of a pack above 2 GiB
		return 0, false
	}
	return int64(binary.BigEndian.Uint64(number)), true
}

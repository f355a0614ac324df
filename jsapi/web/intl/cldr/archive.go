package cldr

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"sync"
)

//go:embed tables.bin
var archive []byte

// span is where a chunk is.
type span struct{ from, size int }

// index reads the names of the chunks, and where they are.
var index = sync.OnceValue(func() map[string]span {
	size := int(binary.BigEndian.Uint32(archive))
	spans := map[string]span{}
	for line := range strings.Lines(inflate(archive[4 : 4+size])) {
		name, place, _ := strings.Cut(strings.TrimSpace(line), " ")
		from, length, _ := strings.Cut(place, " ")
		start, _ := strconv.Atoi(from)
		of, _ := strconv.Atoi(length)
		spans[name] = span{4 + size + start, of}
	}
	return spans
})

// chunk returns the content of a chunk.
func chunk(name string) (string, bool) {
	at, ok := index()[name]
	if !ok {
		return "", false
	}
	return inflate(archive[at.from : at.from+at.size]), true
}

// inflate panics if the file is damaged, which no input can bring about.
func inflate(packed []byte) string {
	content, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		panic("cldr: tables.bin: " + err.Error())
	}
	return string(content)
}

// Supplement decodes a document of what does not depend on a locale. It is not kept.
func Supplement(name string, into any) {
	content, ok := chunk("supplement/" + name)
	if !ok {
		panic("cldr: tables.bin has no " + name)
	}
	if err := json.Unmarshal([]byte(content), into); err != nil {
		panic("cldr: tables.bin: " + name + ": " + err.Error())
	}
}

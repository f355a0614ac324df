package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"strings"
)

// archive is the file in the making: named chunks, each compressed by itself.
type archive struct {
	index  strings.Builder
	chunks bytes.Buffer
}

// add adds a chunk.
func (a *archive) add(name string, content []byte) {
	packed := compress(content)
	fmt.Fprintf(&a.index, "%s %d %d\n", name, a.chunks.Len(), len(packed))
	a.chunks.Write(packed)
}

// bytes returns the file: the length of the index, the index, the chunks.
func (a *archive) bytes() []byte {
	index := compress([]byte(a.index.String()))
	out := binary.BigEndian.AppendUint32(nil, uint32(len(index)))
	return append(append(out, index...), a.chunks.Bytes()...)
}

func compress(content []byte) []byte {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression)
	_, _ = w.Write(content)
	_ = w.Close()
	return out.Bytes()
}

package forms

// Blob is a sequence of bytes that never changes. Blobs share the memory of those they were made of.
type Blob struct {
	pieces [][]byte
	size   int
}

// BlobOf returns a blob of data, which the caller must not change any more.
func BlobOf(data []byte) *Blob {
	b := &Blob{}
	b.add(data)
	return b
}

// Size returns the number of bytes.
func (b *Blob) Size() int { return b.size }

func (b *Blob) add(piece []byte) {
	if len(piece) > 0 {
		b.pieces = append(b.pieces, piece)
		b.size += len(piece)
	}
}

// Slice returns the bytes from one offset to another, which must be within the blob.
func (b *Blob) Slice(from, to int) *Blob {
	part := &Blob{}
	at := 0
	for _, piece := range b.pieces {
		low, high := max(from-at, 0), min(to-at, len(piece))
		if low < high {
			part.add(piece[low:high:high])
		}
		if at += len(piece); at >= to {
			break
		}
	}
	return part
}

// Append appends the bytes to dst.
func (b *Blob) Append(dst []byte) []byte {
	for _, piece := range b.pieces {
		dst = append(dst, piece...)
	}
	return dst
}

// Bytes returns a copy of the bytes.
func (b *Blob) Bytes() []byte { return b.Append(make([]byte, 0, b.size)) }

package bounded

import "io"

// Reader reads from In, and fails with Err once it has read more than Left bytes.
type Reader struct {
	In   io.Reader
	Left int64
	Err  error
}

// Read returns no bytes beyond the limit, and none of the read that exceeds it.
func (r *Reader) Read(p []byte) (int, error) {
	n, err := r.In.Read(p)
	if r.Left -= int64(n); r.Left < 0 {
		return 0, r.Err
	}
	return n, err
}

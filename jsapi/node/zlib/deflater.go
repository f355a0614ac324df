package zlib

import "bytes"

// Deflater compresses pieces. It is not safe for concurrent use.
type Deflater struct {
	to   encoder
	made bytes.Buffer
}

// NewDeflater makes a deflater, or fails if the options are not those of the format.
func NewDeflater(f Format, o Options) (*Deflater, error) {
	d := &Deflater{}
	var err error
	if d.to, err = f.encoder(&d.made, o); err != nil {
		return nil, &Error{"Z_STREAM_ERROR", -2, "Init error"}
	}
	return d, nil
}

// Write takes a piece and returns what is ready, which is valid until the next call.
func (d *Deflater) Write(piece []byte) ([]byte, error) {
	d.made.Reset()
	_, err := d.to.Write(piece)
	return d.made.Bytes(), err
}

// Flush returns all that was written and not returned yet.
func (d *Deflater) Flush() ([]byte, error) {
	d.made.Reset()
	err := d.to.Flush()
	return d.made.Bytes(), err
}

// Close returns the rest, with the end.
func (d *Deflater) Close() ([]byte, error) {
	d.made.Reset()
	err := d.to.Close()
	return d.made.Bytes(), err
}

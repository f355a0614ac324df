// Package compress makes responses smaller for clients that ask for it: it reads
// Accept-Encoding, knows which media types are worth it, and encodes with gzip, Brotli
// or Zstandard.
//
// Laws. What the client likes best wins, and of equals what the server lists first;
// a coding is never used that the client did not ask for. A stream is encoded as it comes:
// when flushing is asked for, whatever one Read of the inner reader gave can be decoded before
// the next one is made. Encoders hold half a megabyte each and are used again.
//
//	c := compress.New(compress.Options{})
//	if c.Fits("text/html; charset=utf-8") {
//		coding := c.Choose("gzip, br;q=0.5")
//		body = c.Append(coding, nil, body)
//	}
package compress

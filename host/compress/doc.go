// Package compress compresses responses for clients that ask for it: it reads Accept-Encoding, knows which media types
// are worth compressing, and encodes with gzip, Brotli or Zstandard. It decodes what clients send in these codings.
//
// Laws. The client's preference decides, and among equals the server's order; a coding that the client did not ask for
// is never used. A stream is encoded as it arrives: with flushing, the bytes of one Read of the inner reader can be
// decoded before the next Read. Encoders occupy half a megabyte each and are used again.
//
//	c := compress.New(compress.Options{})
//	if c.Fits("text/html; charset=utf-8") {
//		coding := c.Choose("gzip, br;q=0.5")
//		body = c.Append(coding, nil, body)
//	}
package compress

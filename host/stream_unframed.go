package host

import (
	"errors"
	"io"
	"net"

	"github.com/valyala/fasthttp"
)

// setUnframed sets a body of unknown size for a client of HTTP/1.0, such as many a proxy: there are no chunks, and the end of the connection is
// that of the body. fasthttp would send chunks; it takes the body to be empty, and lets it write itself.
func setUnframed(ctx *fasthttp.RequestCtx, r io.ReadCloser) {
	ctx.Response.SetBodyStream(&bodyStream{&unframed{r, ctx.Conn()}}, 0)
	ctx.Response.Header.Del(fasthttp.HeaderContentLength)
	ctx.SetConnectionClose()
}

// unframed is a body that ends with its connection.
type unframed struct {
	io.ReadCloser
	conn net.Conn
}

// SupportsBodyWriteTo makes fasthttp call WriteTo.
func (u *unframed) SupportsBodyWriteTo() bool { return true }

// WriteTo sends each piece at once. It says that it has written nothing, which is what was announced.
func (u *unframed) WriteTo(w io.Writer) (int64, error) {
	piece := make([]byte, copySize)
	for {
		n, err := u.Read(piece)
		if n > 0 {
			if _, err := w.Write(piece[:n]); err != nil {
				return 0, err
			}
			if buffered, ok := w.(interface{ Flush() error }); ok {
				if err := buffered.Flush(); err != nil {
					return 0, err
				}
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return 0, nil
		case err != nil:
			u.reset()
			return 0, err
		}
	}
}

// reset lets the connection end by a reset instead of an end: otherwise what was broken off would look complete.
func (u *unframed) reset() {
	if c, ok := u.conn.(*conn); ok {
		if tcp, ok := c.Conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
	}
}

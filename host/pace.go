package host

import (
	"errors"
	"io"
	"net"
	"os"
	"time"

	"github.com/valyala/fasthttp"
)

// pace extends the deadline of a response that takes longer than the write timeout: the timeout limits the time without
// progress.
type pace struct {
	conn    net.Conn
	timeout time.Duration
}

func (s *Server) pace(ctx *fasthttp.RequestCtx) pace {
	return pace{ctx.Conn(), s.settings.WriteTimeout}
}

// step gives the client the whole timeout for the next write.
func (p pace) step() {
	_ = p.conn.SetWriteDeadline(time.Now().Add(p.timeout)) // the write will report the error
}

// sendFile lets the kernel send a range of a file, without copying it into this process. If the deadline passes and
// something was sent meanwhile, the deadline is extended.
func (p pace) sendFile(c *conn, tcp *net.TCPConn, file *os.File, start, length int64) (sent int64, err error) {
	p.step()
	for sent < length {
		if _, err := file.Seek(start+sent, io.SeekStart); err != nil {
			return sent, err
		}
		n, err := tcp.ReadFrom(&io.LimitedReader{R: file, N: length - sent})
		sent += n
		switch {
		case err == nil && n == 0:
			return sent, io.ErrUnexpectedEOF // the file was truncated meanwhile
		case err == nil:
			continue
		case n > 0 && errors.Is(err, os.ErrDeadlineExceeded):
			c.writeBy.note(time.Now().Add(p.timeout))
		}
		next, early := c.writeBy.early(err)
		if !early || tcp.SetWriteDeadline(next) != nil {
			return sent, err
		}
	}
	return sent, nil
}

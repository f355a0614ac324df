//go:build unix

package handover

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
)

// mostLine bounds a message, in bytes.
const mostLine = 64 << 10

// Link is one end of a connection between two processes, which ends with either of them.
type Link struct {
	conn *net.UnixConn

	writing sync.Mutex
	lines   *bufio.Reader
	fds     []int // received, and not yet asked for
}

// newLink makes a link of a socket, which it takes over.
func newLink(file *os.File) (*Link, error) {
	defer func() { _ = file.Close() }()
	conn, err := net.FileConn(file) // of a duplicate
	if err != nil {
		return nil, err
	}
	unix, ok := conn.(*net.UnixConn)
	if !ok {
		_ = conn.Close()
		return nil, errors.New("the link is not a socket between processes")
	}
	l := &Link{conn: unix}
	l.lines = bufio.NewReaderSize(received{l}, mostLine)
	return l, nil
}

// pair returns two ends of a link; the second one is for another process.
func pair() (*Link, *os.File, error) {
	syscall.ForkLock.RLock()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fds[0])
		syscall.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	theirs := os.NewFile(uintptr(fds[1]), "link")
	ours, err := newLink(os.NewFile(uintptr(fds[0]), "link"))
	if err != nil {
		_ = theirs.Close()
		return nil, nil, err
	}
	return ours, theirs, nil
}

// Send sends a message.
func (l *Link) Send(m Message) error { return l.send(m, -1) }

// SendListener sends a listener, by its descriptor, which stays the sender's.
func (l *Link) SendListener(name string, fd int) error {
	return l.send(Message{Kind: kindListener, Name: name}, fd)
}

func (l *Link) send(m Message, fd int) error {
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	l.writing.Lock()
	defer l.writing.Unlock()
	var rights []byte
	if fd >= 0 {
		rights = syscall.UnixRights(fd)
	}
	n, _, err := l.conn.WriteMsgUnix(line, rights, nil)
	if err == nil && n < len(line) {
		_, err = l.conn.Write(line[n:])
	}
	return err
}

// Receive waits for the next message. With a listener comes its descriptor, which is the receiver's from then on; it is -1 with others.
func (l *Link) Receive() (m Message, fd int, err error) {
	line, err := l.lines.ReadSlice('\n')
	if err != nil {
		return m, -1, err
	}
	if err := json.Unmarshal(line, &m); err != nil {
		return m, -1, err
	}
	if m.Kind != kindListener {
		return m, -1, nil
	}
	if len(l.fds) == 0 { // it arrives with the first byte of its message
		return m, -1, errors.New("a listener was announced, but not sent")
	}
	fd, l.fds = l.fds[0], l.fds[1:]
	return m, fd, nil
}

// Close ends the link.
func (l *Link) Close() { _ = l.conn.Close() }

// received reads the bytes of a link, and puts descriptors aside.
type received struct{ *Link }

// Read implements io.Reader.
func (r received) Read(p []byte) (int, error) {
	rights := make([]byte, syscall.CmsgSpace(4*8))
	n, more, _, _, err := r.conn.ReadMsgUnix(p, rights)
	if err != nil {
		return 0, err
	}
	messages, err := syscall.ParseSocketControlMessage(rights[:more])
	if err != nil {
		return n, err
	}
	for _, m := range messages {
		fds, err := syscall.ParseUnixRights(&m)
		if err != nil {
			return n, err
		}
		r.fds = append(r.fds, fds...)
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

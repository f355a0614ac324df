package redisclient

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"
)

// speak returns a connection to a server that says a text, and then nothing more.
func speak(t testing.TB, text string) *conn {
	t.Helper()
	ours, theirs := net.Pipe()
	t.Cleanup(func() { _ = ours.Close() })
	go func() {
		_, _ = theirs.Write([]byte(text))
		_ = theirs.Close()
	}()
	return &conn{Conn: ours, in: bufio.NewReaderSize(ours, readSize)}
}

func TestAnswers(t *testing.T) {
	for text, want := range map[string]string{
		"+OK\r\n": "OK", ":-7\r\n": "-7", "$3\r\na\r\n\r\n": "a\r\n", "$-1\r\n": "<nil>", "*-1\r\n": "<nil>", "*0\r\n": "[]", "-ERR no\r\n": "ERR no",
		"*3\r\n:1\r\n*1\r\n$0\r\n\r\n-BAD\r\n": "[1 [] BAD]",
		"":                                     "EOF", "+OK\n": errAnswer.Error(), "HTTP/1.1 400 Bad Request\r\n": errAnswer.Error(),
		"$x\r\n": errAnswer.Error(), "$-2\r\n": errAnswer.Error(),
		"$999999999999\r\n": errAnswer.Error(), "*99999999\r\n": errAnswer.Error(), "\r\n": errAnswer.Error(), "$5\r\nab": "unexpected EOF",
		"+" + strings.Repeat("a", readSize) + "\r\n": errAnswer.Error(), strings.Repeat("*1\r\n", 40) + ":1\r\n": errAnswer.Error(),
	} {
		answer, err := speak(t, text).read(0)
		got := fmt.Sprint(answer)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.40q is %s, want %s", text, got, want)
		}
	}
}

func TestSlots(t *testing.T) {
	for key, want := range map[string]int64{"123456789": 12739, "foo": 12182, "{foo}.bar": 12182, "a{foo}{b}": 12182, "": 0} {
		if got := slot(key); got != want {
			t.Errorf("%s is in %d, not %d", key, got, want)
		}
	}
	if slot("{}foo") == slot("{}bar") || slot("{foo") == slot("foo") {
		t.Error("braces without a text between them count")
	}
	for _, c := range []struct {
		command Command
		key     string
	}{
		{Command{"get", "foo"}, "foo"},
		{Command{"EVALSHA", "x", 1, "foo", "bar"}, "foo"},
		{Command{"XINFO", "CONSUMERS", "foo", "g"}, "foo"},
		{Command{"PING"}, ""},
		{Command{"PUBLISH", "foo", "x"}, ""},
		{Command{"EVAL", "x", 0}, ""},
		{Command{"GET"}, ""},
		{nil, ""},
	} {
		want := int64(-1)
		if c.key != "" {
			want = slot(c.key)
		}
		if got := slotOf(c.command); got != want {
			t.Errorf("%v is for %d, not %d", c.command, got, want)
		}
	}
}

// FuzzAnswers: whatever a server says, reading ends.
func FuzzAnswers(f *testing.F) {
	f.Add("*2\r\n$1\r\na\r\n:1\r\n")
	f.Add("-ERR\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		c := speak(t, text)
		if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		_, _ = c.read(0)
	})
}

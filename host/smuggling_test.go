package host

import (
	"fmt"
	"strings"
	"testing"
)

// disguises are ways to write a Transfer-Encoding that some readers recognize and others do not, from the public
// collections.
var disguises = []string{
	"Transfer-Encoding : chunked",
	"Transfer-Encoding\t: chunked",
	" Transfer-Encoding: chunked",
	"\tTransfer-Encoding: chunked",
	"Transfer-Encoding:\r\n chunked",
	"Transfer-Encoding: chunked\r\n ",
	"Transfer-Encoding:\n chunked",
	"X: y\r\n Transfer-Encoding: chunked",
	"X: y\nTransfer-Encoding: chunked",
	"X: y\rTransfer-Encoding: chunked",
	"X: y\x00\r\nTransfer-Encoding: chunked",
	"Transfer-Encoding: chunked\nX: y",
	"Transfer-\r\nEncoding: chunked",
	"Transfer Encoding: chunked",
	"Transfer-Encoding chunked",
	"Transfer-Encoding; chunked",
	"Transfer-Encoding=chunked",
	":Transfer-Encoding: chunked",
	"(Transfer-Encoding): chunked",
	"\"Transfer-Encoding\": chunked",
	"\xef\xbb\xbfTransfer-Encoding: chunked",
	"Transfer\xe2\x80\x91Encoding: chunked",
	"Transfer-Encoding\x00: chunked",
	"Transfer-Encoding\r: chunked",
	"Transfer-Encoding\x0b: chunked",
	"Transfer-Encoding: \x0bchunked",
	"Transfer-Encoding: \x0cchunked",
	"Transfer-Encoding: \x00chunked",
	"Transfer-Encoding: \x1fchunked",
	"Transfer-Encoding: \x7fchunked",
	"Transfer-Encoding: \xa0chunked",
	"Transfer-Encoding: chunked\xa0",
	"Transfer-Encoding: chunked\x0b",
	"Transfer-Encoding: chunked\x00",
	"Transfer-Encoding: chunked\r",
	"Transfer-Encoding: chun\tked",
	"Transfer-Encoding: chun ked",
	"Transfer-Encoding: chun\xe2\x84\xaaed", // the Kelvin sign is a k when case is folded
	"Transfer-Encoding: chunke\xc4\x91",
	"Transfer-Encoding: chunked, identity",
	"Transfer-Encoding: identity, chunked",
	"Transfer-Encoding: identity",
	"Transfer-Encoding: chunked, chunked",
	"Transfer-Encoding: gzip, chunked",
	"Transfer-Encoding: chunked, gzip",
	"Transfer-Encoding: chunked,",
	"Transfer-Encoding: ,chunked",
	"Transfer-Encoding: chunked;q=1",
	"Transfer-Encoding: chunked;",
	"Transfer-Encoding: \"chunked\"",
	"Transfer-Encoding: 'chunked'",
	"Transfer-Encoding: [chunked]",
	"Transfer-Encoding: {chunked}",
	"Transfer-Encoding: (x) chunked",
	"Transfer-Encoding: chunked (x)",
	"Transfer-Encoding: chunked\\",
	"Transfer-Encoding: %63hunked",
	"Transfer-Encoding: xchunked",
	"Transfer-Encoding: chunkedx",
	"Transfer-Encoding: chunkedchunked",
	"Transfer-Encoding: chunk",
	"Transfer-Encoding: cow",
	"Transfer-Encoding: true",
	"Transfer-Encoding:",
	"Transfer-Encoding: ,",
	"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
	"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
	"Transfer-Encoding: chunked\r\nTransfer-Encoding: cow",
	"Transfer-Encoding: chunked\r\ntransfer-encoding: x",
	"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
	"Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
	"Transfer-Encoding:\r\nTransfer-Encoding: chunked",
}

// lengths are ways to write two contradicting lengths.
var lengths = []string{
	"Content-Length: 0\r\nContent-Length: %d",
	"Content-Length: %d\r\nContent-Length: 0",
	"Content-Length: %d\r\ncontent-length: %[1]d",
	"Content-Length: 0, %d",
	"Content-Length: %d, %[1]d",
	"Content-Length: +%d",
	"Content-Length: -%d",
	"Content-Length: 0x%x",
	"Content-Length: %d.0",
	"Content-Length: %d 0",
	"Content-Length: %d;",
	"Content-Length: \"%d\"",
	"Content-Length: \x0b%d",
	"Content-Length: \x00%d",
	"Content-Length: %d\x00",
	"Content-Length: \xa0%d",
	"Content-Length: 1844674407370955161%d",
	"Content-Length: %d\r\n 0",
	"Content-Length : %d",
	" Content-Length: %d",
	"X: y\nContent-Length: %d",
	"X: y\rContent-Length: %d",
	"Content-Length\r: %d",
	"Content Length: %d",
	"Content-Length:\r\n %d",
	"Content-Length:",
}

// TestSmuggling hides a request in the body of another one, framed so that two readers may disagree about the end.
// Every such request is refused, and no handler is called for the hidden one.
func TestSmuggling(t *testing.T) {
	app, calls := counted(fakeRoutes("POST /", "GET /", "GET /smuggled").takesBody())
	s := listening(t, app, Settings{})
	body := "0\r\n\r\n" + smuggled
	var heads []string
	for _, disguise := range disguises {
		length := fmt.Sprintf("Content-Length: %d", len(body))
		heads = append(heads, disguise, length+"\r\n"+disguise, disguise+"\r\n"+length, "Content-Length: 4\r\n"+disguise)
	}
	for _, legal := range []string{"Transfer-Encoding: chunked", "transfer-encoding:CHUNKED", "Transfer-Encoding: \tchunked \t"} {
		heads = append(heads, "Content-Length: 4\r\n"+legal, legal+"\r\nContent-Length: 4", "Content-Length: 0\r\n"+legal)
	}
	for _, length := range lengths {
		heads = append(heads, strings.Split(fmt.Sprintf(length, len(body)), "%!(EXTRA")[0])
	}
	for _, head := range heads {
		for _, first := range []string{
			"POST / HTTP/1.1\r\nHost: h\r\n", "GET / HTTP/1.1\r\nHost: h\r\nX: y\r\n",
			"POST / HTTP/1.0\r\nConnection: keep-alive\r\n",
		} {
			if all := s.talk(first + head + "\r\n\r\n" + body); short(all) != "400" {
				t.Errorf("%q: got %s, want one 400", first+head, short(all))
			}
		}
	}
	if called := calls[0].Load() + calls[1].Load() + calls[2].Load(); called > 0 {
		t.Errorf("handlers were called %d times", called)
	}
	t.Logf("%d pairs", 3*len(heads))
}

// TestSmugglingInChunks hides a request behind a chunk whose end is ambiguous.
func TestSmugglingInChunks(t *testing.T) {
	app, calls := counted(fakeRoutes("POST /", "GET /smuggled").takesBody())
	s := listening(t, app, Settings{})
	for _, body := range []string{
		"5\nhello\r\n0\r\n\r\n",
		"5\rhello\r\n0\r\n\r\n",
		"5;\nhello\r\n0\r\n\r\n",
		"5;a\nhello\r\n0\r\n\r\n",
		"5;a\rb\r\nhello\r\n0\r\n\r\n",
		"5;\r\nhello\r\n0\r\n\r\n",
		"5 ;a\r\nhello\r\n0\r\n\r\n",
		"5 \r\nhello\r\n0\r\n\r\n",
		"5\x00\r\nhello\r\n0\r\n\r\n",
		"0x5\r\nhello\r\n0\r\n\r\n",
		"+5\r\nhello\r\n0\r\n\r\n",
		"-5\r\nhello\r\n0\r\n\r\n",
		"5,5\r\nhello\r\n0\r\n\r\n",
		"5_0\r\nhello\r\n0\r\n\r\n",
		"\r\n5\r\nhello\r\n0\r\n\r\n",
		"5\r\nhello0\r\n\r\n",
		"5\r\nhello\n0\r\n\r\n",
		"5\r\nhello\r0\r\n\r\n",
		"5\r\nhelloxx0\r\n\r\n",
		"4\r\nhello\r\n0\r\n\r\n",
		"10000000000000005\r\nhello\r\n0\r\n\r\n",
		"ffffffffffffffff\r\nhello\r\n0\r\n\r\n",
		"fffffffffffffffffffffffb\r\nhello\r\n0\r\n\r\n",
		"0\n\n",
		"0\r\n\n",
		"0\n\r\n",
		"0\r\nContent-Length: 9\r\n\r\n",
		"0\r\nTransfer-Encoding: chunked\r\n\r\n",
		"0\r\nX : y\r\n\r\n",
		"0\r\n X: y\r\n\r\n",
		"0\r\nX: y\n\r\n",
		"0\r\nX: y\rZ\r\n\r\n",
	} {
		if all := s.talk("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + body + smuggled); short(all) != "400" {
			t.Errorf("%q: got %s, want one 400", body, short(all))
		}
	}
	if called := calls[0].Load() + calls[1].Load(); called > 0 {
		t.Errorf("handlers were called %d times", called)
	}
}

// TestOneReading: legal framing, however it is written, has one meaning, and the next request begins after it.
func TestOneReading(t *testing.T) {
	app, calls := counted(fakeRoutes("POST /", "GET /next", "GET /smuggled").takesBody())
	s := listening(t, app, Settings{})
	chunks := fmt.Sprintf("%x;ext=\"0\"\r\n%s\r\n0\r\nX: y\r\n\r\n", len(smuggled), smuggled)
	length := fmt.Sprintf("Content-Length: %d\r\n", len(smuggled))
	requests := []string{
		"Transfer-Encoding: chunked\r\n\r\n" + chunks,
		"transfer-encoding:CHUNKED\r\n\r\n" + chunks,
		"TRANSFER-ENCODING:\t chunKED \t\r\n\r\n" + chunks,
		"X-Transfer-Encoding: chunked\r\n" + length + "\r\n" + smuggled,
		"Transfer_Encoding: chunked\r\n" + length + "\r\n" + smuggled,
		"TE: chunked\r\n" + length + "\r\n" + smuggled,
		"X: Transfer-Encoding: chunked\r\n" + length + "\r\n" + smuggled,
		"Content-Encoding: identity\r\n" + length + "\r\n" + smuggled,
		fmt.Sprintf("content-length:\t%05d \r\n\r\n", len(smuggled)) + smuggled,
		"Content_Length: 0\r\n" + length + "\r\n" + smuggled,
	}
	for _, request := range requests {
		all := s.talk("POST / HTTP/1.1\r\nHost: h\r\n" + request + "GET /next HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
		if short(all) != "200 200" {
			t.Errorf("%q: got %s, want two answers", request, short(all))
		}
	}
	if n := int64(len(requests)); calls[0].Load() != n || calls[1].Load() != n || calls[2].Load() != 0 {
		t.Errorf("called %d, %d and %d times", calls[0].Load(), calls[1].Load(), calls[2].Load())
	}
}

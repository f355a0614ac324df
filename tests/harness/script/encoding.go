package script

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"
	brotli "github.com/molecule-man/go-brrr"
	"github.com/rogpeppe/go-internal/testscript"
)

// decodeAnswer decodes the content coding of the last response, which must be the given one.
func decodeAnswer(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "decode gzip|br|zstd")
	got := stateOf(ts).last
	if got == nil || got.Header.Get("Content-Encoding") != args[0] {
		ts.Fatalf("the last response is not in %s", args[0])
	}
	body, err := decoded(args[0], strings.NewReader(got.Body))
	ts.Check(err)
	plain := *got
	plain.Body = string(body)
	show(ts, &plain, nil)
}

func decoded(coding string, body io.Reader) ([]byte, error) {
	switch coding {
	case "gzip":
		reader, err := gzip.NewReader(body)
		if err != nil {
			return nil, err
		}
		return io.ReadAll(reader)
	case "br":
		return io.ReadAll(brotli.NewReader(body))
	default:
		reader, err := zstd.NewReader(body)
		if err != nil {
			return nil, err
		}
		defer reader.Close()
		var out bytes.Buffer
		_, err = reader.WriteTo(&out)
		return out.Bytes(), err
	}
}

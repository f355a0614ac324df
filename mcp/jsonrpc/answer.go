package jsonrpc

import (
	"strconv"

	"github.com/fwrun/fwrun/platform/jsontext"
)

// AppendResult writes an answer with a result, which is JSON.
func AppendResult(dst, id, result []byte) []byte {
	dst = appendHead(dst, id)
	dst = append(dst, `,"result":`...)
	dst = append(dst, result...)
	return append(dst, '}')
}

// Append writes an answer with an error. The id is null if the message had none that could be read.
func (e *Error) Append(dst, id []byte) []byte {
	dst = appendHead(dst, id)
	dst = append(dst, `,"error":{"code":`...)
	dst = strconv.AppendInt(dst, int64(e.Code), 10)
	dst = append(dst, `,"message":`...)
	dst = jsontext.AppendString(dst, e.Message)
	if e.Data != nil {
		dst = append(dst, `,"data":`...)
		dst = append(dst, e.Data...)
	}
	return append(dst, "}}"...)
}

func appendHead(dst, id []byte) []byte {
	if id == nil {
		id = []byte("null")
	}
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	return append(dst, id...)
}

package zlib

import (
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
)

// Error is a failure as Node tells it.
type Error struct {
	Code   string // "Z_DATA_ERROR"
	Number int    // Node's errno
	Reason string
}

func (e *Error) Error() string { return e.Reason }

// The errors of the library that Node uses.
var (
	errEnd        = &Error{"Z_BUF_ERROR", -5, "unexpected end of file"}
	errHeader     = &Error{"Z_DATA_ERROR", -3, "incorrect header check"}
	errChecksum   = &Error{"Z_DATA_ERROR", -3, "incorrect data check"}
	errData       = &Error{"Z_DATA_ERROR", -3, "invalid data"}
	errDictionary = &Error{"Z_NEED_DICT", 2, "Missing dictionary"}
	errBrotli     = &Error{"ERR__ERROR_FORMAT_PADDING_1", -2, "Decompression failed"}
)

// tooLarge is the error for more than a number of bytes.
func tooLarge(limit int64) error {
	return &Error{"ERR_BUFFER_TOO_LARGE", 0, fmt.Sprintf("Cannot create a Buffer larger than %d bytes", limit)}
}

// known makes an Error of what a decoder says.
func (f Format) known(err error) error {
	switch {
	case err == nil, errors.Is(err, io.EOF):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errEnd
	case f == Brotli:
		return errBrotli
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, zlib.ErrHeader):
		return errHeader
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zlib.ErrChecksum):
		return errChecksum
	case errors.Is(err, zlib.ErrDictionary):
		return errDictionary
	}
	if _, corrupt := errors.AsType[flate.CorruptInputError](err); corrupt {
		return errData
	}
	return err
}

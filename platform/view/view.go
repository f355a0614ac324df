package view

import "unsafe"

// Text views bytes as text. They must not change while it is in use: a caller that keeps the text copies it.
func Text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Bytes views text as bytes, which must not be changed.
func Bytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

package engine

import "testing"

// TestPlainTexts: this version of goja is built as errortext.go expects; otherwise errors would have the messages
// of goja.
func TestPlainTexts(t *testing.T) {
	if _, known := constructionAt(); !known {
		t.Error("TypeErrors cannot be told in plain words with this goja")
	}
}

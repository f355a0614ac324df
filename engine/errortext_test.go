package engine

import "testing"

// TestPlainTexts: this goja is built as errortext.go expects it; of another one, errors would
// say what goja says.
func TestPlainTexts(t *testing.T) {
	if _, known := constructionAt(); !known {
		t.Error("TypeErrors cannot be told in plain words with this goja")
	}
}

// Package lsp shows applications to the language server, through clients of editors.
package lsp

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }

// Package site makes the pages of the documentation, and opens them in a browser.
package site

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }

// Package typings shows typings, generated clients and configurations to compilers and editors.
package typings

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }

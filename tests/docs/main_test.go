// Package docs holds that the documents are true: what they show runs, what they list exists.
package docs

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }

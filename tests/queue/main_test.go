// Package queue sends messages between processes, brokers and workers that are killed.
package queue

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }

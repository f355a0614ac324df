// Package openapi reads OpenAPI documents of applications with the tools of others.
package openapi

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }

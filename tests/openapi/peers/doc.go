// Package peers keeps in go.mod what generated clients in Go need, and the generator. It is a module of its own, so that fwrun does not
// depend on them.
package peers

import _ "github.com/oapi-codegen/runtime" // generated clients import it

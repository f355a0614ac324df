package bodies

import "github.com/fwrun/fwrun/engine/source"

// The codes of the diagnostics.
const (
	codeName      = "name-unknown"
	codeMember    = "member-unknown"
	codeImport    = "import-name"
	codeExport    = "not-exported"
	codeAwait     = "await-missing"
	codeReturn    = "return-missing"
	codeArguments = "arguments-missing"
	codePath      = "path-variable-unused"
	codeCompare   = "compare-never"
)

// rule is what each rule goes by.
type rule struct {
	world   *world
	file    *source.File
	tree    *source.Tree
	script  bool // JavaScript
	members *members
	names   *names
	values  *values
	report  *report
}

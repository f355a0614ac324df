package declared

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// platformErrors are the names of the errors that the language and the web platform throw.
var platformErrors = strings.Fields(`Error AggregateError EvalError RangeError ReferenceError SuppressedError SyntaxError TypeError URIError
  AssertionError SystemError
	CompileError LinkError RuntimeError DOMException AbortError ConstraintError DataCloneError DataError EncodingError
		HierarchyRequestError IndexSizeError
	InUseAttributeError InvalidAccessError InvalidCharacterError InvalidModificationError InvalidNodeTypeError InvalidStateError
		NamespaceError NetworkError
	NoModificationAllowedError NotAllowedError NotFoundError NotReadableError NotSupportedError OperationError OptOutError
		QuotaExceededError ReadOnlyError
	SecurityError TimeoutError TransactionInactiveError TypeMismatchError URLMismatchError UnknownError VersionError WrongDocumentError`)

// checkErrors reports whether the names among errors can be those of errors. A name that resembles a known one is a mistake. Any other
// name gets a warning, since an error may give itself a name, and none if packages are imported, whose classes are not known.
func (src *Source) checkErrors(known Decorator, option string, value any, s fault.Spot) bool {
	if src.Host == nil {
		return true
	}
	ok, names := true, src.errorNames()
	for _, one := range ListOf(value) {
		name, isText := one.(string)
		if !isText || strings.Contains(name, "$") || slices.Contains(names, name) {
			continue
		}
		near := fault.Nearest(name, names)
		if near == "" && src.importsPackages() {
			continue
		}
		problem := s.Problem("decorator-option", "the option %q of @%s names %q, and no class has that name", option, known.Name, name)
		problem.Meant("%q", name, names, "write the class itself: "+option+": [MyError]")
		if near == "" {
			problem.Severity = fault.Warning
		}
		src.Report(problem)
		ok = ok && near == ""
	}
	return ok
}

// errorNames returns the names of all classes, those of errors among them.
func (src *Source) errorNames() []string {
	names := slices.Concat(platformErrors, src.Host)
	for _, file := range src.Project.Files() {
		for _, class := range file.Classes {
			names = append(names, class.Name)
		}
	}
	return names
}

func (src *Source) importsPackages() bool {
	return slices.ContainsFunc(src.Project.Files(), func(file *source.File) bool {
		return slices.ContainsFunc(file.Imports, func(i source.Import) bool {
			_, ours := src.Project.Resolve(file, i.From)
			return !ours && !strings.HasPrefix(i.From, "fwrun") && !strings.HasPrefix(i.From, "node:")
		})
	})
}

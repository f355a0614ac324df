package manifest

import (
	"errors"
	"fmt"
	"regexp/syntax"

	"github.com/fwrun/fwrun/platform/fault"
)

// Interceptor is a bean that carries @Interceptor.
type Interceptor struct {
	Bean     int
	Patterns []string // over the canonical path; empty for all paths
	Excludes []string
	Order    int // a smaller value goes first
	Place    fault.Place
	Width    int // of the text at Place
}

// CodePattern is the code of the problem that a pattern cannot be compiled.
const CodePattern = "interceptor-pattern"

// HintPattern describes the syntax of patterns.
const HintPattern = "patterns are RE2 expressions over the path, such as \"^/admin(/|$)\"; RE2 has no lookahead, lookbehind or backreference"

// PatternProblem returns the text of an error of regexp.Compile, without the pattern.
func PatternProblem(err error) string {
	if wrong, ok := errors.AsType[*syntax.Error](err); ok {
		return fmt.Sprintf("%s: `%s`", wrong.Code, wrong.Expr)
	}
	return err.Error()
}

func unregistered(bean *Bean) fault.Diagnostic {
	d := fault.Spot{Place: bean.Place, Length: bean.Width}.Problem("interceptor-unregistered", "%s is an interceptor, but intercepts nothing",
		bean.TypeName)
	d.Severity = fault.Warning
	return fault.Explain(d, "an interceptor is called for the paths that it is registered for",
		fmt.Sprintf("write @Interceptor(\"^/admin(/|$)\") above class %s, or add it in a WebMvcConfigurer's addInterceptors", bean.TypeName))
}

// Unregistered warns of the beans that are interceptors and were not registered; used reports whether a bean was.
func (m *Manifest) Unregistered(used func(bean int) bool) fault.List {
	var list fault.List
	for _, bean := range m.Beans {
		if bean.Is(TypeInterceptor) && !used(bean.Index) {
			list = append(list, unregistered(bean))
		}
	}
	return list
}

package manifest

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// The base classes of the host that give a bean a part in every request.
const (
	typeInterceptor           = "HandlerInterceptor"
	typeControllerInterceptor = "ControllerInterceptor"
	typeConfigurer            = "WebMvcConfigurer"
	typeErrorController       = "ErrorController"
)

// errorControllerName is the name of the bean that answers errors.
const errorControllerName = "errorController"

// Interceptor is a bean that carries @Interceptor.
type Interceptor struct {
	Bean     int
	Patterns []string // over the canonical path; empty for all paths
	Excludes []string
	Order    int // smaller goes first
	Place    fault.Place
	Width    int // of what stands at Place
}

// Is reports whether a bean is of a class of the host, such as HandlerInterceptor.
func (bean *Bean) Is(hostClass string) bool { return slices.Contains(bean.Types, hostType(hostClass)) }

// intercepting finds the beans that have a part in other handlers' requests.
func (b *webBuilder) intercepting() {
	for _, owner := range b.ordered {
		if owner.class == nil || !b.scans(owner) || owner.class.Abstract {
			continue
		}
		if d := owner.find("Interceptor"); d != nil {
			b.interceptor(owner, d)
		}
	}
	slices.SortStableFunc(b.out.Interceptors, func(x, y *Interceptor) int { return cmp.Compare(x.Order, y.Order) })
	for _, bean := range b.out.Beans {
		if bean.Name == errorControllerName {
			b.errorController(bean)
		}
		if bean.Is(typeConfigurer) {
			b.out.Configurers = append(b.out.Configurers, bean.Index)
		}
	}
}

func (b *webBuilder) interceptor(owner *declared, d *Declaration) {
	i := slices.IndexFunc(b.out.Beans, func(bean *Bean) bool { return bean.Class == owner.ref && bean.Stereotype != Produced })
	if i < 0 {
		return // why it is no bean has been told
	}
	s := b.spotOf(owner, d)
	one := &Interceptor{
		Bean: b.out.Beans[i].Index, Place: s.Place, Width: s.Length,
		Patterns: b.patterns(d.Options["patterns"], s), Excludes: b.patterns(d.Options["exclude"], s),
	}
	if order, given := d.Options["order"]; given {
		n, whole := order.(int64)
		if !whole {
			problem := s.Problem("decorator-option", "the option \"order\" of @Interceptor is %s", describe(order))
			b.report(fault.Explain(problem, "interceptors are sorted by a whole number, the smallest first", "write order: 10"))
		}
		one.Order = int(n)
	}
	if !b.hasAnyMethod(owner, "preHandle", "postHandle", "afterCompletion") {
		problem := s.Problem("interceptor-empty", "%s carries @Interceptor and has nothing to call", owner.name())
		b.report(fault.Explain(problem, "an interceptor's methods are preHandle, postHandle and afterCompletion",
			fmt.Sprintf("write class %s extends HandlerInterceptor { preHandle(request, response) { … return true; } }", owner.name())))
	}
	b.out.Interceptors = append(b.out.Interceptors, one)
}

// patterns reads expressions over paths, and reports those that mean nothing to RE2.
func (b *webBuilder) patterns(option any, s fault.Spot) []string {
	list, several := option.([]any)
	if !several && option != nil {
		list = []any{option}
	}
	var texts []string
	for _, one := range list {
		switch one := one.(type) {
		case string:
			texts = append(texts, one)
		case Regexp:
			if one.Flags == "i" {
				one.Source = "(?i)" + one.Source
			}
			texts = append(texts, one.Source)
		}
	}
	for _, text := range texts {
		b.pattern(text, s)
	}
	return texts
}

func (b *webBuilder) pattern(text string, s fault.Spot) {
	if _, err := regexp.Compile(text); err != nil {
		problem := s.Problem(CodePattern, "the pattern %q cannot be used: %s", text, PatternProblem(err))
		problem.Hint = HintPattern
		b.report(problem)
	}
}

// CodePattern is the code of a pattern that cannot be compiled.
const CodePattern = "interceptor-pattern"

// HintPattern says what patterns are.
const HintPattern = "patterns are RE2 expressions over the path, such as \"^/admin(/|$)\"; RE2 has no lookahead, lookbehind or backreference"

// PatternProblem is what an error of regexp.Compile says, without the pattern.
func PatternProblem(err error) string {
	if wrong, ok := errors.AsType[*syntax.Error](err); ok {
		return fmt.Sprintf("%s: `%s`", wrong.Code, wrong.Expr)
	}
	return err.Error()
}

// hasAnyMethod reports whether a class, or a base class of the application, has one of the
// methods. A base that is not read may have any.
func (b *webBuilder) hasAnyMethod(owner *declared, names ...string) bool {
	for _, link := range b.chain(owner) {
		for _, m := range link.class.Members {
			if m.Kind == source.Method && !m.Static && slices.Contains(names, m.Name) {
				return true
			}
		}
		if extends := link.class.Extends; extends != nil {
			if target := b.Project.LookupType(link.file, extends); !target.Found() && !b.isHostBase(link, extends) {
				return true
			}
		}
	}
	return false
}

// isHostBase tells a base class that is the host's.
func (b *webBuilder) isHostBase(link *declared, extends *source.Type) bool {
	key := b.typeKeyOf(link.file, extends)
	for name := range hooks() {
		if key == hostType(name) {
			return true
		}
	}
	return false
}

// errorController reports one that cannot answer.
func (b *webBuilder) errorController(bean *Bean) {
	b.out.ErrorController = bean.Index
	owner := b.classes[bean.Class]
	if bean.Class.IsZero() || owner == nil || b.hasAnyMethod(owner, "handleError") {
		return
	}
	problem := fault.Spot{Place: bean.Place, Length: bean.Width}.Problem("error-controller",
		"the bean errorController, %s, has no method handleError", bean.TypeName)
	b.report(fault.Explain(problem, "the bean of that name is asked for the answer to every error",
		"write handleError(request, response, status, error) { … }, or give the bean another name"))
}

func unregistered(bean *Bean) fault.Diagnostic {
	d := fault.Spot{Place: bean.Place, Length: bean.Width}.Problem("interceptor-unregistered", "%s is an interceptor, and intercepts nothing", bean.TypeName)
	d.Severity = fault.Warning
	return fault.Explain(d, "an interceptor is called for the paths it was registered for",
		fmt.Sprintf("write @Interceptor(\"^/admin(/|$)\") above class %s, or add it in a WebMvcConfigurer's addInterceptors", bean.TypeName))
}

// Unregistered warns of the beans that are interceptors and were not registered; used tells
// which beans are.
func (m *Manifest) Unregistered(used func(bean int) bool) fault.List {
	var list fault.List
	for _, bean := range m.Beans {
		if bean.Is(typeInterceptor) && !used(bean.Index) {
			list = append(list, unregistered(bean))
		}
	}
	return list
}

package web

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// intercepting finds the beans that take part in other handlers' requests.
func (b *builder) intercepting() {
	for _, owner := range b.Ordered {
		if owner.Class == nil || !b.Scans(owner) || owner.Class.Abstract {
			continue
		}
		if d := owner.Find("Interceptor"); d != nil {
			b.interceptor(owner, d)
		}
	}
	slices.SortStableFunc(b.out.Interceptors, func(x, y *manifest.Interceptor) int { return cmp.Compare(x.Order, y.Order) })
	for _, bean := range b.out.Beans {
		if bean.Name == manifest.ErrorControllerName {
			b.errorController(bean)
		}
		if bean.Is(manifest.TypeConfigurer) {
			b.out.Configurers = append(b.out.Configurers, bean.Index)
		}
	}
}

func (b *builder) interceptor(owner *declared.Owner, d *declared.Declaration) {
	i := slices.IndexFunc(b.out.Beans, func(bean *manifest.Bean) bool { return bean.Class == owner.Ref && bean.Stereotype != manifest.Produced })
	if i < 0 {
		return // the reason why it is not a bean was reported before
	}
	s := b.SpotOf(owner, d)
	one := &manifest.Interceptor{
		Bean: b.out.Beans[i].Index, Place: s.Place, Width: s.Length,
		Patterns: b.patterns(d.Options["patterns"], s), Excludes: b.patterns(d.Options["exclude"], s),
	}
	if order, given := d.Options["order"]; given {
		n, whole := order.(int64)
		if !whole {
			problem := s.Problem("decorator-option", "the option \"order\" of @Interceptor must be a whole number, not %s", declared.Describe(order))
			b.Report(fault.Explain(problem, "interceptors run in this order, the smallest number first", "write order: 10"))
		}
		one.Order = int(n)
	}
	if !b.hasAnyMethod(owner, "preHandle", "postHandle", "afterCompletion") {
		problem := s.Problem("interceptor-empty", "%s has @Interceptor, but no method to call", owner.Name())
		b.Report(fault.Explain(problem, "an interceptor's methods are preHandle, postHandle and afterCompletion",
			fmt.Sprintf("write class %s extends HandlerInterceptor { preHandle(request, response) { … return true; } }", owner.Name())))
	}
	b.out.Interceptors = append(b.out.Interceptors, one)
}

// patterns reads expressions over paths, and reports those that are not valid RE2.
func (b *builder) patterns(option any, s fault.Spot) []string {
	list, several := option.([]any)
	if !several && option != nil {
		list = []any{option}
	}
	var texts []string
	for _, one := range list {
		switch one := one.(type) {
		case string:
			texts = append(texts, one)
		case declared.Regexp:
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

func (b *builder) pattern(text string, s fault.Spot) {
	if _, err := regexp.Compile(text); err != nil {
		problem := s.Problem(manifest.CodePattern, "the pattern %q is invalid: %s", text, manifest.PatternProblem(err))
		problem.Hint = manifest.HintPattern
		b.Report(problem)
	}
}

// hasAnyMethod reports whether a class, or a base class of the application, has one of the methods. A base class
// that was not read may have any.
func (b *builder) hasAnyMethod(owner *declared.Owner, names ...string) bool {
	for _, link := range b.Chain(owner) {
		for _, m := range link.Class.Members {
			if m.Kind == source.Method && !m.Static && slices.Contains(names, m.Name) {
				return true
			}
		}
		if extends := link.Class.Extends; extends != nil {
			if target := b.Project.LookupType(link.File, extends); !target.Found() && !b.isHostBase(link, extends) {
				return true
			}
		}
	}
	return false
}

// isHostBase reports whether a base class belongs to the host.
func (b *builder) isHostBase(link *declared.Owner, extends *source.Type) bool {
	key := b.TypeKeyOf(link.File, extends)
	for name := range hooks() {
		if key == manifest.HostType(name) {
			return true
		}
	}
	return false
}

// errorController reports an error controller that cannot answer.
func (b *builder) errorController(bean *manifest.Bean) {
	b.out.ErrorController = bean.Index
	owner := b.Classes[bean.Class]
	if bean.Class.IsZero() || owner == nil {
		b.out.ErrorNumber = b.takesNumber(b.producedClass(bean))
		return
	}
	if b.hasAnyMethod(owner, "handleError") {
		b.out.ErrorNumber = b.takesNumber(owner)
		return
	}
	problem := fault.Spot{Place: bean.Place, Length: bean.Width}.Problem("error-controller",
		"the bean errorController, %s, has no method handleError", bean.TypeName)
	b.Report(fault.Explain(problem, "the bean with that name answers every error",
		"write handleError(request, response, status, error) { … }, or give the bean another name"))
}

// producedClass returns the class of the application that a @Bean method declares to return, or nil.
func (b *builder) producedClass(bean *manifest.Bean) *declared.Owner {
	for _, key := range bean.Types {
		path, name, _ := strings.Cut(key, "#")
		if file := b.Project.File(path); file != nil && file.Class(name) != nil {
			return b.DeclaredClass(file, file.Class(name))
		}
	}
	return nil
}

// takesNumber reports whether the method handleError of a class declares the status as a number. The class may be nil.
func (b *builder) takesNumber(owner *declared.Owner) bool {
	if owner == nil {
		return false
	}
	for _, link := range b.Chain(owner) {
		m := link.Member("handleError")
		if m == nil {
			continue
		}
		if len(m.Params) <= statusParam {
			return false
		}
		t, problem := b.Types.Resolve(link.File, m.Params[statusParam].Type)
		return problem == nil && (t.Kind == schema.Int || t.Kind == schema.Float)
	}
	return false
}

// statusParam is where the status is among the parameters of handleError.
const statusParam = 2

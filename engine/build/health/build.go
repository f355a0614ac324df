package health

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// kind is one of the two kinds of beans that are asked.
type kind struct {
	decorator manifest.Stereotype
	base      string // the class of the host
	method    string
	most      int    // parameters that the method may require
	sample    string // of the method
	thing     string // what such a bean is
	endpoint  string
	suffix    string // of class names, which is not part of the component's name
}

func indicators() kind {
	return kind{
		manifest.HealthInformer, manifest.TypeHealthIndicator, "health", 0, "health() { return Health.up(); }", "a health indicator",
		"health", "HealthIndicator",
	}
}

func contributors() kind {
	return kind{
		manifest.InfoInformer, manifest.TypeInfoContributor, "contribute", 1, "contribute(info) { info.withDetail(\"team\", \"core\"); }",
		"an info contributor", "info", "InfoContributor",
	}
}

// builder finds the informers.
type builder struct {
	*declared.Source
	out *manifest.Manifest
}

// Build finds the classes with @HealthInformer and @InfoInformer.
func Build(src *declared.Source, m *manifest.Manifest) {
	b := &builder{src, m}
	m.HealthIndicators = b.informers(indicators())
	m.InfoContributors = b.informers(contributors())
	b.sameNames(m.HealthIndicators)
}

// informers finds the classes with the decorator of a kind, and warns of beans that lack it.
func (b *builder) informers(k kind) []*manifest.Informer {
	var list []*manifest.Informer
	for _, bean := range b.out.Beans {
		owner := b.Classes[bean.Class]
		if bean.Class.IsZero() || bean.Stereotype == manifest.Produced || owner == nil || owner.Class == nil {
			continue
		}
		d := owner.Find(string(k.decorator))
		switch {
		case d != nil:
			s := b.SpotOf(owner, d)
			if b.canBeAsked(k, bean, owner, s) {
				list = append(list, &manifest.Informer{Name: k.nameOf(bean), Bean: bean.Index, Place: s.Place, Width: s.Length})
			}
		case bean.Is(k.base):
			b.neverAsked(k, bean)
		}
	}
	slices.SortStableFunc(list, func(x, y *manifest.Informer) int { return cmp.Compare(x.Name, y.Name) })
	return list
}

// nameOf returns the name of a bean's component: that of the bean, without the name of what it is.
func (k kind) nameOf(bean *manifest.Bean) string {
	if name := strings.TrimSuffix(bean.Name, k.suffix); name != "" {
		return name
	}
	return bean.Name
}

// canBeAsked reports whether a class extends the base class of its kind and has a method that can be called; otherwise it adds a
// problem.
func (b *builder) canBeAsked(k kind, bean *manifest.Bean, owner *declared.Owner, s fault.Spot) bool {
	if !bean.Is(k.base) && !b.ExtendsUnread(owner) {
		d := s.Problem("informer-class", "%s has @%s, but is not %s", owner.Name(), k.decorator, fault.Article(k.base))
		b.Report(fault.Explain(d, fmt.Sprintf("the %s endpoint calls the method %s of beans with @%s", k.endpoint, k.method, k.decorator),
			fmt.Sprintf("write class %s extends %s { %s }", owner.Name(), k.base, k.sample)))
		return false
	}
	in, found := b.MethodOf(bean, k.method)
	if found == nil {
		if b.ExtendsUnread(owner) {
			return true
		}
		d := s.Problem("informer-method", "%s is %s, but has no method %s", owner.Name(), k.thing, k.method)
		b.Report(fault.Explain(d, fmt.Sprintf("the %s endpoint calls this method", k.endpoint), "write "+k.sample))
		return false
	}
	return b.CheckCallee(k.callee(), in, found)
}

// callee returns the method as the application calls it.
func (k kind) callee() declared.Callee {
	given := "without arguments"
	if k.most == 1 {
		given = "with one argument, an InfoBuilder"
	}
	return declared.Callee{Method: k.method, Most: k.most, Given: given, Sample: k.sample, Code: "informer-method"}
}

// neverAsked warns of a bean that is an informer and lacks the decorator.
func (b *builder) neverAsked(k kind, bean *manifest.Bean) {
	d := fault.Spot{Place: bean.Place, Length: bean.Width}.Problem("informer-unregistered", "%s is %s, but is never called", bean.TypeName, k.thing)
	d.Severity = fault.Warning
	b.Report(fault.Explain(d, fmt.Sprintf("the %s endpoint calls beans with @%s", k.endpoint, k.decorator),
		fmt.Sprintf("write @%s above class %s", k.decorator, bean.TypeName)))
}

// sameNames reports two indicators of one name.
func (b *builder) sameNames(list []*manifest.Informer) {
	for i, one := range list[:max(len(list)-1, 0)] {
		next := list[i+1]
		if one.Name != next.Name {
			continue
		}
		first, second := b.out.Beans[one.Bean], b.out.Beans[next.Bean]
		d := fault.Spot{Place: next.Place, Length: next.Width}.
			Problem("informer-name", "two health indicators are named %q: %s and %s", one.Name, first.TypeName, second.TypeName)
		d.Notes = []fault.Note{{Place: one.Place, Text: "the other is declared here"}}
		b.Report(fault.Explain(d, "a component has the name of its bean, without HealthIndicator at its end",
			fmt.Sprintf("give one of them another name: @HealthInformer(\"%s2\")", one.Name)))
	}
}

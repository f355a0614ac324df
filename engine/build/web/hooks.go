package web

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// hooks lists, by each base class of the host, the methods that the host calls.
func hooks() map[string][]string {
	return map[string][]string{
		manifest.TypeInterceptor:           {"preHandle", "postHandle", "afterCompletion"},
		manifest.TypeControllerInterceptor: {"preHandle", "postHandle"},
		manifest.TypeConfigurer:            {"addInterceptors"},
		manifest.TypeErrorController:       {"handleError"},
		manifest.TypeHealthIndicator:       {"health"},
		manifest.TypeInfoContributor:       {"contribute"},
		manifest.TypeAPIKeys:               {manifest.FinderMethod},
		manifest.TypeUsers:                 {manifest.FinderMethod},
		manifest.TypeOidcUsers:             {manifest.FinderMethod},
		manifest.TypeToolInterceptor:       {"isVisible", "isResourceVisible", "isPromptVisible", "beforeCall", "afterCall"},
	}
}

// misspeltHooks reports methods whose names are probably misspelt names of hooks that the class does not have:
// they would never be called, and what they should forbid would be allowed.
func (b *builder) misspeltHooks() {
	for _, path := range b.Scan {
		file := b.Project.File(path)
		if file == nil {
			continue
		}
		for _, class := range file.Classes {
			if !class.Ambient {
				b.misspeltHooksOf(b.DeclaredClass(file, class))
			}
		}
	}
	b.emptyToolInterceptors()
}

func (b *builder) misspeltHooksOf(owner *declared.Owner) {
	types := b.TypesOf(owner.File, owner.Class)
	for base, names := range hooks() {
		if !slices.Contains(types, manifest.HostType(base)) {
			continue
		}
		own := callableMembers(owner.Class, names)
		for _, name := range names {
			near := fault.Nearest(name, slices.Sorted(maps.Keys(own)))
			if near == "" || b.declaresAbove(owner, name) {
				continue
			}
			d := owner.At(own[near]).Problem("hook-misspelt", "%s.%s is never called", owner.Name(), near)
			b.Report(fault.Explain(d, fmt.Sprintf("of every %s, fwrun calls %s", base, listedAnd(names)),
				fmt.Sprintf("did you mean %s? If not, rename the method or make it private", name)))
		}
	}
}

// callableMembers returns the public members of a class that can be called, by name, except those listed in but.
func callableMembers(class *source.Class, but []string) map[string]*source.Member {
	list := map[string]*source.Member{}
	for _, m := range class.Members {
		if isCallableMember(m) && !slices.Contains(but, m.Name) {
			list[m.Name] = m
		}
	}
	return list
}

// isCallableMember reports whether the host can call the member: a method, or a field with a function in it.
func isCallableMember(m *source.Member) bool {
	return !m.Static && m.Access == source.Public && (m.Kind == source.Method || m.Kind == source.Field && m.HasDefault)
}

// declaresAbove reports whether a class or one of its base classes has a member.
func (b *builder) declaresAbove(owner *declared.Owner, name string) bool {
	return slices.ContainsFunc(b.Chain(owner), func(link *declared.Owner) bool { return link.Member(name) != nil })
}

// emptyToolInterceptors reports tool interceptors without a method to call.
func (b *builder) emptyToolInterceptors() {
	names := hooks()[manifest.TypeToolInterceptor]
	for _, bean := range b.out.Beans {
		owner := b.Classes[bean.Class]
		if !bean.Is(manifest.TypeToolInterceptor) || owner == nil || owner.Class == nil || b.hasAnyHook(owner, names) {
			continue
		}
		d := owner.Spot().Problem("interceptor-empty", "%s is an interceptor of tool calls, but has no method to call", owner.Name())
		b.Report(fault.Explain(d, "the methods of an McpToolInterceptor are "+listedAnd(names),
			"write isVisible(tool, request) { … return true; }, or another of them"))
	}
}

// hasAnyHook reports whether a class may have one of the members, including in a base class that was not read.
func (b *builder) hasAnyHook(owner *declared.Owner, names []string) bool {
	return b.hasAnyMethod(owner, names...) || slices.ContainsFunc(names, func(name string) bool { return b.declaresAbove(owner, name) })
}

// listedAnd joins names as "a, b and c".
func listedAnd(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

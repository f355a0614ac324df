package security

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

const (
	codeFinder  = "security-finder"
	codeUnasked = "security-finder-unasked"
)

// finder is one of the kinds of beans that say to whom credentials belong.
type finder struct {
	class   string // of the host
	setting string // with which it is asked
	method  declared.Callee
	without string // what happens without such a bean; empty if the bean is required
}

func finders() []finder {
	kind := func(class, setting string, most int, given, sample string) finder {
		return finder{
			class, setting,
			declared.Callee{Method: manifest.FinderMethod, Most: most, Given: "with " + given, Sample: sample, Code: codeFinder},
			"",
		}
	}
	oidc := kind(manifest.TypeOidcUsers, "security.oidc", 2, "a provider and the claims of its token",
		`find(provider: string, claims: Record<string, any>) { return { name: claims.sub, roles: ["USER"] }; }`)
	oidc.without = "everybody whom the provider knows could log in"
	return []finder{
		kind(manifest.TypeAPIKeys, "security.api-keys", 1, "an API key", `find(key: string) { return key === "…" ? { name: "reports", `+
			`roles: ["READER"] } : null; }`),
		kind(manifest.TypeUsers, "security.basic.enabled: true", 1, "the name of a user",
			`find(name: string) { return { password: "$argon2id$…", roles: ["USER"] }; }`),
		oidc,
	}
}

// finders finds the beans that say to whom credentials belong: one for each class that the application asks.
func (b *builder) finders() {
	for _, f := range finders() {
		var list []*manifest.Bean
		for _, bean := range b.out.Beans {
			if bean.Is(f.class) && bean.Stereotype != manifest.Supplied {
				list = append(list, bean)
			}
		}
		place, asked := b.Finders[f.class]
		switch {
		case !asked && b.Finders != nil && !b.Incomplete:
			b.neverAsked(f, list)
		case !asked:
		case len(list) == 0 && f.without == "":
			b.noFinder(f, place)
		case len(list) == 0:
			b.noBean(f)
		case len(list) > 1:
			b.severalFinders(f, list[0], list[1])
		case b.canFind(f, list[0]):
			b.out.Finders = append(b.out.Finders, manifest.Finder{Class: f.class, Bean: list[0].Index})
		}
	}
}

// canFind reports whether a bean has a method that can be asked, as far as the source shows; otherwise it adds a problem.
func (b *builder) canFind(f finder, bean *manifest.Bean) bool {
	owner := b.Classes[bean.Class]
	if bean.Class.IsZero() || owner == nil || owner.Class == nil {
		return true
	}
	in, found := b.MethodOf(bean, f.method.Method)
	switch {
	case found != nil:
		return b.CheckCallee(f.method, in, found)
	case b.ExtendsUnread(owner):
		return true
	}
	d := spotOf(bean).Problem(codeFinder, "%s is %s, but has no method %s", bean.TypeName, fault.Article(f.class), f.method.Method)
	b.Report(fault.Explain(d, "it is called "+f.method.Given, "write "+f.method.Sample))
	return false
}

func spotOf(bean *manifest.Bean) fault.Spot { return fault.Spot{Place: bean.Place, Length: bean.Width} }

// noFinder reports that there is no bean that can be asked.
func (b *builder) noFinder(f finder, place fault.Place) {
	key, _, _ := strings.Cut(f.setting, ":")
	d := fault.Spot{Place: place}.Problem(codeFinder, "%s is set, but no bean extends %s", key, f.class)
	b.Report(fault.Explain(d, "the bean is asked who the caller is, "+f.method.Given,
		fmt.Sprintf("write @Service class My%s extends %s { %s }", f.class, f.class, f.method.Sample)))
}

// noBean reports classes that look like finders but are not beans: callers whom they would refuse are let in.
func (b *builder) noBean(f finder) {
	for _, path := range b.Scan {
		file := b.Project.File(path)
		if file == nil {
			continue
		}
		for _, class := range file.Classes {
			owner := b.DeclaredClass(file, class)
			if class.Abstract || class.Ambient || b.LeftOut[owner] || !slices.Contains(b.TypesOf(file, class), manifest.HostType(f.class)) {
				continue
			}
			d := owner.Spot().Problem(codeFinder, "%s extends %s, but is not a bean", owner.Name(), f.class)
			b.Report(fault.Explain(d, "fwrun calls beans only, so "+f.without, "write @Service above class "+owner.Name()))
		}
	}
}

// severalFinders reports that two could be asked.
func (b *builder) severalFinders(f finder, first, second *manifest.Bean) {
	d := spotOf(second).Problem(codeFinder, "both %s and %s are %s", first.TypeName, second.TypeName, f.class)
	d.Notes = []fault.Note{{Place: first.Place, Text: "the other is declared here"}}
	b.Report(fault.Explain(d, "only one bean can say who a caller is", "remove one of them, or choose with @Profile or @ConditionalOnProperty"))
}

// neverAsked warns of beans that nobody asks.
func (b *builder) neverAsked(f finder, list []*manifest.Bean) {
	for _, bean := range list {
		d := spotOf(bean).Problem(codeUnasked, "%s is %s, but is never asked", bean.TypeName, fault.Article(f.class))
		d.Severity = fault.Warning
		b.Report(fault.Explain(d, "", "set "+f.setting))
	}
}

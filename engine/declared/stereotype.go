package declared

import (
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// Stereotype returns the stereotype that a class carries, or nil. If there are several, ok is false.
func (src *Source) Stereotype(owner *Owner) (found *Declaration, ok bool) {
	for _, s := range []manifest.Stereotype{manifest.RestController, manifest.Service, manifest.Component, manifest.Configuration} {
		d := owner.Find(string(s))
		if d == nil {
			continue
		}
		if found != nil {
			problem := src.SpotOf(owner, d).Problem("bean-stereotypes",
				"%s has both @%s and @%s", owner.Name(), found.Decorator, d.Decorator)
			src.Report(fault.Explain(problem, "a class can be a bean of one kind only", "remove one of them"))
			return nil, false
		}
		found = d
	}
	for _, s := range []manifest.Stereotype{manifest.Intercepting, manifest.Configured, manifest.HealthInformer, manifest.InfoInformer} {
		if found == nil {
			found = owner.Find(string(s))
		}
	}
	if found == nil && src.IsRepository(owner) {
		found = &Declaration{Decorator: string(manifest.Storing), Target: OnClass, Owner: owner.Ref}
	}
	return found, true
}

// NoStereotype reports a decorator in a class that is not a bean.
func NoStereotype(s fault.Spot, owner *Owner, what string, d *Declaration) fault.Diagnostic {
	return fault.Explain(s.Problem("bean-no-stereotype", "%s has @%s, but %s is not a bean", what, d.Decorator, owner.Name()),
		"the application makes no instance of a class without a stereotype",
		fmt.Sprintf("write @%s above `class %s`", StereotypeFor(d), owner.Name()))
}

// StereotypeFor returns the stereotype that a class with such a member should have.
func StereotypeFor(d *Declaration) manifest.Stereotype {
	switch {
	case IsMappingName(d.Decorator):
		return manifest.RestController
	case d.Decorator == "Bean", d.Target == OnMethod && slices.Contains(Modifiers, d.Decorator):
		return manifest.Configuration
	}
	return manifest.Service
}

// Modifiers are the decorators that have a meaning only beside a stereotype or @Bean.
var Modifiers = []string{"Primary", "ConfigurationProperties", "Profile", "ConditionalOnProperty", "Lazy"}

// IsLeftOut reports whether a class is not a bean because a condition does not hold.
func (src *Source) IsLeftOut(owner *Owner) bool { return src.LeftOut[owner] }

package beans

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// unmet returns why a bean is left out: the first of its conditions that does not hold.
func (b *builder) unmet(owner *declared.Owner, on []*declared.Declaration) (why string, is bool) {
	for _, d := range on {
		switch d.Decorator {
		case "Profile":
			if wanted := d.Options.Texts("profiles"); !b.isProfiled(wanted) {
				return fmt.Sprintf("@Profile(%s): %s", quoted(wanted), b.activeProfiles()), true
			}
		case "ConditionalOnProperty":
			if why, is := b.propertyUnmet(owner, d); is {
				return why, true
			}
		}
	}
	return "", false
}

// isProfiled reports whether one of the wanted profiles is active, or one with "!" in front is not.
func (b *builder) isProfiled(wanted []string) bool {
	return slices.ContainsFunc(wanted, func(name string) bool {
		other, not := strings.CutPrefix(name, "!")
		return slices.Contains(b.Profiles, other) != not
	})
}

func (b *builder) activeProfiles() string {
	switch len(b.Profiles) {
	case 0:
		return "no profile is active"
	case 1:
		return "the active profile is " + b.Profiles[0]
	}
	return "the active profiles are " + strings.Join(b.Profiles, ", ")
}

// propertyUnmet checks the property of a condition: it must be set and not false, or have the declared value.
func (b *builder) propertyUnmet(owner *declared.Owner, d *declared.Declaration) (why string, is bool) {
	key := d.Options.Text("key")
	s := b.SpotOf(owner, d)
	value, missing, problem := b.Expand("${"+key+"}", s.Place)
	switch having, given := d.Options["havingValue"]; {
	case missing:
		enough, _ := d.Options.Bool("matchIfMissing")
		return fmt.Sprintf("@ConditionalOnProperty: %s is not configured", key), !enough
	case problem != nil:
		b.Report(declared.Unconfigured(*problem, owner.NameOf(d), s, false))
		return "", false
	case given:
		return fmt.Sprintf("@ConditionalOnProperty: %s is not %v", key, having), fmt.Sprint(value) != fmt.Sprint(having)
	default:
		return fmt.Sprintf("@ConditionalOnProperty: %s is false", key), strings.EqualFold(fmt.Sprint(value), "false")
	}
}

// leaveOut records a bean whose condition does not hold, and the types that it would have had.
func (b *builder) leaveOut(one manifest.LeftOut, types []string) {
	b.out.LeftOut = append(b.out.LeftOut, one)
	b.missed = append(b.missed, missed{one, types})
}

// whyLeftOut describes the beans that would fit but were left out.
func (b *builder) whyLeftOut(wanted asked) string {
	var reasons []string
	for _, out := range b.missed {
		if slices.Contains(out.types, wanted.key) {
			reasons = append(reasons, fmt.Sprintf("%s is excluded by %s", out.Name, out.Why))
		}
	}
	return strings.Join(reasons, "; ")
}

// modifiesNothing reports a modifier on a method that makes no bean.
func (b *builder) modifiesNothing(owner *declared.Owner, d *declared.Declaration) {
	if declared.First(owner.On(d.Member), "Bean") != nil {
		return
	}
	problem := b.SpotOf(owner, d).Problem("bean-modifier", "%s has @%s, but makes no bean", owner.NameOf(d), d.Decorator)
	b.Report(fault.Explain(problem, fmt.Sprintf("@%s applies to beans only", d.Decorator),
		fmt.Sprintf("add @Bean, or remove @%s", d.Decorator)))
}

func quoted(texts []string) string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = fmt.Sprintf("%q", text)
	}
	return strings.Join(out, ", ")
}

package schedules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
)

// schedules finds the scheduled methods. A method that a class redeclares hides that of its base class.
func (b *builder) schedules() {
	for _, bean := range b.Beans {
		b.EachMember(bean, func(link *declared.Owner, m *source.Member) { b.scheduled(bean, link, m) })
	}
	b.nameSchedules()
	b.unscheduled()
}

// unscheduled reports schedules that would never run, because their class is not a bean and no @Bean method makes
// it.
func (b *builder) unscheduled() {
	for _, owner := range b.Ordered {
		isBean := func(bean *manifest.Bean) bool { return bean.Class == owner.Ref }
		d := declared.First(owner.Members, "Scheduled")
		if d == nil || !b.Scans(owner) || owner.Class.Abstract || b.IsBase(owner) || b.IsLeftOut(owner) || slices.ContainsFunc(b.out.Beans, isBean) {
			continue
		}
		b.Report(declared.NoStereotype(b.SpotOf(owner, d), owner, owner.NameOf(d), d))
	}
}

// scheduled reads every @Scheduled of a member, in the order in which they are written.
func (b *builder) scheduled(bean *manifest.Bean, owner *declared.Owner, m *source.Member) {
	var list []*declared.Declaration
	for _, d := range slices.Backward(owner.On(m.Name)) { // decorators are applied from the last to the first
		if d.Decorator == "Scheduled" {
			list = append(list, d)
		}
	}
	written := b.writtenAs(owner, m, "Scheduled")
	for i, d := range list {
		w := wanted{builder: b, d: d, what: owner.NameOf(d), spot: b.SpotOf(owner, d)}
		if len(written) == len(list) {
			w.spot, w.args = declared.WrittenAt(owner, written[i]), written[i]
		}
		if !w.callable(m) {
			return
		}
		s := &manifest.Schedule{
			Name: d.Options.Text("name"), Target: bean.TypeName + "." + m.Name, Method: m.Name, Place: owner.At(m).Place, Bean: bean.Index,
		}
		if w.read(s) {
			b.spots[s] = w.spot
			b.out.Schedules = append(b.out.Schedules, s)
		}
	}
}

// writtenAs lists the decorators of "fwrun" with a name that are written above a member.
func (b *builder) writtenAs(owner *declared.Owner, m *source.Member, name string) []source.Decorator {
	var list []source.Decorator
	for _, w := range m.Decorators {
		if known, ok := b.Ours(owner.File, w); ok && known.Name == name {
			list = append(list, w)
		}
	}
	return list
}

// nameSchedules names the schedules without a declared name, and reports two with the same name.
func (b *builder) nameSchedules() {
	taken := map[string]*manifest.Schedule{}
	for _, s := range b.out.Schedules {
		if other := taken[s.Name]; s.Name != "" && other != nil {
			d := b.spots[s].Problem("schedule-name", "two schedules are named %q: %s and %s", s.Name, other.Target, s.Target)
			d.Notes = []fault.Note{{Place: b.spots[other].Place, Text: "the other is declared here"}}
			b.Report(fault.Explain(d, "logs and listings identify schedules by name", "give one of them another name, or remove its name"))
		}
		taken[s.Name] = s
	}
	for _, s := range b.out.Schedules {
		if s.Name != "" {
			continue
		}
		s.Name = s.Target
		for n := 2; taken[s.Name] != nil; n++ {
			s.Name = fmt.Sprintf("%s #%d", s.Target, n)
		}
		taken[s.Name] = s
	}
}

// wanted is a @Scheduled while it is read.
type wanted struct {
	*builder
	d    *declared.Declaration
	what string // what it decorates
	spot fault.Spot
	args source.Decorator // as written, if that is known
}

// callable reports whether a schedule can call the member; otherwise it adds a problem.
func (w wanted) callable(m *source.Member) bool {
	what, why, hint := "", "", ""
	switch {
	case m.Kind != source.Method:
		what, hint = "is not a method", "write it as a method: "+m.Name+"() { … }"
	case m.Abstract:
		what, hint = "is abstract", "write @Scheduled on the methods that implement it"
	case m.Access != source.Public:
		what, why, hint = "is not public", "the application calls it from outside the class", "make it public, or call it from a public one"
	case m.Generator:
		what, why, hint = "is a generator", "calling a generator does not run its body", "remove the *"
	case declared.Requires(m.Params):
		what, why, hint = "has required parameters", "it is called without arguments", "inject beans into fields or the constructor instead"
	default:
		return true
	}
	problem := w.spot.Problem("schedule-target", "@Scheduled is on %s, which %s", w.what, what)
	w.Report(fault.Explain(problem, why, hint))
	return false
}

// kind returns which of the three kinds of trigger is chosen.
func (w wanted) kind() (kind schedule.Kind, ok bool) {
	var given []string
	for _, one := range []schedule.Kind{schedule.KindCron, schedule.KindRate, schedule.KindDelay} {
		if w.d.Options[string(one)] != nil {
			given = append(given, string(one))
			kind = one
		}
	}
	switch len(given) {
	case 1:
		return kind, w.fits(kind)
	case 0:
		problem := w.spot.Problem("schedule-kind", "@Scheduled of %s does not say when to run it", w.what)
		problem.Hint = `write one of @Scheduled("0 0 3 * * *"), @Scheduled({ fixedRate: "5m" }) and @Scheduled({ fixedDelay: "5m" })`
		w.Report(problem)
	default:
		problem := w.spot.Problem("schedule-kind", "@Scheduled of %s has both %s", w.what, strings.Join(given, " and "))
		w.Report(fault.Explain(problem, "cron sets times of day, fixedRate the time from one start to the next, "+
			"fixedDelay the time from an end to the next start",
			"keep one of them; for several schedules write @Scheduled several times"))
	}
	return "", false
}

// fits reports whether all options have a meaning for the kind of trigger; otherwise it adds a problem.
func (w wanted) fits(kind schedule.Kind) bool {
	overlap, _ := w.d.Options.Bool("overlap")
	name, why, hint := "", "", ""
	switch {
	case kind == schedule.KindCron && w.d.Options["initialDelay"] != nil:
		name, why, hint = "initialDelay", "a cron expression sets the time of the first run, too", "remove it, or use fixedRate"
	case kind != schedule.KindCron && w.d.Options["zone"] != nil:
		name, why, hint = "zone", "only a cron expression depends on the time zone", "remove it, or use cron"
	case kind == schedule.KindDelay && overlap:
		name, why, hint = "overlap", "with fixedDelay, a run begins after the one before has ended", "remove it, or use fixedRate"
	default:
		return true
	}
	problem := w.spot.Problem("schedule-option", "@Scheduled of %s has both %s and %s", w.what, name, kind)
	w.Report(fault.Explain(problem, why, hint))
	return false
}

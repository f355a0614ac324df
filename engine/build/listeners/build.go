package listeners

import (
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// builder finds the listeners.
type builder struct {
	*declared.Source
	out   *manifest.Manifest
	spots map[*manifest.Listener]fault.Spot // of the decorators
}

// Build finds the methods with @QueueListener.
func Build(src *declared.Source, m *manifest.Manifest) {
	b := &builder{src, m, map[*manifest.Listener]fault.Spot{}}
	for _, bean := range b.Beans {
		b.EachMember(bean, func(link *declared.Owner, m *source.Member) { b.listeners(bean, link, m) })
	}
	b.duplicates()
	b.ofNoBean()
}

// listeners reads every @QueueListener of a member, in the order in which they are written.
func (b *builder) listeners(bean *manifest.Bean, owner *declared.Owner, m *source.Member) {
	for _, d := range slices.Backward(owner.On(m.Name)) { // decorators are applied from the last to the first
		if d.Decorator != decorator {
			continue
		}
		r := &reader{builder: b, d: d, bean: bean, owner: owner, m: m, what: owner.NameOf(d), spot: b.SpotOf(owner, d), ok: true}
		if !r.callable() {
			return
		}
		if l := r.read(); r.ok {
			b.spots[l] = r.spot
			b.out.Listeners = append(b.out.Listeners, l)
		}
	}
}

// duplicates reports two listeners of one queue.
func (b *builder) duplicates() {
	taken := map[[2]string]*manifest.Listener{}
	for _, l := range b.out.Listeners {
		key := [2]string{l.Connection, l.Queue}
		other := taken[key]
		taken[key] = l
		if other == nil {
			continue
		}
		d := b.spots[l].Problem("listener-duplicate", "two methods listen to the queue %s: %s and %s", l.Queue, other.Name, l.Name)
		d.Notes = []fault.Note{{Place: b.spots[other].Place, Text: "the other is declared here"}}
		b.Report(fault.Explain(d, "each message goes to one listener", "use two queues and send to both, or call both from one listener"))
	}
}

// ofNoBean reports listeners that would never be called, because their class is not a bean and no @Bean method makes
// it.
func (b *builder) ofNoBean() {
	for _, owner := range b.Ordered {
		isBean := func(bean *manifest.Bean) bool { return bean.Class == owner.Ref }
		d := declared.First(owner.Members, decorator)
		if d == nil || !b.Scans(owner) || owner.Class.Abstract || b.IsBase(owner) || b.IsLeftOut(owner) || slices.ContainsFunc(b.out.Beans, isBean) {
			continue
		}
		b.Report(declared.NoStereotype(b.SpotOf(owner, d), owner, owner.NameOf(d), d))
	}
}

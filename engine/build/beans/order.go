package beans

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// order sorts the beans so that each comes after its dependencies. A circle is reported once, with the whole chain
// and the places of its links.
func (b *builder) order() []int {
	w := orderWalk{builder: b, state: make([]visitState, len(b.out.Beans))}
	for i := range b.out.Beans {
		if w.state[i] == unseen {
			w.visit(i)
		}
	}
	return w.order
}

type visitState uint8

const (
	unseen visitState = iota
	open              // on the path
	done
)

// orderWalk visits the beans depth first.
type orderWalk struct {
	*builder
	state []visitState
	path  []int // from the first bean to the current one
	order []int
}

func (w *orderWalk) visit(i int) {
	w.state[i] = open
	w.path = append(w.path, i)
	var reported []int
	for _, next := range w.out.Beans[i].Asks() {
		switch {
		case w.state[next] == unseen:
			w.visit(next)
		case w.state[next] == open && !slices.Contains(reported, next):
			reported = append(reported, next)
			w.Report(w.circle(w.path[slices.Index(w.path, next):]))
		}
	}
	w.path = w.path[:len(w.path)-1]
	w.state[i] = done
	w.order = append(w.order, i)
}

// circle reports beans each of which depends on the next, and the last on the first.
func (b *builder) circle(ring []int) fault.Diagnostic {
	var names []string
	var notes []fault.Note
	for i, index := range ring {
		bean, next := b.out.Beans[index], ring[(i+1)%len(ring)]
		names = append(names, bean.Name)
		notes = append(notes, fault.Note{
			Place: linkOf(bean, next),
			Text:  fmt.Sprintf("%s depends on %s here", bean.Name, b.out.Beans[next].Name),
		})
	}
	names = append(names, names[0])
	d := fault.Diagnostic{
		Code: "bean-cycle", Place: notes[0].Place,
		Message: "beans depend on each other in a cycle: " + strings.Join(names, " → "),
		Why:     "each of them needs the next to be made first",
		Hint:    "move what they share to another bean, or pass it as an argument of a method",
		Notes:   notes,
	}
	if len(ring) == 1 {
		d.Message = fmt.Sprintf("the bean %s depends on itself", names[0])
		d.Why = "it would have to exist before it is made"
		d.Hint = "use `this`, or move what it needs to a second bean"
		d.Notes = nil
	}
	return d
}

// linkOf returns the place where a bean asks for another.
func linkOf(bean *manifest.Bean, other int) fault.Place {
	for _, injections := range bean.Injections() {
		for _, injection := range injections {
			if !injection.Lazy && slices.Contains(injection.Needs(), other) {
				return injection.Place
			}
		}
	}
	return bean.Place
}

// renumber sorts the beans into the order and rewrites the indexes that refer to them.
func (b *builder) renumber(order []int) {
	position := make([]int, len(order))
	beans := make([]*manifest.Bean, len(order))
	for to, from := range order {
		position[from] = to
		beans[to] = b.out.Beans[from]
	}
	for i, bean := range beans {
		bean.Index = i
		if bean.Stereotype == manifest.Produced {
			bean.Factory = position[bean.Factory]
		}
		for _, injections := range bean.Injections() {
			for j := range injections {
				if injections[j].Bean >= 0 {
					injections[j].Bean = position[injections[j].Bean]
				}
				for k, bean := range injections[j].Beans {
					injections[j].Beans[k] = position[bean]
				}
			}
		}
	}
	for _, advised := range b.out.Advised {
		for i := range advised.Aspects {
			if one := &advised.Aspects[i]; one.Bean >= 0 {
				one.Bean = position[one.Bean]
			}
		}
	}
	b.out.Beans = beans
}

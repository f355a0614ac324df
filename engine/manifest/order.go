package manifest

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/fault"
)

// order sorts the beans so that each comes after those it asks for. A circle is
// reported with the whole chain and the places of its links.
func (b *builder) order() []int {
	const (
		unseen = iota
		open
		done
	)
	state := make([]int, len(b.out.Beans))
	var order, path []int
	var visit func(i int)
	visit = func(i int) {
		state[i] = open
		path = append(path, i)
		for _, next := range b.out.Beans[i].asks() {
			switch state[next] {
			case unseen:
				visit(next)
			case open:
				b.report(b.circle(path[indexOf(path, next):]))
			}
		}
		path = path[:len(path)-1]
		state[i] = done
		order = append(order, i)
	}
	for i := range b.out.Beans {
		if state[i] == unseen {
			visit(i)
		}
	}
	return order
}

// asks lists the beans that must exist first.
func (bean *Bean) asks() []int {
	var list []int
	if bean.Stereotype == Produced {
		list = append(list, bean.Factory)
	}
	for _, injections := range [][]Injection{bean.Arguments, bean.Fields} {
		for _, injection := range injections {
			if injection.Bean >= 0 && !injection.IsValue {
				list = append(list, injection.Bean)
			}
		}
	}
	return list
}

func indexOf(list []int, x int) int {
	for i, item := range list {
		if item == x {
			return i
		}
	}
	return 0
}

func (b *builder) circle(ring []int) fault.Diagnostic {
	var names []string
	var notes []fault.Note
	for i, index := range ring {
		bean, next := b.out.Beans[index], ring[(i+1)%len(ring)]
		names = append(names, bean.Name)
		notes = append(notes, fault.Note{
			Place: bean.link(next),
			Text:  fmt.Sprintf("%s asks for %s here", bean.Name, b.out.Beans[next].Name),
		})
	}
	names = append(names, names[0])
	return fault.Diagnostic{
		Code: "bean-cycle", Place: notes[0].Place,
		Message: "beans ask for each other in a circle: " + strings.Join(names, " → "),
		Why:     "none of them can be made first",
		Hint:    "move what both need into a third bean, or hand it over as a method argument",
		Notes:   notes,
	}
}

// link is the place where a bean asks for another.
func (bean *Bean) link(other int) fault.Place {
	for _, injections := range [][]Injection{bean.Arguments, bean.Fields} {
		for _, injection := range injections {
			if injection.Bean == other && !injection.IsValue {
				return injection.Place
			}
		}
	}
	return bean.Place
}

// renumber puts the beans into the order and rewrites the indexes that point at them.
func (b *builder) renumber(order []int) {
	position := make([]int, len(order))
	beans := make([]*Bean, len(order))
	for to, from := range order {
		position[from] = to
		beans[to] = b.out.Beans[from]
	}
	for i, bean := range beans {
		bean.Index = i
		if bean.Stereotype == Produced {
			bean.Factory = position[bean.Factory]
		}
		for _, injections := range [][]Injection{bean.Arguments, bean.Fields} {
			for j := range injections {
				if injections[j].Bean >= 0 {
					injections[j].Bean = position[injections[j].Bean]
				}
			}
		}
	}
	for _, h := range b.out.Handlers {
		if h.Bean >= 0 {
			h.Bean = position[h.Bean]
		}
	}
	b.out.Beans = beans
}

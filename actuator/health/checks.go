package health

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/platform/fault"
)

// Indicator says how a component is.
type Indicator struct {
	Name string
	// Check returns how the component is. An error means that it is down.
	Check func(ctx context.Context) (Health, error)
	// Parts are asked instead of Check, if there are any: the component is as the worst of them.
	Parts []Indicator
}

// Show says who sees components and details.
type Show string

// Who sees components and details.
const (
	Never          Show = "never"
	WhenAuthorized Show = "when-authorized" // those who have proved who they are
	Always         Show = "always"
)

// Settings say how the answer is made. The zero value is usable.
type Settings struct {
	Show    Show           // Never by default
	Order   []string       // of statuses, the worst first; StandardOrder by default
	Codes   map[string]int // HTTP statuses by status, beside 503 for DOWN and OUT_OF_SERVICE
	Timeout time.Duration  // of each indicator; DefaultTimeout when 0
	Groups  []Group
	// Describe returns what is shown of an error; its text when nil.
	Describe func(err error) string
	// Changed is called when an indicator has another status than before, and at its first one unless it is UP. It may be nil.
	Changed func(name string, before, now Health)
}

// DefaultTimeout is the time limit of an indicator.
const DefaultTimeout = 5 * time.Second

// Group is a selection of components.
type Group struct {
	Name    string
	Include []string // names of components; "*" means all
	Show    Show     // as the Settings say when empty
	Plain   bool     // only the status is ever shown: a probe
}

func (g *Group) includes(name string) bool {
	return slices.Contains(g.Include, name) || slices.Contains(g.Include, "*")
}

// Checks are the indicators of a process. They are safe for concurrent use.
type Checks struct {
	settings Settings
	list     []*component
}

// component is an indicator with what is known of it.
type component struct {
	Indicator
	path   string // db/main
	parts  []*component
	flight actuator.Flight[Health]
	last   atomic.Pointer[Health]
}

// New returns the checks of indicators.
func New(indicators []Indicator, s Settings) *Checks {
	if s.Show == "" {
		s.Show = Never
	}
	if len(s.Order) == 0 {
		s.Order = StandardOrder()
	}
	if s.Timeout == 0 {
		s.Timeout = DefaultTimeout
	}
	if s.Describe == nil {
		s.Describe = fault.Text
	}
	return &Checks{settings: s, list: componentsOf("", indicators)}
}

func componentsOf(above string, indicators []Indicator) []*component {
	list := make([]*component, len(indicators))
	for i, one := range indicators {
		list[i] = &component{Indicator: one, path: above + one.Name}
		list[i].parts = componentsOf(list[i].path+"/", one.Parts)
	}
	return list
}

// Showing returns the same checks for clients that see more or less. Both ask the same indicators, each once at a time.
func (c *Checks) Showing(show Show) *Checks {
	s := c.settings
	s.Show, s.Groups = show, slices.Clone(s.Groups)
	for i := range s.Groups {
		s.Groups[i].Show, s.Groups[i].Plain = show, false
	}
	return &Checks{settings: s, list: c.list}
}

// Names returns the names of the components.
func (c *Checks) Names() []string {
	names := make([]string, len(c.list))
	for i, one := range c.list {
		names[i] = one.Name
	}
	return names
}

// askAll asks components side by side.
func (c *Checks) askAll(ctx context.Context, list []*component) map[string]Health {
	answers := make([]Health, len(list))
	var all sync.WaitGroup
	for i, one := range list {
		all.Go(func() { answers[i] = c.ask(ctx, one) })
	}
	all.Wait()
	found := make(map[string]Health, len(list))
	for i, one := range list {
		found[one.Name] = answers[i]
	}
	return found
}

// ask asks a component.
func (c *Checks) ask(ctx context.Context, one *component) Health {
	if len(one.parts) > 0 {
		parts := c.askAll(ctx, one.parts)
		return Health{Status: worst(c.settings.Order, parts), Parts: parts}
	}
	h, err := one.flight.Do(ctx, c.settings.Timeout, one.Check)
	switch {
	case err != nil && ctx.Err() != nil && fault.KindOf(err) == fault.Canceled:
		return Of(Unknown) // nobody reads it
	case err != nil:
		h.Status, h.Parts = Down, nil
		h = h.With("error", c.settings.Describe(err))
	case h.Status == "":
		h.Status = Unknown
	}
	if before := one.last.Swap(&h); c.settings.Changed != nil {
		was := Of(Up)
		if before != nil {
			was = *before
		}
		if was.Status != h.Status {
			c.settings.Changed(one.path, was, h)
		}
	}
	return h
}

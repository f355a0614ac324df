package workbench

import (
	"net/http"
	"strings"
	"time"

	"github.com/fwrun/fwrun/devtools"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
)

// job is a method with @Scheduled.
type job struct {
	Name     string      `json:"name"` // unique
	Target   string      `json:"target"`
	Place    string      `json:"place"`
	Kind     string      `json:"kind"` // cron, fixedRate or fixedDelay; empty if it is disabled
	When     string      `json:"when"` // the expression, or the interval
	Zone     string      `json:"zone,omitempty"`
	Disabled string      `json:"disabled,omitempty"` // why it is
	Next     *time.Time  `json:"next"`
	Later    []time.Time `json:"later"` // the next times, for cron
	Running  int         `json:"running"`
	Status   string      `json:"status"` // of the run that began last
	Start    *time.Time  `json:"start"`  // of the same
	Millis   *float64    `json:"ms"`     // of the run that ended last
	Error    string      `json:"error,omitempty"`
	Runs     int         `json:"runs"`
	Failures int         `json:"failures"`
	Skipped  int         `json:"skipped"`
}

// schedules lists the jobs, with their last and next runs.
func (p *Parts) schedules(*http.Request) (any, error) {
	states := p.Scheduler.States()
	list := []job{}
	for _, s := range p.Application.Manifest().Schedules {
		list = append(list, jobOf(s, states[s.Name]))
	}
	return map[string]any{"schedules": list}, nil
}

func jobOf(s *manifest.Schedule, state schedule.State) job {
	j := job{
		Name: s.Name, Target: s.Target, Place: s.Place.String(), Kind: string(s.Trigger.Kind()), Disabled: s.Disabled, Next: timeOf(state.Next),
		Later:   []time.Time{},
		Running: state.Running, Status: string(state.Status), Start: timeOf(state.Start), Runs: state.Runs, Failures: state.Failures,
		Skipped: state.Skipped,
	}
	if state.Error != nil {
		j.Error = fault.PublicText(state.Error)
	}
	if !state.End.IsZero() {
		ms := float64(state.Duration.Microseconds()) / 1000
		j.Millis = &ms
	}
	switch s.Trigger.Kind() {
	case schedule.KindCron:
		j.When, j.Zone = s.Trigger.Cron.Text, s.Trigger.Cron.Zone.String()
		if !state.Next.IsZero() {
			j.Later = append(j.Later, s.Trigger.Upcoming(state.Next, 3)...)
		}
	case schedule.KindRate:
		j.When = "every " + interval(s.Trigger.Rate)
	case schedule.KindDelay:
		j.When = interval(s.Trigger.Delay) + " after the last"
	}
	return j
}

// interval returns a duration as people write it: 1h, and not 1h0m0s.
func interval(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

func timeOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.Round(0)
	return &t
}

// runSchedule starts a run now.
func (p *Parts) runSchedule(r *http.Request) (any, error) {
	var asked struct {
		Name string `json:"name"`
	}
	if err := devtools.Read(r, &asked); err != nil {
		return nil, err
	}
	if p.Scheduler == nil {
		return nil, fault.New(op, fault.Unavailable, "the application has no schedules that can run here")
	}
	return nil, p.Scheduler.RunNow(asked.Name)
}

package schedule

import (
	"fmt"
	"time"
)

// Kind is the kind of a trigger.
type Kind string

// The kinds, with the names of the options of @Scheduled.
const (
	KindCron  Kind = "cron"
	KindRate  Kind = "fixedRate"
	KindDelay Kind = "fixedDelay"
)

// Trigger says when a task is due. One of Cron, Rate and Delay is set.
type Trigger struct {
	Cron    *Cron
	Rate    time.Duration // from the start of a run to the start of the next
	Delay   time.Duration // from the end of a run to the start of the next
	Initial time.Duration // before the first run, with Rate and Delay
}

// Kind returns which of them is set, or an empty Kind if none is.
func (t Trigger) Kind() Kind {
	switch {
	case t.Cron != nil:
		return KindCron
	case t.Rate > 0:
		return KindRate
	case t.Delay > 0:
		return KindDelay
	}
	return ""
}

// String returns the trigger in readable form: "every 5s", "0 0 3 * * * (Europe/Berlin)".
func (t Trigger) String() string {
	text := ""
	switch t.Kind() {
	case KindCron:
		return fmt.Sprintf("%s (%s)", t.Cron.Text, t.Cron.Zone)
	case KindRate:
		text = "every " + t.Rate.String()
	case KindDelay:
		text = t.Delay.String() + " after the end"
	default:
		return "never"
	}
	if t.Initial > 0 {
		text += ", first after " + t.Initial.String()
	}
	return text
}

// First returns when a task that begins now is first due, or the zero time for never.
func (t Trigger) First(now time.Time) time.Time {
	switch t.Kind() {
	case KindCron:
		return t.Cron.Next(now)
	case KindRate, KindDelay:
		return now.Add(t.Initial)
	}
	return time.Time{}
}

// Upcoming returns the next moments that are known by now: for a delay only the first one.
func (t Trigger) Upcoming(now time.Time, count int) []time.Time {
	var list []time.Time
	for at := t.First(now); !at.IsZero() && len(list) < count; {
		list = append(list, at)
		switch t.Kind() {
		case KindCron:
			at = t.Cron.Next(at)
		case KindRate:
			at = at.Add(t.Rate)
		default:
			return list
		}
	}
	return list
}

// same reports whether two triggers have the same rhythm.
func (t Trigger) same(other Trigger) bool {
	return t.Kind() == other.Kind() && t.String() == other.String()
}

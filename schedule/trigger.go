package schedule

import (
	"fmt"
	"time"
)

// Kind is how a trigger counts.
type Kind string

// The kinds, named as the options of @Scheduled are.
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

// Kind tells which of them is set; empty for none.
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

// String is the trigger for people: "every 5s", "0 0 3 * * * (Europe/Berlin)".
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

// First is when a task is first due that is begun now; zero for never.
func (t Trigger) First(now time.Time) time.Time {
	switch t.Kind() {
	case KindCron:
		return t.Cron.Next(now)
	case KindRate, KindDelay:
		return now.Add(t.Initial)
	}
	return time.Time{}
}

// Upcoming lists the next moments as far as they are known by now: of a delay the first only.
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

// same tells whether two triggers have the same rhythm.
func (t Trigger) same(other Trigger) bool {
	return t.Kind() == other.Kind() && t.String() == other.String()
}

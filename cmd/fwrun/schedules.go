package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
)

// shownRuns is the number of next runs of a schedule that are listed.
const shownRuns = 5

func newSchedules(p process) *cobra.Command {
	return newListing(p, listing{
		Command: &cobra.Command{
			Use:   "schedules <folder>",
			Short: "List the schedules of an application",
			Long: `schedules lists the methods with @Scheduled: name, when they run, file and line, and the next five runs, if the
application were started now. It opens no database, creates no bean and runs nothing.`,
			Example: `  fwrun schedules my-app --profile prod
  fwrun schedules my-app --json | jq -r '.schedules[] | .name + " " + .next[0]'`,
		},
		form: func(found *app.Inspection) any { return jsonSchedules{jsonSchedulesOf(found.Schedules, time.Now())} },
		print: func(w io.Writer, paint painter, found *app.Inspection) error {
			return printSchedules(w, paint, found.Schedules, time.Now())
		},
	})
}

// printSchedules prints a table, and below each line the next runs.
func printSchedules(w io.Writer, paint painter, schedules []app.Schedule, now time.Time) error {
	var rows [][]string
	for _, s := range schedules {
		rows = append(rows, []string{s.Name, whenOf(s), lineOf(s.Place)})
		for _, at := range s.Upcoming(now, shownRuns) {
			rows = append(rows, []string{"", at.Format("Mon 2006-01-02 15:04:05 -07:00")})
		}
	}
	return printColumns(w, paint, rows)
}

// whenOf describes when a schedule runs.
func whenOf(s app.Schedule) string {
	text := ""
	switch {
	case s.Disabled != "":
		return "off: " + s.Disabled
	case s.Cron != "":
		text = fmt.Sprintf("cron %s (%s)", s.Cron, s.Zone)
	default:
		text = fmt.Sprintf("%s %s", s.Kind, s.Interval)
	}
	if s.InitialDelay > 0 {
		text += ", first after " + s.InitialDelay.String()
	}
	if s.Overlap {
		text += ", overlapping"
	}
	if s.Timeout > 0 {
		text += ", timeout " + s.Timeout.String()
	}
	return text
}

// jsonSchedules is what `fwrun schedules --json` writes; docs/guide/command-line.md describes it.
type jsonSchedules struct {
	Schedules []jsonSchedule `json:"schedules"`
}

type jsonSchedule struct {
	Name         string   `json:"name"`
	Target       string   `json:"target"`
	Kind         string   `json:"kind"` // cron, fixedRate or fixedDelay; empty if it is disabled
	Cron         string   `json:"cron,omitempty"`
	Zone         string   `json:"zone,omitempty"`
	Interval     string   `json:"interval,omitempty"`
	InitialDelay string   `json:"initialDelay,omitempty"`
	Timeout      string   `json:"timeout,omitempty"`
	Overlap      bool     `json:"overlap"`
	Disabled     string   `json:"disabled,omitempty"` // why it is disabled
	Next         []string `json:"next"`               // RFC 3339
	jsonPlace
}

func jsonSchedulesOf(schedules []app.Schedule, now time.Time) []jsonSchedule {
	list := make([]jsonSchedule, len(schedules))
	for i, s := range schedules {
		list[i] = jsonSchedule{
			Name: s.Name, Target: s.Target, Kind: s.Kind, Cron: s.Cron, Zone: s.Zone, Interval: durationText(s.Interval),
			InitialDelay: durationText(s.InitialDelay), Timeout: durationText(s.Timeout), Overlap: s.Overlap, Disabled: s.Disabled,
			Next: []string{}, jsonPlace: jsonPlaceOf(s.Place),
		}
		for _, at := range s.Upcoming(now, shownRuns) {
			list[i].Next = append(list[i].Next, at.Format(time.RFC3339))
		}
	}
	return list
}

// durationText formats a duration; empty for 0.
func durationText(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

package manifest

import (
	"time"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schedule"
)

// Schedule is one @Scheduled on a method of a bean.
type Schedule struct {
	Name     string // the one it states, or Desk.sweep; no two have the same
	Bean     int
	Target   string // Desk.sweep
	Method   string
	Trigger  schedule.Trigger // empty when it is switched off
	Disabled string           // why it is switched off; empty when it is not
	Overlap  bool
	Timeout  time.Duration // of one run; 0 for none
	Place    fault.Place   // of the method
}

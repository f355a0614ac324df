package manifest

import (
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
)

// Schedule is a @Scheduled on a method of a bean.
type Schedule struct {
	Name     string // the declared name, or Desk.sweep; unique
	Bean     int
	Target   string // Desk.sweep
	Method   string
	Trigger  schedule.Trigger // zero if it is switched off
	Disabled string           // why it is switched off; empty if it is not
	Overlap  bool
	Timeout  time.Duration // of one run; 0 means none
	Place    fault.Place   // of the method
}

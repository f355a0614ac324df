package limit

import "time"

// Deadline is the time by which work has to be done. It moves with the time while the work stands still. The zero value is none.
type Deadline struct {
	at    time.Time
	work  *Work
	stood time.Duration // before it was set
}

// By returns a deadline for the work, which may be nil.
func (w *Work) By(at time.Time) Deadline { return Deadline{at, w, w.Stood()} }

// Work returns the work; it may be nil.
func (d Deadline) Work() *Work { return d.work }

// IsZero reports whether there is no deadline.
func (d Deadline) IsZero() bool { return d.at.IsZero() }

// Add returns a later deadline.
func (d Deadline) Add(more time.Duration) Deadline {
	d.at = d.at.Add(more)
	return d
}

// Time returns when it is, if the work does not stand still from now on.
func (d Deadline) Time() time.Time {
	if d.work == nil || d.at.IsZero() {
		return d.at
	}
	return d.at.Add(d.work.Stood() - d.stood)
}

// again bounds how often a deadline is looked at that moves with the time.
const again = 20 * time.Millisecond

// Left returns how long to wait before looking again: until the deadline, at least. It is 0 or less once that has passed.
func (d Deadline) Left() time.Duration {
	left := time.Until(d.Time())
	if left > 0 && d.work.Still() {
		left = max(left, again)
	}
	return left
}

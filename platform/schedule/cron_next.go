package schedule

import "time"

// Next returns the first moment after the given one at which the expression is due, in its zone, or the zero time if
// there is none within 40 years.
//
// On the days when clocks are put forward or back, an expression for certain hours is due once for each time of the
// day that it names. A time that is skipped is due later by as much as the clocks are put forward (02:30 becomes
// 03:30), and a time that occurs twice is due the first time only. An expression for every hour, such as "0 */15 * *
// * *", follows elapsed time: it is not due in an hour that is skipped, and is due in both of the hours that occur
// twice.
func (c *Cron) Next(after time.Time) time.Time {
	at := after.In(c.Zone).Truncate(time.Second).Add(time.Second)
	for {
		next, end := c.inPeriod(at)
		if !next.IsZero() || end.IsZero() {
			return next
		}
		at = end
	}
}

// inPeriod returns the first due moment from at on, and the end of the period in which the zone's offset is constant.
// If end is zero, the search is over.
func (c *Cron) inPeriod(at time.Time) (next, end time.Time) {
	start, end := at.ZoneBounds()
	_, offset := at.Zone()
	from := at.Unix() + int64(offset)
	if !start.IsZero() && !c.hourly {
		_, before := start.Add(-time.Second).Zone()
		from = max(from, start.Unix()+int64(before)) // after a change back: repeated times have been due already
		next = c.skipped(at, start, int64(before), int64(offset))
	}
	wall := c.from(from)
	if wall.IsZero() {
		return next, time.Time{}
	}
	regular := time.Unix(wall.Unix()-int64(offset), 0).In(c.Zone)
	if isWithin := end.IsZero() || regular.Before(end); isWithin && (next.IsZero() || regular.Before(next)) {
		next = regular
	}
	return next, end
}

// skipped returns the first due moment from at on that replaces a local time which did not occur, because the clocks
// were put forward at start.
func (c *Cron) skipped(at, start time.Time, before, offset int64) time.Time {
	if at.Unix()+before >= start.Unix()+offset {
		return time.Time{} // the clocks were put back, or all skipped times are over
	}
	wall := c.from(at.Unix() + before)
	if wall.IsZero() || wall.Unix() >= start.Unix()+offset {
		return time.Time{}
	}
	return time.Unix(wall.Unix()-before, 0).In(c.Zone)
}

// from returns the first matching local time, from the given one on; both are written as if they were in UTC.
func (c *Cron) from(seconds int64) time.Time { return c.wall.Next(time.Unix(seconds, -1).UTC()) }

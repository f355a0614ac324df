package schedule

import "time"

// Next is the first moment after another when the expression is due, in its zone; zero when there is none within 40 years.
//
// On the days when clocks are put forward or back, an expression for certain hours is due once for each time of the
// day that it names: one that is skipped is made up for as much later as the clocks are put forward (02:30 becomes
// 03:30), and one that the clocks show twice counts the first time. An expression for every hour, such as
// "0 */15 * * * *", goes by the time that passes: nothing is due in an hour that is skipped, and an hour that comes
// twice counts twice.
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

// inPeriod finds the first moment from at on, before the zone's clocks are next put forward or back, which is at end.
// With an end of zero the search is over.
func (c *Cron) inPeriod(at time.Time) (next, end time.Time) {
	start, end := at.ZoneBounds()
	_, offset := at.Zone()
	from := at.Unix() + int64(offset)
	if !start.IsZero() && !c.hourly {
		_, before := start.Add(-time.Second).Zone()
		from = max(from, start.Unix()+int64(before)) // when put back: what is shown again has been due already
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

// skipped finds what the clocks have not shown, because at start they were put forward, and is made up for from at on.
func (c *Cron) skipped(at, start time.Time, before, offset int64) time.Time {
	if at.Unix()+before >= start.Unix()+offset {
		return time.Time{} // they were put back, or that is over
	}
	wall := c.from(at.Unix() + before)
	if wall.IsZero() || wall.Unix() >= start.Unix()+offset {
		return time.Time{}
	}
	return time.Unix(wall.Unix()-before, 0).In(c.Zone)
}

// from finds the first time that a clock on the wall shows, from one on; both are written as if the wall were in UTC.
func (c *Cron) from(seconds int64) time.Time { return c.wall.Next(time.Unix(seconds, -1).UTC()) }

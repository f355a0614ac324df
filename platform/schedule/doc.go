// Package schedule decides when tasks are due and runs them. A task runs only once at a time, unless it allows
// overlap.
//
// A [Scheduler] has one table of jobs, each with a [Trigger]: a [Cron] expression, a time from start to start, or a
// time from the end of a run to the start of the next. The table can be replaced at any time: a job with the same key
// and the same trigger keeps its rhythm, and runs only once at a time even if its runs belong to two tables.
//
// Rules:
//   - Moments that were missed, because a run took long or the machine slept, are not made up for: one run follows at
//     once if the next moment is counted from the last one, and a cron expression waits for its next moment.
//   - An error or a panic ends only the run in which it occurs.
//   - A cron expression refers to local time, also on the days when clocks are put forward or back; see [Cron.Next].
//
// Example:
//
//	jobs := schedule.New(schedule.Options{})
//	jobs.Replace([]schedule.Job{{Key: "sweep", Trigger: schedule.Trigger{Rate: time.Minute}, Run: sweep}})
//	jobs.Begin()
//	defer jobs.Stop(ctx)
package schedule

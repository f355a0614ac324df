// Package schedule decides when tasks are due and runs each, never twice at a time unless that is asked for.
//
// A [Scheduler] holds one table of jobs, each with a [Trigger]: a [Cron] expression, a time from start to start, or a
// time from the end of a run to the start of the next. The table can be replaced while it runs: a job of the same key
// with the same trigger keeps its rhythm, and is not run twice at a time either when its runs belong to two tables.
//
// Its laws:
//
//   - What was missed, because a run took long or the machine slept, is not made up for: one run follows at once where
//     the next is counted from the last, and a cron expression waits for its next moment.
//   - What a run ends with, an error or a panic, ends that run only.
//   - A cron expression reads the clock on the wall, also on the days when it is put forward or back; see [Cron.Next].
//
// The smallest use:
//
//	jobs := schedule.New(schedule.Options{})
//	jobs.Replace([]schedule.Job{{Key: "sweep", Trigger: schedule.Trigger{Rate: time.Minute}, Run: sweep}})
//	jobs.Begin()
//	defer jobs.Stop(ctx)
package schedule

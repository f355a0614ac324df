package actuator

import "time"

// ScheduledTask is a task that runs by the clock.
type ScheduledTask struct {
	Target string // demo.Jobs.sweep
	// One of these says when it runs. Trigger is a text for what is neither of the others.
	Cron         string
	FixedDelay   time.Duration
	FixedRate    time.Duration
	Trigger      string
	Zone         string // of the cron expression
	InitialDelay time.Duration

	Next    time.Time // zero if it is not known
	Running int       // number of runs that are in progress
	Runs    int
	Skipped int // times it was due without a run

	Last LastRun
}

// LastRun is the run that began last.
type LastRun struct {
	Status Outcome   // empty if no run has begun
	Time   time.Time // of its begin
	// Failure and Message are the class and the text of its error.
	Failure, Message string
}

// Outcome is how a run ended.
type Outcome string

// The outcomes, with the words of Spring Boot.
const (
	Started   Outcome = "STARTED"
	Succeeded Outcome = "SUCCESS"
	Failed    Outcome = "ERROR"
)

// ScheduledTasks returns the endpoint that lists tasks by their kind.
func ScheduledTasks(read func() []ScheduledTask) Endpoint {
	get := func(*Request) (Answer, error) {
		lists := map[string][]any{"cron": {}, "fixedDelay": {}, "fixedRate": {}, "custom": {}}
		for _, t := range read() {
			kind, shown := t.show()
			lists[kind] = append(lists[kind], shown)
		}
		return OK(lists)
	}
	return Endpoint{ID: "scheduledtasks", Operations: []Operation{Get("", get)}}
}

// shownTask is a task on the wire. The last three are beyond what Spring Boot has.
type shownTask struct {
	Runnable struct {
		Target string `json:"target"`
	} `json:"runnable"`
	Expression   string     `json:"expression,omitempty"`
	InitialDelay *int64     `json:"initialDelay,omitempty"` // milliseconds, like Interval
	Interval     *int64     `json:"interval,omitempty"`
	Trigger      string     `json:"trigger,omitempty"`
	Last         *shownRun  `json:"lastExecution,omitempty"`
	Next         *shownTime `json:"nextExecution,omitempty"`
	Zone         string     `json:"zone,omitempty"`
	Running      int        `json:"running"`
	Runs         int        `json:"runs"`
	Skipped      int        `json:"skipped"`
}

type shownTime struct {
	Time string `json:"time"`
}

type shownRun struct {
	Status    Outcome         `json:"status"`
	Time      string          `json:"time"`
	Exception *shownException `json:"exception,omitempty"`
}

type shownException struct {
	Type    string `json:"type"`
	Message string `json:"message"`
}

func (t *ScheduledTask) show() (kind string, shown shownTask) {
	shown.Runnable.Target = t.Target
	shown.Running, shown.Runs, shown.Skipped = t.Running, t.Runs, t.Skipped
	if !t.Next.IsZero() {
		shown.Next = &shownTime{instant(t.Next)}
	}
	if t.Last.Status != "" {
		shown.Last = &shownRun{Status: t.Last.Status, Time: instant(t.Last.Time)}
		if t.Last.Status == Failed {
			shown.Last.Exception = &shownException{t.Last.Failure, t.Last.Message}
		}
	}
	interval := func(d time.Duration) {
		first, between := t.InitialDelay.Milliseconds(), d.Milliseconds()
		shown.InitialDelay, shown.Interval = &first, &between
	}
	switch {
	case t.Cron != "":
		shown.Expression, shown.Zone = t.Cron, t.Zone
		return "cron", shown
	case t.FixedDelay > 0:
		interval(t.FixedDelay)
		return "fixedDelay", shown
	case t.FixedRate > 0:
		interval(t.FixedRate)
		return "fixedRate", shown
	default:
		shown.Trigger = t.Trigger
		return "custom", shown
	}
}

// instant writes a moment as Java's Instant does.
func instant(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

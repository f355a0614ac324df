package main

func scheduleRules() []rule {
	return []rule{
		{
			"schedule-cron", "A cron expression is invalid, or is never due.",
			"Write six fields: second minute hour day-of-month month day-of-week; or five, without the second.",
		},
		{
			"schedule-kind", "A schedule does not say when it runs, or says it in two ways.",
			"Write one of cron, fixedRate and fixedDelay.",
		},
		{"schedule-name", "Two schedules have the same name.", "Give one of them another name, or leave the name out."},
		{
			"schedule-option", "Two options of @Scheduled cannot be combined.",
			"initialDelay goes with fixedRate and fixedDelay, zone with cron, overlap with cron and fixedRate.",
		},
		{
			"schedule-target", "@Scheduled is on a method that cannot be scheduled.",
			"Use it on a public method of a bean that has no parameters; it may be async.",
		},
		{
			"schedule-value", "A time or a switch of @Scheduled is invalid.",
			"A time is a number of seconds, or a text such as \"500ms\" or \"1h30m\", and greater than 0.",
		},
		{"schedule-zone", "A time zone is not known.", "Use a name of the IANA database, such as Europe/Berlin or UTC."},
	}
}

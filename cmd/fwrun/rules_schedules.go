package main

func scheduleRules() []rule {
	return []rule{
		{
			"schedule-cron", "A cron expression cannot be read, or is never due.",
			"Write six fields: second minute hour day-of-month month day-of-week; or five, without the second.",
		},
		{
			"schedule-kind", "A schedule does not say when, or says it in two ways.",
			"Write one of cron, fixedRate and fixedDelay.",
		},
		{"schedule-name", "Two schedules have the same name.", "Give one of them another, or leave it out."},
		{
			"schedule-option", "An option of @Scheduled means nothing beside another.",
			"initialDelay goes with fixedRate and fixedDelay, zone with cron, overlap with cron and fixedRate.",
		},
		{
			"schedule-target", "@Scheduled stands on what cannot be called by the clock.",
			"It is a public method of a bean, without parameters; async ones too.",
		},
		{
			"schedule-value", "A time or a switch of @Scheduled cannot be read.",
			"Times are seconds as numbers, or texts such as \"500ms\" and \"1h30m\", and more than 0.",
		},
		{"schedule-zone", "There is no time zone of that name.", "Names are those of the IANA database: Europe/Berlin, UTC."},
	}
}

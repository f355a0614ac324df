package manifest

// scheduleDecorators lists @Scheduled.
func scheduleDecorators() []Decorator {
	return []Decorator{{Name: "Scheduled", First: "cron", Targets: OnMethod, Options: []Option{
		{"cron", Text},
		{"zone", Text},
		{"fixedRate", Duration},
		{"fixedDelay", Duration},
		{"initialDelay", Duration},
		{"overlap", Flag},
		{"timeout", Duration},
		{"enabled", Switch},
		{"name", Text},
	}}}
}

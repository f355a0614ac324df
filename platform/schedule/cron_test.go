package schedule_test

import (
	"errors"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/schedule"
)

// layout includes the offset, because that is what changes.
const layout = "2006-01-02 15:04:05 -0700"

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestCronNext(t *testing.T) {
	tests := []struct {
		cron, zone, after string
		want              []string
	}{
		{"0 */5 * * * *", "UTC", "2026-01-01 00:00:00 +0000", []string{"2026-01-01 00:05:00 +0000", "2026-01-01 00:10:00 +0000"}},
		{"*/5 * * * *", "UTC", "2026-01-01 00:00:00 +0000", []string{"2026-01-01 00:05:00 +0000"}},
		{"30 59 23 31 12 ?", "UTC", "2026-01-01 00:00:00 +0000", []string{"2026-12-31 23:59:30 +0000", "2027-12-31 23:59:30 +0000"}},
		{"@daily", "Asia/Tokyo", "2026-01-01 00:00:00 +0900", []string{"2026-01-02 00:00:00 +0900"}},
		{"@hourly", "UTC", "2026-01-01 00:00:01 +0000", []string{"2026-01-01 01:00:00 +0000"}},
		{"0 0 9 * * MON-FRI", "UTC", "2026-01-02 09:00:00 +0000", []string{"2026-01-05 09:00:00 +0000"}},
		{"0 0 9 * * fri-mon", "UTC", "2026-01-05 09:00:00 +0000", []string{"2026-01-09 09:00:00 +0000", "2026-01-10 09:00:00 +0000"}},
		{"0 0 0 * * 7", "UTC", "2026-01-01 00:00:00 +0000", []string{"2026-01-04 00:00:00 +0000"}},
		{"0 0 0 L * *", "UTC", "2028-02-01 00:00:00 +0000", []string{"2028-02-29 00:00:00 +0000", "2028-03-31 00:00:00 +0000"}},
		{"0 0 0 L-2 * *", "UTC", "2026-02-01 00:00:00 +0000", []string{"2026-02-26 00:00:00 +0000"}},
		{"0 0 0 LW * *", "UTC", "2026-01-01 00:00:00 +0000", []string{"2026-01-30 00:00:00 +0000"}},
		{"0 0 0 15W * *", "UTC", "2026-02-01 00:00:00 +0000", []string{"2026-02-16 00:00:00 +0000"}},
		{"0 0 0 * * FRI#2", "UTC", "2026-01-01 00:00:00 +0000", []string{"2026-01-09 00:00:00 +0000", "2026-02-13 00:00:00 +0000"}},
		{"0 0 0 * * FRIL", "UTC", "2026-01-01 00:00:00 +0000", []string{"2026-01-30 00:00:00 +0000"}},
		{"0 0 0 * * 5L", "UTC", "2026-01-01 00:00:00 +0000", []string{"2026-01-30 00:00:00 +0000"}},
		{"0 0 0 13 * FRI", "UTC", "2026-01-01 00:00:00 +0000", []string{
			"2026-02-13 00:00:00 +0000", "2026-03-13 00:00:00 +0000",
			"2026-11-13 00:00:00 +0000",
		}},
		{"0 0 0 29 2 MON", "UTC", "2026-01-01 00:00:00 +0000", []string{"2044-02-29 00:00:00 +0000"}},
		// Clocks are put forward: a skipped time is made up for, once.
		{"0 30 2 * * *", "Europe/Berlin", "2026-03-28 02:30:00 +0100", []string{"2026-03-29 03:30:00 +0200", "2026-03-30 02:30:00 +0200"}},
		{"0 30 2 * * *", "Europe/Berlin", "2026-03-29 03:10:00 +0200", []string{"2026-03-29 03:30:00 +0200"}},
		{"0 30 2,3 * * *", "Europe/Berlin", "2026-03-29 01:59:59 +0100", []string{"2026-03-29 03:30:00 +0200", "2026-03-30 02:30:00 +0200"}},
		{"0 0 2 * * *", "Europe/Berlin", "2026-03-29 00:00:00 +0100", []string{"2026-03-29 03:00:00 +0200", "2026-03-30 02:00:00 +0200"}},
		{"0 15 2 * * *", "Australia/Lord_Howe", "2026-10-04 00:00:00 +1030", []string{"2026-10-04 02:45:00 +1100", "2026-10-05 02:15:00 +1100"}},
		{"0 0 0 * * *", "America/Santiago", "2026-09-05 12:00:00 -0400", []string{"2026-09-06 01:00:00 -0300", "2026-09-07 00:00:00 -0300"}},
		{"0 */30 * * * *", "Europe/Berlin", "2026-03-29 01:00:00 +0100", []string{"2026-03-29 01:30:00 +0100", "2026-03-29 03:00:00 +0200"}},
		// Clocks are put back: a certain hour is due once, every hour as often as it occurs.
		{"0 30 2 * * *", "Europe/Berlin", "2026-10-25 00:00:00 +0200", []string{"2026-10-25 02:30:00 +0200", "2026-10-26 02:30:00 +0100"}},
		{"0 30 2 * * *", "Europe/Berlin", "2026-10-25 02:10:00 +0100", []string{"2026-10-26 02:30:00 +0100"}},
		{"0 0 */2 * * *", "Europe/Berlin", "2026-10-25 00:00:00 +0200", []string{"2026-10-25 02:00:00 +0200", "2026-10-25 04:00:00 +0100"}},
		{"0 0 3 * * *", "Europe/Berlin", "2026-10-25 00:00:00 +0200", []string{"2026-10-25 03:00:00 +0100"}},
		{"0 30 * * * *", "Europe/Berlin", "2026-10-25 02:00:00 +0200", []string{
			"2026-10-25 02:30:00 +0200", "2026-10-25 02:30:00 +0100",
			"2026-10-25 03:30:00 +0100",
		}},
	}
	for _, test := range tests {
		t.Run(test.cron+" "+test.after, func(t *testing.T) {
			c, err := schedule.ParseCron(test.cron, zone(t, test.zone))
			if err != nil {
				t.Fatal(err)
			}
			at, err := time.Parse(layout, test.after)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if at = c.Next(at); at.Format(layout) != want {
					t.Fatalf("due at %s, want %s", at.Format(layout), want)
				}
			}
		})
	}
}

// TestCronNextDoesNotDependOnWhenItIsAsked: between two moments, the next one is always the
// second.
func TestCronNextDoesNotDependOnWhenItIsAsked(t *testing.T) {
	for _, name := range []string{"Europe/Berlin", "Australia/Lord_Howe", "America/Santiago", "Pacific/Apia", "UTC"} {
		for _, text := range []string{"0 30 2 * * *", "0 15 0-3 * * *", "0 */20 * * * *", "0 0 */2 * * *", "0 45 1,2 * * *"} {
			z := zone(t, name)
			c, err := schedule.ParseCron(text, z)
			if err != nil {
				t.Fatal(err)
			}
			for _, day := range []time.Time{
				time.Date(2026, 3, 28, 0, 0, 0, 0, z), time.Date(2026, 10, 24, 0, 0, 0, 0, z), time.Date(2026, 4, 4, 0, 0, 0, 0, z),
				time.Date(2026, 10, 3, 0, 0, 0, 0, z), time.Date(2026, 9, 5, 0, 0, 0, 0, z), time.Date(2011, 12, 29, 0, 0, 0, 0, z),
			} {
				next := c.Next(day)
				for at := day; at.Before(day.Add(60 * time.Hour)); at = at.Add(7 * time.Minute) {
					if !at.Before(next) {
						next = c.Next(next)
					}
					if got := c.Next(at); !at.Before(next) || !got.Equal(next) {
						t.Fatalf("%s in %s: after %s it is due at %s, want %s", text, name, at, got, next)
					}
				}
			}
		}
	}
}

func TestCronMistakes(t *testing.T) {
	tests := []struct{ cron, field, at string }{
		{"", "", ""},
		{"* * * *", "", "* * * *"},
		{"* * * * * * *", "", "* * * * * * *"},
		{"0 0 25 * * *", "hours", "25"},
		{"0 25 * * *", "hours", "25"},
		{"60 * * * * *", "seconds", "60"},
		{"60 * * * *", "minutes", "60"},
		{"0  0  0  32  * *", "the day of the month", "32"},
		{"0 0 0 * 13 *", "the month", "13"},
		{"0 0 0 * FEV *", "the month", "FEV"},
		{"0 0 0 * * 8", "the day of the week", "8"},
		{"0 0 0 * * FRI#6", "the day of the week", "FRI#6"},
		{"0 0 0 * * L", "the day of the week", "L"},
		{"0 0 H * * *", "hours", "H"},
		{"0 1,,2 * * * *", "minutes", "1,,2"},
		{"0 5-1 * * * *", "", ""},
		{"0 */0 * * * *", "minutes", "*/0"},
		{"0 0 0 30 2 *", "", "0 0 0 30 2 *"},
		{"@every 5s", "", "@every 5s"},
		{"@reboot", "", "@reboot"},
		{"TZ=UTC 0 0 0 * * *", "", "TZ=UTC"},
	}
	for _, test := range tests {
		c, err := schedule.ParseCron(test.cron, time.UTC)
		if test.cron == "0 5-1 * * * *" { // a range that goes past the end of the hour
			if err != nil || c.Next(time.Date(2026, 1, 1, 0, 1, 0, 0, time.UTC)).Minute() != 5 {
				t.Errorf("%q: %v", test.cron, err)
			}
			continue
		}
		problem, ok := errors.AsType[*schedule.CronError](err)
		if !ok {
			t.Errorf("%q is read without a mistake", test.cron)
			continue
		}
		if got := test.cron[problem.Offset:][:problem.Length]; got != test.at || problem.Field != test.field {
			t.Errorf("%q: %v at %q (%s), want %q (%s)", test.cron, err, got, problem.Field, test.at, test.field)
		}
	}
}

func FuzzParseCron(f *testing.F) {
	for _, text := range []string{"0 */5 * * * *", "@daily", "0 0 0 L-2 * FRI#2", "0 0 0 1,15W JAN-MAR 5L", "TZ=UTC * * * * *", "1-2/3 * ? * *"} {
		f.Add(text)
	}
	berlin := zone(f, "Europe/Berlin")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := schedule.ParseCron(text, berlin)
		if err != nil {
			problem, ok := errors.AsType[*schedule.CronError](err)
			if !ok || problem.Offset < 0 || problem.Length < 0 || problem.Offset+problem.Length > len(text) {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		at := time.Date(2026, 3, 29, 0, 59, 59, 1, time.UTC)
		if next := c.Next(at); !next.IsZero() && !next.After(at) {
			t.Fatalf("%q: %s is not after %s", text, next, at)
		}
	})
}

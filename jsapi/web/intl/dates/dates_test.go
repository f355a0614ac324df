package dates_test

import (
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi/web/intl/dates"
)

func TestZonesAreLookedUpInAList(t *testing.T) {
	for name, want := range map[string]string{
		"Europe/Berlin": "Europe/Berlin", "europe/BERLIN": "Europe/Berlin", "UTC": "UTC", "Asia/Calcutta": "Asia/Calcutta", "US/Pacific": "US/Pacific",
		"+02:00": "+02:00", "-0530": "-05:30", "-00": "+00:00",
		"../../etc/passwd": "", "/etc/passwd": "", "Europe/../Europe/Berlin": "", "Europe": "", "": "", "Local": "", "Etc/Unknown": "",
		"+24:00": "", "+1": "",
		"+02:60": "", "+02:0a": "", "Europe/Berlin\x00": "", "K\u212Aiev": "", strings.Repeat("x", 1<<20): "",
	} {
		zone, ok := dates.LoadZone(name)
		if ok != (want != "") || zone.Name != want {
			t.Errorf("%.30q is %q (%t), want %q", name, zone.Name, ok, want)
		}
	}
}

func TestEveryZoneLoads(t *testing.T) {
	names := dates.ZoneNames()
	if len(names) < 400 {
		t.Fatalf("%d zones", len(names))
	}
	for _, name := range names {
		zone, ok := dates.LoadZone(name)
		if !ok {
			t.Errorf("%s does not load", name)
			continue
		}
		f := dates.New(dates.Options{Locale: "en", Zone: zone, Fields: dates.Fields{Hour: "numeric", ZoneName: "longGeneric"}})
		if got := dates.Join(f.Format(0)); got == "" {
			t.Errorf("%s writes nothing", name)
		}
	}
}

func TestCalendars(t *testing.T) {
	at := time.Date(2024, time.March, 10, 12, 0, 0, 0, time.UTC).UnixMilli()
	for calendar, want := range map[string]string{
		"gregory": "3/10/2024", "buddhist": "3/10/2567 BE", "japanese": "3/10/6 Reiwa", "roc": "3/10/113 Minguo", "persian": "12/20/1402 AP",
		"islamic-civil": "8/29/1445 AH", "islamic-tbla": "9/1/1445 AH", "hebrew": "6/30/5784 AM", "coptic": "7/1/1740 AM", "ethiopic": "7/1/2016 AM",
		"ethioaa": "7/1/7516 AA", "indian": "12/20/1945 Saka",
	} {
		f := dates.New(dates.Options{Locale: "en", Calendar: calendar, Fields: dates.Fields{Year: "numeric", Month: "numeric", Day: "numeric"}})
		if got := dates.Join(f.Format(at)); got != want {
			t.Errorf("%s: %s, want %s", calendar, got, want)
		}
	}
}

// TestEveryDayHasAMonth: no calendar has a day that is in no month, over centuries and at the ends of time.
func TestEveryDayHasAMonth(t *testing.T) {
	for _, calendar := range dates.Calendars {
		f := dates.New(dates.Options{Locale: "en", Calendar: calendar, Fields: dates.Fields{Year: "numeric", Month: "long", Day: "numeric"}})
		check := func(ms int64) {
			text := dates.Join(f.Format(ms))
			day := 0
			for _, p := range f.Format(ms) {
				if p.Type == "day" {
					for _, c := range p.Value {
						day = day*10 + int(c-'0')
					}
				}
			}
			if day < 1 || day > 32 {
				t.Fatalf("%s: %d is %s", calendar, ms, text)
			}
		}
		for day := int64(-200_000); day < 200_000; day += 7 {
			check(day * 86_400_000)
		}
		for _, ms := range []int64{-dates.MaxTime, dates.MaxTime} {
			check(ms)
		}
	}
}

// FuzzFormat: no set of fields of any locale, zone or time panics or writes nothing.
func FuzzFormat(f *testing.F) {
	f.Add(int64(0), uint32(0x12345), uint8(3), "de")
	f.Add(int64(1e12), uint32(0xffffffff), uint8(0), "ja")
	styles := [][]string{{"", "long", "short", "narrow"}, {"", "numeric", "2-digit", "numeric"}, {"", "numeric", "long", "narrow"}}
	f.Fuzz(func(t *testing.T, ms int64, choice uint32, calendar uint8, locale string) {
		if ms < -dates.MaxTime || ms > dates.MaxTime-1e12 || len(locale) > 35 {
			return
		}
		next := func(of int) string {
			s := styles[of][choice&3]
			choice >>= 2
			return s
		}
		o := dates.Options{Locale: locale, Calendar: dates.Calendars[int(calendar)%len(dates.Calendars)], Preferred: "h", Fields: dates.Fields{
			Weekday: next(0), Era: next(0), Year: next(1), Month: next(2), Day: next(1), DayPeriod: next(0), Hour: next(1), Minute: next(1), Second: next(1),
			FractionalDigits: int(choice & 3),
		}}
		if o.Fields == (dates.Fields{}) {
			o.Year = "numeric"
		}
		w := dates.New(o)
		if dates.Join(w.Format(ms)) == "" {
			t.Fatalf("%+v writes nothing", o)
		}
		w.FormatRange(ms, ms+1e9)
	})
}

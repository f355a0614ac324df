package schedule

import (
	"fmt"
	"time"
	_ "time/tzdata" // small machines and containers have no database of time zones

	"github.com/fwrun/fwrun/platform/fault"
)

// Zone returns the time zone with a name of the IANA database: "Europe/Berlin", "UTC".
func Zone(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if name == "" || err != nil {
		return nil, fault.New("schedule.Zone", fault.NotFound, fmt.Sprintf("there is no time zone %q", name)).Because(err).
			WithHint("use a name of the IANA database, such as Europe/Berlin or UTC")
	}
	return zone, nil
}

package actuator

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Profiles are the profiles that can be taken of the process.
type Profiles struct {
	Kinds []string // the first one is the default
	// Take takes a profile for a time, and returns it as pprof reads it. The error is of kind Conflict while another one is taken.
	Take func(ctx context.Context, kind string, during time.Duration) ([]byte, error)
}

// The seconds that a profile takes.
const (
	defaultProfileSeconds = 10
	mostProfileSeconds    = 60
)

// Profile returns the endpoint that takes profiles.
func Profile(profiles Profiles) Endpoint {
	read := func(r *Request) (Answer, error) {
		kind, seconds := profiles.Kinds[0], defaultProfileSeconds
		if r.Query.Has("type") {
			if kind = r.Query.Get("type"); !slices.Contains(profiles.Kinds, kind) {
				return Answer{}, invalid("there is no such type of profile; choose one of " + strings.Join(profiles.Kinds, ", "))
			}
		}
		if r.Query.Has("seconds") {
			var err error
			if seconds, err = strconv.Atoi(r.Query.Get("seconds")); err != nil || seconds < 1 || seconds > mostProfileSeconds {
				return Answer{}, invalid("seconds must be a number from 1 to " + strconv.Itoa(mostProfileSeconds))
			}
		}
		text, err := profiles.Take(r.Context(), kind, time.Duration(seconds)*time.Second)
		if err != nil {
			return Answer{}, err
		}
		return Answer{
			Content: bytes.NewReader(text),
			Header:  map[string]string{"Content-Disposition": `attachment; filename="` + kind + `.pb.gz"`},
		}, nil
	}
	return Endpoint{ID: "profile", Operations: []Operation{{Method: "GET", Produces: []string{"application/octet-stream"}, Do: read}}}
}

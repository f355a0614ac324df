package actuator

import "time"

// StartupStep is a part of a start.
type StartupStep struct {
	Name       string
	ID, Parent int // Parent is -1 for a step that is not part of another
	Began      time.Time
	Took       time.Duration
	Tags       [][2]string // keys and values
}

// Startup returns the endpoint that tells where the time of a start went.
func Startup(version string, began time.Time, steps func() []StartupStep) Endpoint {
	type tag struct {
		Key   string `json:"key"`
		Value string `json:"value"`
	}
	type step struct {
		Name   string `json:"name"`
		ID     int    `json:"id"`
		Parent *int   `json:"parentId,omitempty"`
		Tags   []tag  `json:"tags"`
	}
	type event struct {
		Start    string `json:"startTime"`
		End      string `json:"endTime"`
		Duration string `json:"duration"`
		Step     step   `json:"startupStep"`
	}
	type timeline struct {
		Start  string  `json:"startTime"`
		Events []event `json:"events"`
	}
	read := func(*Request) (Answer, error) {
		events := []event{}
		for _, s := range steps() {
			one := event{instant(s.Began), instant(s.Began.Add(s.Took)), Period(s.Took), step{Name: s.Name, ID: s.ID, Tags: []tag{}}}
			if s.Parent >= 0 {
				one.Step.Parent = &s.Parent
			}
			for _, t := range s.Tags {
				one.Step.Tags = append(one.Step.Tags, tag{t[0], t[1]})
			}
			events = append(events, one)
		}
		return OK(struct {
			Version  string   `json:"springBootVersion"`
			Timeline timeline `json:"timeline"`
		}{version, timeline{instant(began), events}})
	}
	return Endpoint{ID: "startup", Operations: []Operation{Get("", read)}}
}

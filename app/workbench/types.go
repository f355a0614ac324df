package workbench

import "net/http"

// mistyped is what TypeScript says of a place; it has the names of the errors of requests.
type mistyped struct {
	Name    string `json:"name"`
	Message string `json:"message"`
	Place   string `json:"place,omitempty"`
	Hint    string `json:"hint,omitempty"`
}

// mostMistyped bounds the list.
const mostMistyped = 200

func (p *Parts) types(*http.Request) (any, error) {
	list := []mistyped{}
	for _, d := range p.Mistyped() {
		if len(list) == mostMistyped {
			break
		}
		list = append(list, mistyped{d.Code, d.Message, d.Place.String(), d.Why})
	}
	return map[string]any{"types": list}, nil
}

package agents

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/platform/fault"
)

// Offer is what an application says of itself to another process, before that passes messages on.
type Offer struct {
	Limit int      `json:"limit"` // of a message; 0 if there are no tools, resources and prompts
	Given []string `json:"given"` // by Given
}

// Passed is a message on its way to the process that runs the application.
type Passed struct {
	Caller
	Message []byte `json:"message"` // which need not be JSON
}

// Given lists what the start of an application says of what agents are offered, besides its files.
func Given(profile string, env []string) (list []string) {
	for _, line := range env {
		name, value, _ := strings.Cut(line, "=")
		switch {
		case name == "FWRUN_PROFILE":
			profile = cmp.Or(profile, value)
		case strings.HasPrefix(strings.ToUpper(name), "FRAMEWORK_MCP_"):
			list = append(list, line)
		}
	}
	if profile != "" {
		list = append(list, "profile "+profile)
	}
	return list
}

// Handler answers what other processes pass on from agents. A client that can open the admin socket may speak for anybody.
func Handler(serving func() Endpoint, given []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		endpoint, offer := serving(), Offer{Given: given}
		if endpoint.Manifest.HasAgents() {
			offer.Limit = endpoint.Limit()
		}
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			_ = json.NewEncoder(w).Encode(offer) // the client has gone
			return
		}
		var m Passed
		err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 2*int64(offer.Limit)+1<<20)).Decode(&m) // base64, and the headers
		var status int
		var body []byte
		if err == nil {
			status, body, err = endpoint.Post(r.Context(), m.Message, m.Caller)
		}
		if err != nil {
			status = http.StatusInternalServerError
			_, body = mcp.Refuse(status, fault.Text(err))
		}
		w.WriteHeader(status)
		_, _ = w.Write(body) // the client has gone
	})
}

package stories

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
)

// answerOf sets the body that is expected. What says which request it was is another each time, and what only developers are shown of an
// error is not expected.
func answerOf(whole *stories.Whole, to *replay.Response) {
	text, media := whole.Response.Body, fieldOf(whole.Response.Headers, "content-type")
	to.Body = replay.BodyOf(media, []byte(text), true)
	if whole.Trace == "" || !strings.Contains(text, whole.Trace) {
		return
	}
	isError := whole.Status >= http.StatusBadRequest
	if to.JSON == nil { // a page about an error, which is of another form for others
		to.Body = replay.Body{JSON: json.RawMessage(`{"$any":"value"}`)}
		if isError {
			leaveOut(to.Headers, "content-type", "cache-control", "x-content-type-options")
		}
		return
	}
	if isError && strings.HasPrefix(media, problemType) {
		leaveOut(to.Headers, "cache-control", "x-content-type-options")
		to.JSON = expectedProblem(to.JSON, whole.Error)
	}
	to.JSON = json.RawMessage(strings.ReplaceAll(string(to.JSON), `"`+whole.Trace+`"`, `{"$any":"string"}`))
}

func leaveOut(h replay.Headers, names ...string) {
	for _, name := range names {
		delete(h, name)
	}
}

const problemType = "application/problem+json"

// expectedProblem returns a problem as clients see it in production.
func expectedProblem(text json.RawMessage, thrown *stories.Error) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return text
	}
	for _, name := range []string{"hint", "source", "stack", "causes"} {
		delete(members, name)
	}
	var detail string
	_ = json.Unmarshal(members["detail"], &detail) // none is fine
	if thrown != nil && detail != "" && strings.HasPrefix(detail, thrown.Name+": ") {
		members["detail"] = json.RawMessage(`{"$optional":"string"}`)
	}
	out, err := json.Marshal(members)
	if err != nil {
		return text
	}
	return out
}

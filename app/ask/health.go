package ask

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/fwrun/fwrun/app/folder"

	"github.com/fwrun/fwrun/actuator/health"
	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/units"
)

// Health is what a running application has answered about itself.
type Health struct {
	Component
	Well bool
	JSON []byte // as it was sent
}

// Component is a component of an application, or the application itself.
type Component struct {
	Status     string
	Details    []string // name: value, in their order
	Components map[string]Component
}

const opHealth = "ask.health"

// largestHealth is the largest answer that is read.
const largestHealth = 4 << 20

// ForHealth asks the application of a folder over its admin socket, or the one at a URL, for its health, or for that of a group or a
// component. The error says why there is no answer.
func ForHealth(ctx context.Context, target, part string, timeout time.Duration) (*Health, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	client, address, err := healthTarget(target)
	if err != nil {
		return nil, err
	}
	defer client.CloseIdleConnections()
	if part != "" {
		address += "/" + url.PathEscape(part)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, fault.New(opHealth, fault.Invalid, target+" is not a URL").Because(err)
	}
	request.Header.Set("Accept", "application/json")
	response, err := client.Do(request)
	if err != nil {
		if ctx.Err() != nil {
			return nil, fault.New(opHealth, fault.Timeout, fmt.Sprintf("%s has not answered within %s", target, timeout))
		}
		return nil, fault.New(opHealth, fault.Unavailable, "the application cannot be reached").Because(withoutURL(err))
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, largestHealth))
	if err != nil {
		return nil, fault.New(opHealth, fault.Unavailable, "the answer cannot be read").Because(err)
	}
	return readHealthAnswer(response.StatusCode, text, part)
}

// healthTarget returns how to reach the health endpoint of a folder or a URL.
func healthTarget(target string) (*http.Client, string, error) {
	if strings.HasPrefix(target, "http://") || strings.HasPrefix(target, "https://") {
		address, err := url.Parse(target)
		if err != nil || address.Host == "" {
			return nil, "", fault.New(opHealth, fault.Invalid, "this is not a URL: "+target)
		}
		if strings.Trim(address.Path, "/") == "" {
			address.Path = admin.EndpointsPath + "/health"
		}
		return &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}, strings.TrimSuffix(address.String(), "/"), nil
	}
	folder, err := folder.Find(target)
	if err != nil {
		return nil, "", err
	}
	client, err := admin.Dial(admin.Path(folder))
	if err != nil {
		return nil, "", err
	}
	if client == nil {
		return nil, "", notRunning(target, folder)
	}
	return client, admin.URL(admin.EndpointsPath + "/health"), nil
}

// readHealthAnswer reads the answer of the endpoint. It has a body even if the application is not well.
func readHealthAnswer(code int, text []byte, part string) (*Health, error) {
	h := &Health{Well: code >= 200 && code < 300, JSON: bytes.TrimSpace(text)}
	var answer healthAnswer
	if err := json.Unmarshal(text, &answer); err != nil || answer.Status == "" {
		switch {
		case code == http.StatusNotFound && part != "":
			return nil, fault.New(opHealth, fault.NotFound, "there is no group or component "+part).
				WithHint("the groups are liveness and readiness, unless management.endpoint.health.probes.enabled is false, " +
					"and those of management.endpoint.health.groups")
		case code == http.StatusNotFound:
			return nil, fault.New(opHealth, fault.NotFound, "there is no health endpoint").
				WithHint("set management.endpoints.enabled and management.endpoint.health.enabled to true, or name the folder of the application")
		}
		return nil, fault.New(opHealth, fault.Unavailable, fmt.Sprintf("the answer, with status %d, does not come from a health endpoint", code))
	}
	h.Component = answer.component(part)
	return h, nil
}

// healthAnswer is the JSON of a component.
type healthAnswer struct {
	Status     string                  `json:"status"`
	Components map[string]healthAnswer `json:"components"`
	Details    json.RawMessage         `json:"details"`
}

func (a healthAnswer) component(name string) Component {
	c := Component{Status: a.Status, Details: detailTexts(a.Details, name == "diskSpace")}
	for name, one := range a.Components {
		if c.Components == nil {
			c.Components = map[string]Component{}
		}
		c.Components[name] = one.component(name)
	}
	return c
}

// detailTexts returns the details as "name: value", in their order. Numbers of bytes are written for people.
func detailTexts(object []byte, inBytes bool) (list []string) {
	details, err := health.DetailsOf(object)
	if err != nil {
		return nil
	}
	for _, d := range details {
		value, _ := d.Value.(json.RawMessage)
		text := string(value)
		var unquoted string
		if json.Unmarshal(value, &unquoted) == nil {
			text = unquoted
		} else if bytes, err := strconv.ParseUint(text, 10, 64); err == nil && inBytes {
			text = units.SizeText(bytes)
		}
		list = append(list, printable(d.Name+": "+text))
	}
	return list
}

// printable replaces what would control a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

package security

import (
	"regexp"
	"strings"

	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
)

// off leaves a header out.
const off = "off"

// lifetime is what a value of Strict-Transport-Security begins with.
var lifetime = regexp.MustCompile(`(?i)^max-age=\d{1,10}\s*(;|$)`)

// readHeaders reads the headers that tell browsers what to protect their users from. Without their section only that one is sent which changes
// no page that says what it is.
func readHeaders(r *config.Reader) host.Protections {
	own := r.Under("headers")
	enabled := own.String("enabled")
	p := host.Protections{
		HSTS:        readValue(own, "hsts"),
		Frame:       strings.ToUpper(own.String("frame")),
		ContentType: own.String("content-type"),
		Referrer:    own.String("referrer"),
		CSP:         readValue(own, "csp"),
	}
	switch {
	case strings.EqualFold(p.HSTS, "auto"):
		p.HSTS = "max-age=31536000; includeSubDomains"
	case !strings.EqualFold(p.HSTS, off) && !lifetime.MatchString(p.HSTS):
		own.Reject("hsts", "does not say for how long", "write auto, or for example max-age=86400")
	}
	switch {
	case enabled == "false":
		return host.Protections{}
	case enabled == "auto" && !r.Has("headers"):
		return host.Protections{ContentType: "nosniff"}
	}
	for _, value := range []*string{&p.HSTS, &p.Frame, &p.ContentType, &p.Referrer, &p.CSP} {
		if strings.EqualFold(*value, off) {
			*value = ""
		}
	}
	return p
}

// readValue reads the value of a header, which is one line of ASCII.
func readValue(r *config.Reader, key string, otherwise ...string) string {
	value := r.String(key, otherwise...)
	text := strings.TrimSpace(value)
	for _, c := range []byte(value) {
		if c < ' ' || c > '~' {
			r.Reject(key, "has a character that a header cannot have", "write it as one line of ASCII; in YAML, >- joins lines")
			return off
		}
	}
	if text == "" {
		r.Reject(key, "is empty", "write off to send none")
		return off
	}
	return text
}

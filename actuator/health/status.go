package health

import (
	"net/http"
	"strings"
	"unicode"
)

// StandardOrder is the order of Spring Boot: the first of these statuses that a component has is that of the whole.
func StandardOrder() []string { return []string{Down, OutOfService, Up, Unknown} }

// uniform returns the form in which statuses are compared: OUT_OF_SERVICE, out-of-service and outOfService are one.
func uniform(status string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, status)
}

// worst returns the status of the whole: the first one of the order that a component has. Statuses that are not in the order do not
// count; if no other is left, nothing is known.
func worst(order []string, components map[string]Health) string {
	best, status := len(order), Unknown
	for _, h := range components {
		for i, one := range order[:best] {
			if uniform(one) == uniform(h.Status) {
				best, status = i, h.Status
				break
			}
		}
	}
	return status
}

// code returns the HTTP status for a status.
func (s *Settings) code(status string) int {
	for named, code := range s.Codes {
		if uniform(named) == uniform(status) {
			return code
		}
	}
	if status = uniform(status); status == uniform(Down) || status == uniform(OutOfService) {
		return http.StatusServiceUnavailable
	}
	return http.StatusOK
}

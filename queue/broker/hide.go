package broker

import "strings"

// Hide returns an error whose text has none of the secrets. It is the error itself if that is so already.
func Hide(err error, secrets ...string) error {
	text := err.Error()
	clean := text
	for _, secret := range secrets {
		if secret != "" {
			clean = strings.ReplaceAll(clean, secret, "xxxxx")
		}
	}
	if clean == text {
		return err
	}
	return &hidden{clean, err}
}

// hidden is an error whose text has no secret.
type hidden struct {
	text string
	err  error
}

func (h *hidden) Error() string { return h.text }
func (h *hidden) Unwrap() error { return h.err }

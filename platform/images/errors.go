package images

import "fmt"

// Reason says in one word why an image cannot be used.
type Reason string

// The reasons.
const (
	Unsupported Reason = "unsupported" // another format, or a kind of a format that cannot be decoded
	TooLarge    Reason = "too-large"   // more pixels than are allowed, or more memory to decode than there is
	Broken      Reason = "broken"      // damaged, cut off, or not what its header says
	TimedOut    Reason = "timeout"     // working on it took too long
)

// Error means that an image cannot be used, and that the image is the cause.
type Error struct {
	Reason Reason
	Err    error // for the log: it may have texts of the file
}

func (e *Error) Error() string { return "images: " + string(e.Reason) + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Public returns a message that may be shown to anyone.
func (e *Error) Public() string {
	switch e.Reason {
	case Unsupported:
		return "the file is not an image of a supported format: JPEG, PNG, GIF or WebP"
	case TooLarge:
		return "the image is too large"
	case TimedOut:
		return "the image takes too long to process"
	default:
		return "the image is damaged"
	}
}

func broken(format string, args ...any) error {
	return &Error{Broken, fmt.Errorf(format, args...)}
}

func unsupported(format string, args ...any) error {
	return &Error{Unsupported, fmt.Errorf(format, args...)}
}

func tooLarge(format string, args ...any) error {
	return &Error{TooLarge, fmt.Errorf(format, args...)}
}

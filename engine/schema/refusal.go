package schema

import "errors"

// Refusal is the error that [Maker.Instance] returns when the class itself refuses an object whose fields all
// fit. Paths are within the object.
type Refusal struct {
	Mismatches []Mismatch
}

// Error returns the first mismatch.
func (r *Refusal) Error() string {
	if len(r.Mismatches) == 0 {
		return "refused"
	}
	return r.Mismatches[0].String()
}

// complaintsOf returns the mismatches of a refusal, with their paths below that of the object; false for any
// other error.
func complaintsOf(err error, path string) ([]Mismatch, bool) {
	refusal, ok := errors.AsType[*Refusal](err)
	if !ok {
		return nil, false
	}
	list := make([]Mismatch, len(refusal.Mismatches))
	for i, m := range refusal.Mismatches {
		if list[i] = m; path != "" {
			list[i] = m.Under(path)
		}
	}
	return list, true
}

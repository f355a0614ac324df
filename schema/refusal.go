package schema

import "errors"

// Refusal is what [Maker.Instance] returns when the class itself says that an object which
// fits its fields does not make sense. Paths are within the object.
type Refusal struct {
	Mismatches []Mismatch
}

// Error is the first mismatch.
func (r *Refusal) Error() string {
	if len(r.Mismatches) == 0 {
		return "refused"
	}
	return r.Mismatches[0].String()
}

// complaintsOf gives the mismatches of a refusal, as those of the object at the path; false for
// any other error.
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

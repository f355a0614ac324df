package security

import (
	"fmt"
	"maps"
	"slices"
)

// Roles has all the roles that a role includes, directly or by others.
type Roles map[string][]string

// NewRoles returns the roles of a hierarchy, which names what each role includes directly. A role that includes itself is an error.
func NewRoles(direct map[string][]string) (Roles, error) {
	all := make(Roles, len(direct))
	for _, role := range slices.Sorted(maps.Keys(direct)) {
		reached := map[string]bool{}
		reach(direct, role, reached)
		if reached[role] {
			return nil, fmt.Errorf("the role %s includes itself", role)
		}
		all[role] = slices.Sorted(maps.Keys(reached))
	}
	return all, nil
}

// reach adds to reached what a role includes.
func reach(direct map[string][]string, role string, reached map[string]bool) {
	for _, other := range direct[role] {
		if !reached[other] {
			reached[other] = true
			reach(direct, other, reached)
		}
	}
}

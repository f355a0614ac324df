package security

import "testing"

// TestWhatDemandsImply: one implies another exactly if everybody who meets it meets the other one.
func TestWhatDemandsImply(t *testing.T) {
	demands := []Demand{Anyone(), Authenticated(), Nobody(), OneOf("A"), OneOf("B"), OneOf("A", "B"), OneOf("B", "A", "C")}
	people := []*Principal{nil, NewPrincipal("a", nil, nil, "", Roles{})}
	for _, roles := range [][]string{{"A"}, {"B"}, {"C"}, {"D"}} {
		people = append(people, NewPrincipal("b", roles, nil, "", Roles{}))
	}
	for _, one := range demands {
		some := false
		for _, p := range people {
			some = some || p != nil && one.Of(p) == Allowed && one.Of(nil) != Allowed
		}
		if some != one.IsForSome() {
			t.Errorf("%s is for some: %t", one, !some)
		}
		for _, other := range demands {
			want := true
			for _, p := range people {
				want = want && (one.Of(p) != Allowed || other.Of(p) == Allowed)
			}
			if got := one.Implies(other); got != want {
				t.Errorf("%s implies %s: %t", one, other, got)
			}
		}
	}
}

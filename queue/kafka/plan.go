package kafka

import (
	"cmp"
	"encoding/json"
	"slices"
)

// claim is what a member of a group says of itself when it joins.
type claim struct {
	member    string
	Wants     bool            `json:"wants,omitempty"`     // it has workers
	Exclusive bool            `json:"exclusive,omitempty"` // and only one such member gets partitions
	All       bool            `json:"all,omitempty"`       // it needs all partitions for a moment
	Has       map[int32]int32 `json:"has,omitempty"`       // the partitions that it has not given up, with the generation that gave them to it
	Keeps     []int32         `json:"keeps,omitempty"`     // those that it cannot give up for a while
}

func (c claim) text() []byte {
	b, _ := json.Marshal(c)
	return b
}

// readClaim returns the claim of a member. One that is not fwrun's wants partitions like all others.
func readClaim(member string, text []byte) claim {
	c := claim{member: member}
	if json.Unmarshal(text, &c) != nil {
		return claim{member: member, Wants: true}
	}
	return c
}

// plan divides partitions among the members of a group. One that another member has not given up yet is nobody's: that
// one settles what it has in hand, and joins again without it. Members keep what they have as far as that is fair.
func plan(partitions []int32, claims []claim) map[string][]int32 {
	slices.SortFunc(claims, func(a, b claim) int { return cmp.Compare(a.member, b.member) })
	owners := owners(partitions, claims)
	receivers := receivers(claims, owners)
	wanted := divide(partitions, receivers, owners, claims)
	result := map[string][]int32{}
	for _, p := range partitions {
		if owner := owners[p]; wanted[p] != "" && (owner == "" || owner == wanted[p]) {
			result[wanted[p]] = append(result[wanted[p]], p)
		}
	}
	return result
}

// owners returns who has each partition. Of several, that is the one who got it last: the others were taken for dead.
func owners(partitions []int32, claims []claim) map[int32]string {
	owners, since := map[int32]string{}, map[int32]int32{}
	for _, c := range claims {
		for p, generation := range c.Has {
			if slices.Contains(partitions, p) && (owners[p] == "" || generation > since[p]) {
				owners[p], since[p] = c.member, generation
			}
		}
	}
	return owners
}

// receivers returns the members that are to have partitions.
func receivers(claims []claim, owners map[int32]string) (list []string) {
	count := map[string]int{}
	for _, member := range owners {
		count[member]++
	}
	best := func(suits func(claim) bool) (member string) {
		for _, c := range claims {
			if suits(c) && (member == "" || count[c.member] > count[member]) {
				member = c.member
			}
		}
		return member
	}
	if all := best(func(c claim) bool { return c.All }); all != "" {
		return []string{all}
	}
	only := best(func(c claim) bool { return c.Wants && c.Exclusive })
	for _, c := range claims {
		if c.Wants && (!c.Exclusive || c.member == only) {
			list = append(list, c.member)
		}
	}
	return list
}

// divide returns the member that is to have each partition: as many for each, and as few changes as possible. What a member cannot
// give up it keeps.
func divide(partitions []int32, members []string, owners map[int32]string, claims []claim) map[int32]string {
	wanted := map[int32]string{}
	if len(members) == 0 {
		return wanted
	}
	count := map[string]int{}
	for _, c := range claims {
		for _, p := range c.Keeps {
			if slices.Contains(members, c.member) && owners[p] == c.member && wanted[p] == "" {
				count[c.member]++
				wanted[p] = c.member
			}
		}
	}
	least, more := len(partitions)/len(members), len(partitions)%len(members)
	for _, p := range partitions {
		owner := owners[p]
		switch {
		case !slices.Contains(members, owner) || wanted[p] != "":
			continue
		case count[owner] == least && more > 0:
			more--
		case count[owner] >= least:
			continue
		}
		count[owner]++
		wanted[p] = owner
	}
	for _, p := range partitions {
		if wanted[p] == "" {
			member := slices.MinFunc(members, func(a, b string) int { return cmp.Compare(count[a], count[b]) })
			count[member]++
			wanted[p] = member
		}
	}
	return wanted
}

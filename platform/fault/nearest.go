package fault

// Nearest returns the candidate for which a misspelt name was most likely meant, or "" if no
// candidate is near: at most two edits, and at most a third of the name's length.
func Nearest(name string, candidates []string) string {
	best, bestDistance := "", 3
	for _, c := range candidates {
		limit := min(bestDistance-1, max(len(name), len(c))/3)
		if d := editDistance(name, c); d <= limit {
			best, bestDistance = c, d
		}
	}
	return best
}

// editDistance counts insertions, deletions, substitutions and swaps of neighbours (optimal
// string alignment), over bytes, which is enough for identifiers.
func editDistance(a, b string) int {
	before, previous, current := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			current[j] = min(previous[j]+1, current[j-1]+1, previous[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				current[j] = min(current[j], before[j-2]+1)
			}
		}
		before, previous, current = previous, current, before
	}
	return previous[len(b)]
}

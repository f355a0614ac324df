package dates

import "strings"

// matchInfo says how a skeleton of the data matches one that is asked for.
type matchInfo int

const (
	exactMatch matchInfo = iota
	otherLengths
	otherLetters // v instead of z, or of hours
	differentFields
)

// widths are how often each letter is in a skeleton.
type widths [128]int

func widthsOf(skeleton string) widths {
	var w widths
	for i := range len(skeleton) {
		w[skeleton[i]&127]++
	}
	return w
}

// inData replaces letters by those of the same meaning that the data has.
var inData = strings.NewReplacer("z", "v", "O", "v", "k", "H", "K", "h")

// closestInterval returns the skeleton of the data that is closest.
func (f *Formatter) closestInterval(skeleton string) (best string, info matchInfo) {
	replaced := inData.Replace(skeleton)
	asked, least := widthsOf(replaced), 1<<30
	last := ""
	for key := range f.data.under("interval/") {
		name, _, _ := strings.Cut(key, "/")
		if name == last {
			continue
		}
		last = name
		distance, match := intervalDistance(asked, widthsOf(name))
		if distance < least {
			best, least, info = name, distance, match
		}
		if distance == 0 {
			info = exactMatch
			break
		}
	}
	if replaced != skeleton && info != differentFields {
		info = otherLetters
	}
	return best, info
}

func intervalDistance(asked, found widths) (int, matchInfo) {
	distance, info := 0, otherLengths
	for letter := range asked {
		a, b := asked[letter], found[letter]
		switch {
		case a == b:
		case a == 0 || b == 0:
			info = differentFields
			distance += missingField
		case letter == 'M' && (a <= 2) != (b <= 2):
			distance += 0x100
		default:
			distance += max(a-b, b-a)
		}
	}
	return distance, info
}

// widened gives fields the lengths that are asked for, and zones their letters.
func widened(text, skeleton, best string) string {
	asked, found := widthsOf(inData.Replace(skeleton)), widthsOf(best)
	items := parsePattern(text)
	for i, it := range items {
		letter := it.letter
		if letter == 'L' {
			letter = 'M'
		}
		if letter != 0 && found[letter] == it.length && asked[letter] > it.length {
			items[i].length = asked[letter]
		}
		if letter == 'v' && !strings.Contains(skeleton, "v") {
			for _, other := range []byte("zO") {
				if n := strings.Count(skeleton, string(other)); n > 0 {
					items[i].letter = other
				}
			}
		}
	}
	return textOf(items)
}

// splitInterval splits a pattern before the first field that it has for the second time.
func splitInterval(text string) *interval {
	items := parsePattern(text)
	seen := map[byte]bool{}
	for i, it := range items {
		if it.letter == 0 {
			continue
		}
		letter := it.letter
		if letter == 'L' {
			letter = 'M'
		}
		if seen[letter] {
			return &interval{first: items[:i:i], second: items[i:]}
		}
		seen[letter] = true
	}
	return &interval{second: items}
}

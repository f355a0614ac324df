package apptest

import "strings"

// DiffLine is a line of a comparison.
type DiffLine struct {
	Kind DiffKind
	Text string
}

// DiffKind is the kind of a line.
type DiffKind byte

// The kinds of lines. The Text of Gap is the number of equal lines left out.
const (
	Both     DiffKind = ' '
	Expected DiffKind = '-'
	Received DiffKind = '+'
	Gap      DiffKind = '@'
)

// shownAround is the number of equal lines shown around a difference.
const shownAround = 3

// maxCompared limits the number of lines that are compared; longer texts are shown one after the other.
const maxCompared = 2000

// diff compares two texts line by line.
func diff(expected, received string) []DiffLine {
	a, b := strings.Split(expected, "\n"), strings.Split(received, "\n")
	begin := 0
	for begin < min(len(a), len(b)) && a[begin] == b[begin] {
		begin++
	}
	end := 0
	for end < min(len(a), len(b))-begin && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var lines []DiffLine
	lines = appendLines(lines, Both, a[:begin])
	lines = appendDiff(lines, a[begin:len(a)-end], b[begin:len(b)-end])
	lines = appendLines(lines, Both, a[len(a)-end:])
	return nearDifferences(lines)
}

func appendLines(lines []DiffLine, kind DiffKind, texts []string) []DiffLine {
	for _, text := range texts {
		lines = append(lines, DiffLine{kind, text})
	}
	return lines
}

// appendDiff compares lines by their longest common subsequence.
func appendDiff(lines []DiffLine, a, b []string) []DiffLine {
	if len(a) > maxCompared || len(b) > maxCompared {
		return appendLines(appendLines(lines, Expected, a), Received, b)
	}
	common := commonLengths(a, b)
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			lines = append(lines, DiffLine{Both, a[i]})
			i, j = i+1, j+1
		case common[i+1][j] >= common[i][j+1]:
			lines = append(lines, DiffLine{Expected, a[i]})
			i++
		default:
			lines = append(lines, DiffLine{Received, b[j]})
			j++
		}
	}
	return appendLines(appendLines(lines, Expected, a[i:]), Received, b[j:])
}

// commonLengths returns, at [i][j], the number of lines that a[i:] and b[j:] have in common.
func commonLengths(a, b []string) [][]int {
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	return common
}

// nearDifferences replaces lines far from any difference by gaps.
func nearDifferences(lines []DiffLine) []DiffLine {
	near := make([]bool, len(lines))
	for i, line := range lines {
		if line.Kind == Both {
			continue
		}
		for j := max(0, i-shownAround); j <= min(len(lines)-1, i+shownAround); j++ {
			near[j] = true
		}
	}
	var short []DiffLine
	for i := 0; i < len(lines); {
		until := i
		for until < len(lines) && !near[until] {
			until++
		}
		if n := until - i; n > shownAround {
			short = append(short, DiffLine{Gap, itoa(n)})
			i = until
			continue
		}
		short = append(short, lines[i])
		i++
	}
	return short
}

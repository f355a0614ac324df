package bodies

import (
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// judgeComparison reports an HttpStatus that is compared with a number.
func (q *inquiry) judgeComparison(n *source.Node) {
	if n.Op != "===" && n.Op != "!==" {
		return
	}
	left, right := q.infer(n.A), q.infer(n.B)
	switch {
	case q.isStatus(left) && isNumber(right):
		q.reportComparison(n.A, n, n.B, n.Op)
	case q.isStatus(right) && isNumber(left):
		q.reportComparison(n.B, n, n.A, n.Op)
	}
}

// judgeSwitch reports a switch over an HttpStatus with cases of numbers.
func (q *inquiry) judgeSwitch(n *source.Node) {
	if !q.isStatus(q.infer(n.A)) {
		return
	}
	for _, c := range n.List {
		if c.A != nil && isNumber(q.infer(c.A)) {
			q.reportComparison(n.A, c.A, c.A, "===")
			return
		}
	}
}

func isNumber(v *value) bool {
	return v.is(primitive) && isOneOf(v.name, " number int integer float double ")
}

func (q *inquiry) reportComparison(status, at, number *source.Node, op string) {
	always := "false"
	if op == "!==" {
		always = "true"
	}
	value := q.shown(status) + ".getValue()"
	q.report(problem{
		code: codeCompare, from: at.At, to: at.End,
		message: "an HttpStatus is never a number, so this is always " + always,
		hint:    strings.Join([]string{"compare its number:", value, op, q.shown(number)}, " "),
		mend:    q.mend(status.End, status.End, ".getValue()"),
	})
}

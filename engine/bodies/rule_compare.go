package bodies

import (
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// compareRule reports comparisons of an HttpStatus with a number.
type compareRule struct{ rule }

// isStatus reports whether a value is an HttpStatus of "fwrun".
func (r *compareRule) isStatus(v *value) bool {
	return v.is(instance) && v.file == r.world.types && v.class.Name == "HttpStatus"
}

// judge reports an HttpStatus that is compared with a number.
func (r *compareRule) judge(n *source.Node) {
	if n.Op != "===" && n.Op != "!==" {
		return
	}
	left, right := r.values.infer(n.A), r.values.infer(n.B)
	switch {
	case r.isStatus(left) && isNumber(right):
		r.reportComparison(n.A, n, n.B, n.Op)
	case r.isStatus(right) && isNumber(left):
		r.reportComparison(n.B, n, n.A, n.Op)
	}
}

// judgeSwitch reports a switch over an HttpStatus with cases of numbers.
func (r *compareRule) judgeSwitch(n *source.Node) {
	if !r.isStatus(r.values.infer(n.A)) {
		return
	}
	for _, c := range n.List {
		if c.A != nil && isNumber(r.values.infer(c.A)) {
			r.reportComparison(n.A, c.A, c.A, "===")
			return
		}
	}
}

func isNumber(v *value) bool {
	return v.is(primitive) && isOneOf(v.name, " number int integer float double ")
}

func (r *compareRule) reportComparison(status, at, number *source.Node, op string) {
	always := "false"
	if op == "!==" {
		always = "true"
	}
	value := r.report.shown(status) + ".getValue()"
	r.report.add(problem{
		code: codeCompare, from: at.At, to: at.End,
		message: "an HttpStatus is never a number, so this is always " + always,
		hint:    strings.Join([]string{"compare its number:", value, op, r.report.shown(number)}, " "),
		mend:    r.report.mend(status.End, status.End, ".getValue()"),
	})
}

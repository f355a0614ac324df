package bodies

import (
	"strings"
	"testing"
)

// TestHostileResults: nesting of any depth, and statements without end, take neither the stack nor time without a bound.
func TestHostileResults(t *testing.T) {
	computes(t)
	for _, part := range []string{
		"{", "if(x)", "try{", "return(", "return[", "return{a:", "return x?", "for(;;)", "a:", "return this.users.echo(", "()=>", "else ",
		"if (!id) throw 1; { x(); } ", "const a = id; if (!a) { throw a; } if (x) return { a, b: [a, a] }; ",
	} {
		if got := inferred(t, "a.ts", "handler(id: int)", strings.Repeat(part, 900_000/len(part))); got != "" && got != "void" {
			t.Errorf("%s gives %q", part, got)
		}
	}
}

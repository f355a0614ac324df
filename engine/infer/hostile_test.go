package infer_test

import (
	"strings"
	"testing"
	"time"
)

// TestReadingIsLinear: a body of twice the length takes about twice the time, whatever is in it.
func TestReadingIsLinear(t *testing.T) {
	for _, part := range []string{
		"if (!id) throw 1; { x(); } ",
		"if (x) return id; ",
		"const a = id; if (!a) { throw a; } if (x) return { a, b: [a, a] }; ",
		"x ? (y ? ",
		"return this.users.echo(",
		"{ ",
		"if (x) ",
		"try { ",
		"return a ? [ ",
	} {
		took := func(n int) time.Duration {
			began := time.Now()
			_ = inferred(t, "a.ts", "handler(id: int)", strings.Repeat(part, n))
			return time.Since(began)
		}
		short, long := took(2_000), took(16_000)
		for try := 0; long > 24*short && try < 20; try++ { // other work of the machine affects it
			short, long = min(short, took(2_000)), min(long, took(16_000))
		}
		if long > 24*short {
			t.Errorf("%q 8 times as often takes %v, and once %v", part, long, short)
		}
	}
}

// TestHostileBodies: nesting of any depth takes neither the stack nor much time.
func TestHostileBodies(t *testing.T) {
	for _, part := range []string{"{", "if(x)", "try{", "return(", "return[", "return{a:", "return x?", "for(;;)", "a:", "return this.users.echo(", "()=>", "else "} {
		if got := inferred(t, "a.ts", "handler()", strings.Repeat(part, 5_000_000/len(part))); got != "" && got != "void" {
			t.Errorf("%s gives %q", part, got)
		}
	}
}

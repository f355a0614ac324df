package sqltext

import (
	"strings"
	"testing"
)

func TestExpand(t *testing.T) {
	for _, c := range []struct {
		dialect Dialect
		sql     string
		counts  []int
		want    string // or the error
	}{
		{SQLite, "a IN (?)", []int{3}, "a IN (?,?,?)"},
		{SQLite, "a in(:l) and b = :c", []int{2, Single}, "a in(?,?) and b = ?"},
		{Postgres, "b = :c and a IN ( :l ) and d = :c", []int{Single, 2}, "b = $1 and a IN ( $2,$3 ) and d = $1"},
		{Postgres, "a IN (:l) or b IN (:l) and c = :c", []int{2, Single}, "a IN ($1,$2) or b IN ($1,$2) and c = $3"},
		{Postgres, "a IN ($2, $1)", []int{2, Single}, "a IN ($1,$2, $3)"},
		{MySQL, "a IN (1, ?, ?)", []int{2, Single}, "a IN (1, ?,?, ?)"},
		{SQLite, "a NOT IN (?)", []int{0}, "a NOT IN (SELECT NULL WHERE 1 = 0)"},
		{SQLite, "a NOT /* NOT IN (?) */ IN (?) and ':x in (?)' = ?", []int{0, Single}, "a NOT IN (SELECT NULL WHERE 1 = 0) and ':x in (?)' = ?"},
		{Postgres, "a in (:l) and b = :c", []int{0, Single}, "a = ANY ('{}') and b = $1"},
		{Postgres, "a not in (:l)", []int{0}, "a <> ALL ('{}')"},
		{MySQL, "a in (:l)", []int{0}, "a IN (SELECT NULL FROM DUAL WHERE 1 = 0)"},
		{SQLite, "a in (select b from c where d = ?)", []int{Single}, "a in (select b from c where d = ?)"},
		{SQLite, "a in (select b from c where d in (?))", []int{2}, "a in (select b from c where d in (?,?))"},
		{SQLite, "a = :l", []int{2}, ":l is a list, which is only allowed in IN (…); one value is expected here"},
		{SQLite, "a in (f(?))", []int{2}, "parameter 1 is a list, which is only allowed in IN (…); one value is expected here"},
		{SQLite, "a in (?, ?)", []int{0, Single}, "parameter 1 is an empty list, which must be the only item of IN (…)"},
		{SQLite, "a in (:l, 1)", []int{0}, ":l is an empty list, which must be the only item of IN (…)"},
	} {
		s, err := Parse(c.dialect, c.sql)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		out, err := s.Expand(c.dialect, c.counts)
		if err != nil {
			got = err.Error()
		} else {
			got = out.SQL
		}
		if got != c.want {
			t.Errorf("%v %s %v\n got %s\nwant %s", c.dialect, c.sql, c.counts, got, c.want)
		}
	}
}

// FuzzExpand checks that the text around the placeholders stays, and that each value has a
// placeholder.
func FuzzExpand(f *testing.F) {
	for _, sql := range []string{"a IN (?)", "a not in (:x, :y) and b in (:x)", "in (((?", "x in (?) -- in (?)", "'in (?)' in (?)"} {
		f.Add(sql, 2)
	}
	f.Add("in(?", 0)
	f.Fuzz(func(t *testing.T, sql string, n int) {
		n = min(max(n, Single), 5)
		s, err := Parse(SQLite, sql)
		if err != nil {
			return
		}
		counts := make([]int, len(s.Params))
		for i := range counts {
			counts[i] = n
		}
		out, err := s.Expand(SQLite, counts)
		if err != nil {
			return
		}
		if n == Single && out.SQL != s.SQL {
			t.Errorf("%q became %q", s.SQL, out.SQL)
		}
		again, err := Parse(SQLite, out.SQL)
		if err != nil || len(again.Params) != len(out.Params) {
			t.Errorf("%q: %d placeholders for %d values (%v)", out.SQL, strings.Count(out.SQL, "?"), len(out.Params), err)
		}
	})
}

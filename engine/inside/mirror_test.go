package inside

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

type pair struct{ A, B int }

// theirs is a struct of each kind of fields.
type theirs struct {
	pair
	List  []pair
	At    *pair
	Say   func()
	Table interface{ M() }
}

// TestCompare: a mirror has the first fields of a struct; what is in a slice it has in full.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		mirror reflect.Type
		want   string
	}{
		{reflect.TypeFor[struct {
			pair
			List  []struct{ A, B int }
			At    *struct{ A int }
			Say   unsafe.Pointer
			Table face
		}](), ""},
		{reflect.TypeFor[struct{ pair }](), ""},
		{reflect.TypeFor[struct {
			pair
			List []opaque
		}](), ""},
		{reflect.TypeFor[struct {
			pair
			Names []pair
		}](), "has the field List at 16, where Names at 16 is expected"},
		{reflect.TypeFor[struct{ List []pair }](), "has the field pair at 0, where List at 0 is expected"},
		{reflect.TypeFor[struct {
			pair
			List []struct{ A int }
		}](), "has 16 bytes, where 8 are expected"},
		{reflect.TypeFor[struct {
			pair
			List []pair
			At   *struct{ A string }
		}](), "int is not a string"},
		{reflect.TypeFor[struct {
			pair
			List  []pair
			At    *pair
			Say   unsafe.Pointer
			Table unsafe.Pointer
		}](), "is not a unsafe.Pointer"},
	} {
		err := compare(reflect.TypeFor[theirs](), c.mirror)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasSuffix(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.mirror, err, c.want)
		}
	}
	if err := compare(reflect.TypeFor[pair](), reflect.TypeFor[struct{ A, B, C int }]()); err == nil {
		t.Error("a mirror with a field more passes")
	}
	if err := same(reflect.TypeFor[theirs](), reflect.TypeFor[pair]()); err == nil {
		t.Error("a mirror without all fields passes for the whole")
	}
}

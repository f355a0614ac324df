package supervise

import "testing"

func TestWanted(t *testing.T) {
	if !Supported() {
		t.Skip("there is no supervisor")
	}
	for _, c := range []struct {
		args   []string
		env    string
		serves bool
		want   bool
	}{
		{[]string{"serve", "app"}, "", true, false},
		{[]string{"serve", "app", "--supervise"}, "", true, true},
		{[]string{"serve", "app", "--supervise=false"}, "", true, false},
		{[]string{"serve", "app", "--supervise=perhaps"}, "", true, false},
		{[]string{"serve", "app", "--supervised"}, "", true, false},
		{[]string{"serve", "--", "--supervise"}, "", true, false},
		{[]string{"serve", "app", "--supervise", "--supervise=false"}, "", true, false},
		{[]string{"serve", "app", "--supervise=false", "--supervise"}, "", true, true},
		{[]string{"serve", "app"}, "FWRUN_SUPERVISE=true", true, true},
		{[]string{"serve", "app"}, "FWRUN_SUPERVISE=1", true, true},
		{[]string{"serve", "app"}, "FWRUN_SUPERVISE=", true, false},
		{[]string{"serve", "app"}, "FWRUN_SUPERVISE=false", true, false},
		{[]string{"serve", "app"}, "FWRUN_SUPERVISE=perhaps", true, false},
		{[]string{"serve", "app", "--supervise=false"}, "FWRUN_SUPERVISE=true", true, false},
		{[]string{"check", "app"}, "FWRUN_SUPERVISE=true", false, false},
	} {
		if got := Wanted(c.args, []string{"A=b", c.env}, func() bool { return c.serves }); got != c.want {
			t.Errorf("%q with %s: got %v", c.args, c.env, got)
		}
	}
}

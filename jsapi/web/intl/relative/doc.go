// Package relative writes how long ago something was or in how long it will be: yesterday, in 3 days.
//
//	f := relative.New("en", "long", true)
//	f.Word("day", "-1")            // yesterday
//	f.Pattern("day", false, "few") // in {0} days
package relative

// Package lists joins texts into lists as people of a locale write them: a, b and c.
//
//	lists.Join(lists.New("en", "conjunction", "long"), []string{"a", "b"}) // a and b
package lists

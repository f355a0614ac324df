//go:build sharedpages

package data

func separatePages() {}

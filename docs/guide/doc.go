// Package guide holds the pages of the guide, for those who look something up without a browser.
package guide

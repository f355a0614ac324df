// Package markup turns a page of Markdown into HTML.
//
// [Parse] reads a page, so that its headings and links are known before any page is written; [Document.Render] writes it, with the links that
// a function makes of those in the source. Headings have the ids that GitHub gives them, because the pages link to each other that way, and
// code is highlighted by classes.
//
// Laws:
//   - Nothing that is written needs a script or a style inside of the page, so that a strict Content-Security-Policy holds.
//   - The same page makes the same bytes.
//   - Nothing is read but the page: what a link leads to is known to the caller.
//
// The smallest use:
//
//	page := markup.Parse(source)
//	html := page.Render(func(link markup.Link) markup.Target { return markup.Target{URL: link.To} })
package markup

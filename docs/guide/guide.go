package guide

import "embed"

// Pages are the pages, each a file of Markdown.
//
//go:embed *.md
var Pages embed.FS

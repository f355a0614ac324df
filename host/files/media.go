package files

import (
	"errors"
	"io"
	"path"
	"strings"
	"sync"

	"github.com/gabriel-vasile/mimetype"
)

// unknownType is the type of bytes that have no known signature.
const unknownType = "application/octet-stream"

// MediaType returns the type of a file by the extension of name, otherwise by its first bytes. Bytes never lead to a
// type that a browser runs: content that looks like a page is plain text, since no extension says that it is a page.
func (f *File) MediaType(name string) string {
	if known := TypeByName(name); known != "" {
		return known
	}
	return f.sniffed()
}

// TypeByName returns the type of a name's extension; empty if the extension is not known. It is the same on every
// machine: the system's own lists are not used.
func TypeByName(name string) string {
	return endings()[strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))]
}

// sniffSize is the length that the longest signature needs.
const sniffSize = 3072

func (f *File) sniffed() string {
	head := make([]byte, min(sniffSize, f.Size))
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return unknownType
	}
	found := mimetype.Detect(head[:n])
	kind, _, _ := strings.Cut(found.String(), "/")
	switch {
	case found.Is("image/svg+xml"):
		return "text/plain; charset=utf-8"
	case kind == "image", kind == "audio", kind == "video", kind == "font":
		return found.String()
	}
	for one := found; one != nil; one = one.Parent() {
		if one.Is("text/plain") {
			return "text/plain; charset=utf-8"
		}
	}
	if found.Is("application/pdf") {
		return found.String()
	}
	return unknownType
}

// endings lists the types of files that web applications serve.
var endings = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "xhtml": "application/xhtml+xml",
		"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
		"json": "application/json", "map": "application/json", "jsonld": "application/ld+json", "geojson": "application/geo+json",
		"webmanifest": "application/manifest+json", "ndjson": "application/x-ndjson", "wasm": "application/wasm",
		"xml": "application/xml", "xsl": "application/xml", "rss": "application/rss+xml", "atom": "application/atom+xml",
		"txt": "text/plain; charset=utf-8", "text": "text/plain; charset=utf-8", "log": "text/plain; charset=utf-8",
		"md": "text/markdown; charset=utf-8", "csv": "text/csv; charset=utf-8", "tsv": "text/tab-separated-values; charset=utf-8",
		"ics": "text/calendar; charset=utf-8", "vcf": "text/vcard; charset=utf-8", "vtt": "text/vtt; charset=utf-8",
		"yaml": "application/yaml", "yml": "application/yaml", "sql": "application/sql",

		"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
		"svg": "image/svg+xml", "ico": "image/x-icon", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff", "heic": "image/heic",
		"jxl": "image/jxl",

		"mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "oga": "audio/ogg", "ogg": "audio/ogg", "opus": "audio/ogg",
		"wav": "audio/wav", "flac": "audio/flac", "weba": "audio/webm",
		"mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "ogv": "video/ogg", "mov": "video/quicktime",
		"mpeg": "video/mpeg", "mpg": "video/mpeg", "m3u8": "application/vnd.apple.mpegurl", "mpd": "application/dash+xml",

		"woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf", "eot": "application/vnd.ms-fontobject",

		"pdf": "application/pdf", "rtf": "application/rtf", "epub": "application/epub+zip",
		"zip": "application/zip", "gz": "application/gzip", "tgz": "application/gzip", "tar": "application/x-tar",
		"7z": "application/x-7z-compressed", "bz2": "application/x-bzip2", "xz": "application/x-xz", "zst": "application/zstd",
		"doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
		"docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		"pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
		"odt":  "application/vnd.oasis.opendocument.text", "ods": "application/vnd.oasis.opendocument.spreadsheet",
		"bin": unknownType, "exe": unknownType, "dmg": unknownType, "iso": unknownType,
	}
})

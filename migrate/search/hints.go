package search

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/migrate/search/cluster"
)

// position matches the line and column of the body that some reasons begin with.
var position = regexp.MustCompile(`^\[(\d+):(\d+)\]`)

// named matches what reasons put into brackets or quotes: names of keys, fields, types.
var named = regexp.MustCompile(`\[([^\[\]]+)\]`)

// offsetOf returns where in the file the cause of a refusal is: at the position that the cluster names, or else at the
// one key or text that its reason names and that the file has.
func (c *change) offsetOf(refused *cluster.RefusedError) (int, bool) {
	if at := position.FindStringSubmatch(refused.Reason); at != nil && c.bodyAt >= 0 {
		line, _ := strconv.Atoi(at[1])
		column, _ := strconv.Atoi(at[2])
		return c.bodyAt + offsetIn(c.body, line, column), true
	}
	for _, name := range named.FindAllStringSubmatch(refused.Reason, -1) {
		last := name[1][strings.LastIndexByte(name[1], '.')+1:]
		for _, text := range []string{name[1], last} {
			key := append(quoted(text), ':')
			if i := bytes.Index(bytes.ReplaceAll(c.file.Text, []byte(`" :`), []byte(`":`)), key); i >= 0 && bytes.Contains(c.file.Text, key) {
				return bytes.Index(c.file.Text, key), true
			}
			if i := bytes.Index(c.file.Text, quoted(text)); i >= 0 {
				return i, true
			}
		}
	}
	return 0, false
}

// offsetIn returns the offset of a line and a column, both from 1, of a text.
func offsetIn(text []byte, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return min(at+max(column-1, 0), len(text))
}

// large is the length of a body, in bytes, that may be more than a cluster has memory for.
const large = 1 << 20

// hintFor returns how to fix what a cluster refuses, or "".
func hintFor(refused *cluster.RefusedError, c *change) string {
	switch {
	case refused.Status == http.StatusBadRequest && strings.HasPrefix(refused.Reason, "no handler found for uri"):
		if c.kind == policy {
			return "the cluster has no index management: install its plugin, or remove the policy"
		}
		return "the cluster does not know this path; a plugin may be missing"
	case refused.Type == "invalid_index_template_exception" && strings.Contains(refused.Reason, "lower cased"):
		return fmt.Sprintf("rename the file to %s", strings.ToLower(c.file.Name()))
	case refused.Status == http.StatusBadRequest && strings.Contains(refused.Reason, "same priority"):
		return "give one of the two templates another priority, or other index_patterns"
	case refused.Type == "resource_already_exists_exception" || refused.Status == http.StatusNotFound && c.method == http.MethodDelete:
		return "if an earlier run of the file did this, record it with `" + c.baseline() + "`"
	case refused.Status == http.StatusRequestEntityTooLarge:
		return "the body is longer than the cluster accepts (http.max_content_length), or a proxy in between; split the file"
	case refused.Status == http.StatusTooManyRequests && len(c.body) > large &&
		(refused.Type == "circuit_breaking_exception" || refused.Type == "rejected_execution_exception"):
		return "the body is too large for the memory of the cluster; split the file"
	default:
		return ""
	}
}

package files

import (
	"bytes"
	"io"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	testTime = time.Date(2026, 3, 4, 5, 6, 7, 890_000_000, time.UTC)
	testTag  = `"abc"`
)

func stamp(t time.Time) string { return t.UTC().Format(http.TimeFormat) }

func TestAnswer(t *testing.T) {
	now, before, after := stamp(testTime), stamp(testTime.Add(-time.Hour)), stamp(testTime.Add(time.Hour))
	tests := map[string]struct {
		asked Asked
		want  int
	}{
		"nothing":                            {Asked{}, 200},
		"If-None-Match, the same":            {Asked{IfNoneMatch: `"abc"`}, 304},
		"If-None-Match, compares weakly":     {Asked{IfNoneMatch: `W/"abc"`}, 304},
		"If-None-Match, a list":              {Asked{IfNoneMatch: `"x", W/"y" ,"abc"`}, 304},
		"If-None-Match, a comma in a tag":    {Asked{IfNoneMatch: `"x,y","abc"`}, 304},
		"If-None-Match, the asterisk":        {Asked{IfNoneMatch: "*"}, 304},
		"If-None-Match, another":             {Asked{IfNoneMatch: `"abd"`}, 200},
		"If-None-Match, a part of it":        {Asked{IfNoneMatch: `"ab"`}, 200},
		"If-None-Match, no tag":              {Asked{IfNoneMatch: `abc`}, 200},
		"If-None-Match goes first":           {Asked{IfNoneMatch: `"x"`, IfModifiedSince: after}, 200},
		"If-Modified-Since, that second":     {Asked{IfModifiedSince: now}, 304},
		"If-Modified-Since, later":           {Asked{IfModifiedSince: after}, 304},
		"If-Modified-Since, earlier":         {Asked{IfModifiedSince: before}, 200},
		"If-Modified-Since, no date":         {Asked{IfModifiedSince: "yesterday"}, 200},
		"If-Match, the same":                 {Asked{IfMatch: `"abc"`}, 200},
		"If-Match, the asterisk":             {Asked{IfMatch: "*"}, 200},
		"If-Match, compares strongly":        {Asked{IfMatch: `W/"abc"`}, 412},
		"If-Match, another":                  {Asked{IfMatch: `"x"`}, 412},
		"If-Match goes first":                {Asked{IfMatch: `"abc"`, IfUnmodifiedSince: before}, 200},
		"If-Match goes before If-None-Match": {Asked{IfMatch: `"x"`, IfNoneMatch: `"abc"`}, 412},
		"both hold":                          {Asked{IfMatch: `"abc"`, IfNoneMatch: `"abc"`}, 304},
		"If-Unmodified-Since, that second":   {Asked{IfUnmodifiedSince: now}, 200},
		"If-Unmodified-Since, earlier":       {Asked{IfUnmodifiedSince: before}, 412},
		"If-Unmodified-Since, no date":       {Asked{IfUnmodifiedSince: "x"}, 200},
		"Range":                              {Asked{Range: "bytes=0-3"}, 206},
		"Range of a HEAD":                    {Asked{Range: "bytes=0-3", Head: true}, 200},
		"Range, behind the end":              {Asked{Range: "bytes=100-"}, 416},
		"Range, malformed":                   {Asked{Range: "bytes=x"}, 200},
		"Range, of another unit":             {Asked{Range: "lines=1-2"}, 200},
		"If-None-Match goes before Range":    {Asked{Range: "bytes=0-3", IfNoneMatch: `"abc"`}, 304},
		"If-Range, the same":                 {Asked{Range: "bytes=0-3", IfRange: `"abc"`}, 206},
		"If-Range, compares strongly":        {Asked{Range: "bytes=0-3", IfRange: `W/"abc"`}, 200},
		"If-Range, another":                  {Asked{Range: "bytes=0-3", IfRange: `"x"`}, 200},
		"If-Range, that second":              {Asked{Range: "bytes=0-3", IfRange: now}, 206},
		"If-Range, a later time":             {Asked{Range: "bytes=0-3", IfRange: after}, 200},
		"If-Range, no date":                  {Asked{Range: "bytes=0-3", IfRange: "x"}, 200},
		"If-Range goes before 416":           {Asked{Range: "bytes=100-", IfRange: `"x"`}, 200},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := test.asked.Answer(Version{testTag, testTime}, 10).Status; got != test.want {
				t.Errorf("%+v: %d, want %d", test.asked, got, test.want)
			}
		})
	}
	if got := (Asked{IfModifiedSince: after, IfNoneMatch: `""`, IfUnmodifiedSince: before}).Answer(Version{}, 10); got.Status != 200 {
		t.Errorf("a file without a version answers %d", got.Status)
	}
}

// TestAnswerOfAWeakTag: a weak tag never matches in a strong comparison.
func TestAnswerOfAWeakTag(t *testing.T) {
	weak := Version{ETag: `W/"abc"`}
	if got := (Asked{IfMatch: `W/"abc"`}).Answer(weak, 10).Status; got != 412 {
		t.Errorf("If-Match: %d", got)
	}
	if got := (Asked{IfNoneMatch: `"abc"`}).Answer(weak, 10).Status; got != 304 {
		t.Errorf("If-None-Match: %d", got)
	}
}

// TestAgainstTheStandardLibrary answers random requests and compares with net/http.
func TestAgainstTheStandardLibrary(t *testing.T) {
	content := make([]byte, 1000)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range content {
		content[i] = byte('a' + random.IntN(26))
	}
	path := filepath.Join(t.TempDir(), "file.txt")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	seen := map[int]int{}
	for range 20_000 {
		header := randomHeaders(random)
		theirs := answerOfTheirs(header, content)
		asked := askedOf(header)
		ours := asked.Answer(Version{testTag, testTime}, int64(len(content)))
		seen[ours.Status]++
		if ours.Status != theirs.Code {
			if ours.Status == 200 && !isValid(asked.Range) {
				continue // RFC 9110, 14.2: may be ignored or rejected
			}
			if ours.Status == 206 && theirs.Code == 200 && strings.Contains(asked.Range, ",") {
				continue // net/http ignores ranges that overlap, this package joins them
			}
			t.Fatalf("%v: %d, and net/http %d", header, ours.Status, theirs.Code)
		}
		if ours.Status == 206 {
			comparePartial(t, path, ours.Ranges, theirs, content)
		}
	}
	for _, status := range []int{200, 206, 304, 412, 416} {
		if seen[status] < 20 {
			t.Errorf("only %d of the requests were answered with %d", seen[status], status)
		}
	}
}

// isValid reports whether a header fits the grammar, in which no range ends before it begins.
func isValid(header string) bool {
	for _, r := range regexp.MustCompile(`(\d+)-(\d+)`).FindAllStringSubmatch(header, -1) {
		first, _ := strconv.Atoi(r[1])
		if last, _ := strconv.Atoi(r[2]); last < first {
			return false
		}
	}
	return wellFormed.MatchString(header)
}

var wellFormed = regexp.MustCompile(`^bytes=\s*(\d+-\d*|-\d+)(\s*,\s*(\d+-\d*|-\d+))*$`)

func randomHeaders(random *rand.Rand) http.Header {
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	position := func() string { return strconv.Itoa(random.IntN(1100)) }
	tags := []string{`"abc"`, `W/"abc"`, `"x"`, `"x", "abc"`, `*`, `abc`, `"abc`, `W/"y", W/"abc"`, `, "abc"`}
	times := []string{stamp(testTime), stamp(testTime.Add(-time.Hour)), stamp(testTime.Add(time.Hour)), "no date"}
	header := http.Header{}
	maybe := func(name string, of int, value func() string) {
		if random.IntN(of) == 0 {
			header.Set(name, value())
		}
	}
	maybe("If-Match", 6, func() string { return pick(tags...) })
	maybe("If-Unmodified-Since", 6, func() string { return pick(times...) })
	maybe("If-None-Match", 6, func() string { return pick(tags...) })
	maybe("If-Modified-Since", 6, func() string { return pick(times...) })
	maybe("If-Range", 4, func() string { return pick(append([]string{`"abc"`, `W/"abc"`, `"x"`}, times...)...) })
	maybe("Range", 2, func() string {
		var list []string
		for range 1 + random.IntN(3) {
			list = append(list, pick(position()+"-"+position(), position()+"-", "-"+strconv.Itoa(1+random.IntN(1100)), "0-0", "x-y", "5"))
		}
		return pick("bytes=", "bytes=", "bytes=", "bytes=", "lines=") + strings.Join(list, pick(",", ", ", " ,"))
	})
	return header
}

func askedOf(h http.Header) Asked {
	return Asked{
		IfMatch: h.Get("If-Match"), IfNoneMatch: h.Get("If-None-Match"), IfModifiedSince: h.Get("If-Modified-Since"),
		IfUnmodifiedSince: h.Get("If-Unmodified-Since"), IfRange: h.Get("If-Range"), Range: h.Get("Range"),
	}
}

func answerOfTheirs(header http.Header, content []byte) *httptest.ResponseRecorder {
	request := httptest.NewRequest("GET", "/", nil)
	request.Header = header
	recorder := httptest.NewRecorder()
	recorder.Header().Set("ETag", testTag)
	recorder.Header().Set("Content-Type", "text/plain")
	http.ServeContent(recorder, request, "", testTime, bytes.NewReader(content))
	return recorder
}

// comparePartial checks that every byte that net/http sends is sent, at its position. Ranges that overlap are joined
// here and separate there.
func comparePartial(t *testing.T, path string, ranges []Range, theirs *httptest.ResponseRecorder, content []byte) {
	t.Helper()
	file, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	body := file.Body(ranges, "text/plain")
	defer func() { _ = body.Close() }()
	sent, err := io.ReadAll(body)
	if err != nil || int64(len(sent)) != body.Size {
		t.Fatalf("%d bytes were read, %d announced: %v", len(sent), body.Size, err)
	}
	ourRange := ""
	if len(ranges) == 1 {
		ourRange = ranges[0].ContentRange(file.Size)
	}
	ours := positions(t, body.ContentType, ourRange, sent, content)
	wanted := positions(t, theirs.Header().Get("Content-Type"), theirs.Header().Get("Content-Range"), theirs.Body.Bytes(), content)
	for i := range content {
		if ours[i] != wanted[i] {
			t.Fatalf("byte %d: sent is %v, net/http's is %v; the ranges are %v", i, ours[i], wanted[i], ranges)
		}
	}
}

// positions returns which bytes of the content a partial body has, and checks that they are right.
func positions(t *testing.T, contentType, contentRange string, body, content []byte) []bool {
	t.Helper()
	found := make([]bool, len(content))
	mark := func(contentRange string, text []byte) {
		span, _, _ := strings.Cut(strings.TrimPrefix(contentRange, "bytes "), "/")
		first, last, _ := strings.Cut(span, "-")
		start, _ := strconv.Atoi(first)
		end, _ := strconv.Atoi(last)
		if end < start { // net/http may send an empty range
			return
		}
		if !bytes.Equal(text, content[start:end+1]) {
			t.Fatalf("%s has other bytes than the file", contentRange)
		}
		for i := start; i <= end; i++ {
			found[i] = true
		}
	}
	kind, parameters, _ := mime.ParseMediaType(contentType)
	if kind != "multipart/byteranges" {
		mark(contentRange, body)
		return found
	}
	for reader := multipart.NewReader(bytes.NewReader(body), parameters["boundary"]); ; {
		part, err := reader.NextPart()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := part.Header.Get("Content-Type"); got != "text/plain" {
			t.Fatalf("a part has the type %q", got)
		}
		text, _ := io.ReadAll(part)
		mark(part.Header.Get("Content-Range"), text)
	}
}

package docs

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A bucket keeps objects as S3 does, for requests with a good signature in their query. It shares nothing with the recipe that it checks:
// it signs what has arrived.
type bucket struct {
	mu      sync.Mutex
	objects map[string][]byte
}

const bucketSecret = "a secret/of the+bucket"

// startBucket returns the variables by which the recipe s3-upload finds a new bucket.
func startBucket(t *testing.T) []string {
	t.Helper()
	server := httptest.NewServer(&bucket{objects: map[string][]byte{}})
	t.Cleanup(server.Close)
	return []string{"S3_URL=" + server.URL + "/photos", "S3_REGION=eu-south-7", "S3_KEYID=bucket-key", "S3_SECRETKEY=" + bucketSecret}
}

// ServeHTTP implements http.Handler.
func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := b.refuse(r); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch object, found := b.objects[r.URL.Path]; {
	case r.Method == http.MethodPut && r.ContentLength < 0:
		http.Error(w, "MissingContentLength", http.StatusLengthRequired)
	case r.Method == http.MethodPut:
		b.objects[r.URL.Path], _ = io.ReadAll(r.Body)
	case !found:
		http.Error(w, "NoSuchKey", http.StatusNotFound)
	default:
		_, _ = w.Write(object)
	}
}

// refuse returns what is wrong with the signature of a request.
func (b *bucket) refuse(r *http.Request) error {
	query := r.URL.Query()
	at, err := time.Parse("20060102T150405Z", query.Get("X-Amz-Date"))
	if err != nil {
		return err
	}
	seconds, err := strconv.Atoi(query.Get("X-Amz-Expires"))
	if err != nil || seconds < 1 || time.Since(at) > time.Duration(seconds)*time.Second || time.Until(at) > time.Minute {
		return errors.New("the address has ended")
	}
	scope := at.Format("20060102") + "/eu-south-7/s3/aws4_request"
	if query.Get("X-Amz-Credential") != "bucket-key/"+scope || query.Get("X-Amz-SignedHeaders") != "host" {
		return errors.New("another key, day, region or service")
	}
	request := strings.Join([]string{r.Method, r.URL.EscapedPath(), canonicalQuery(query), "host:" + r.Host, "", "host", "UNSIGNED-PAYLOAD"}, "\n")
	digest := sha256.Sum256([]byte(request))
	signed := strings.Join([]string{"AWS4-HMAC-SHA256", query.Get("X-Amz-Date"), scope, hex.EncodeToString(digest[:])}, "\n")
	key := []byte("AWS4" + bucketSecret)
	for part := range strings.SplitSeq(scope, "/") {
		key = sum(key, part)
	}
	if given, err := hex.DecodeString(query.Get("X-Amz-Signature")); err != nil || !hmac.Equal(given, sum(key, signed)) {
		return errors.New("SignatureDoesNotMatch")
	}
	return nil
}

// canonicalQuery returns all but the signature, sorted, with what RFC 3986 does not reserve as it is.
func canonicalQuery(query url.Values) string {
	var pairs []string
	for name, values := range query {
		if name != "X-Amz-Signature" {
			pairs = append(pairs, url.QueryEscape(name)+"="+strings.ReplaceAll(url.QueryEscape(values[0]), "+", "%20"))
		}
	}
	slices.Sort(pairs)
	return strings.Join(pairs, "&")
}

func sum(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

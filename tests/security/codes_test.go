package security

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

const codesScript = `
import { Digest, Hmac, HttpRequest, HttpRestException, PostMapping, RequestBody, RestController } from "fwrun";
@RestController export class Hooks {
  constructor(private hmac: Hmac, private digest: Digest) {}
  @PostMapping("/hook") hook(@RequestBody body: string, request: HttpRequest) {
    if (!this.hmac.verify(body, request.getFirstHeader("X-Signature"), "s3cret", { prefix: "sha256=" })) throw new HttpRestException(401);
    return this.digest.of(body);
  }
}`

// TestWebhooks: a body is signed as it came, whatever its type says; without its signature it is refused.
func TestWebhooks(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{}, codesScript)
	body := "{ \"name\" :\t\"Zoë\",\r\n \"n\": 1.0 }"
	h := hmac.New(sha256.New, []byte("s3cret"))
	h.Write([]byte(body))
	signature := "sha256=" + hex.EncodeToString(h.Sum(nil))
	digest := sha256.Sum256([]byte(body))
	for _, c := range []struct{ kind, body, signature, want string }{
		{"application/json", body, signature, "200 " + hex.EncodeToString(digest[:])},
		{"text/plain", body, signature, "200 " + hex.EncodeToString(digest[:])},
		{"application/json", body + " ", signature, "401"},
		{"application/json", body, "", "401"},
	} {
		if got := f.hook(t, c.kind, c.body, c.signature); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// hook sends a signed body, and returns the status and, if it is good, the answer.
func (f *server) hook(t *testing.T, kind, body, signature string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+f.Address+"/hook", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", kind)
	if signature != "" {
		request.Header.Set("X-Signature", signature)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Sprint(response.StatusCode)
	}
	return "200 " + string(answer)
}

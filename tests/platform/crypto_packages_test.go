package platform

import (
	"io"
	"net/http"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// TestPackagesOfWebCryptography: packages that sign, verify and encrypt by crypto.subtle work as they are. What aws4fetch signs is
// what it signs in Node.
func TestPackagesOfWebCryptography(t *testing.T) {
	t.Parallel()
	nodejs.RequireNPM(t)
	nodejs.InstallPackages(t, "crypto", nodejs.WithScripts...)
	for _, f := range nodejs.TSC(t, filepath.Join("crypto", "tsconfig.json"), "--strict") {
		t.Error(f) // the typings of the packages agree with ours
	}
	url := harness.ServeFolder(t, "crypto", datatest.FreePort(t))
	const verified = `["admin","ada","ERR_JWS_SIGNATURE_VERIFICATION_FAILED"]`
	const secret = `"it’s a secret"`
	for path, want := range map[string]string{
		"/jose/signatures": `{"HS256":` + verified + `,"HS512":` + verified + `,"RS256":` + verified + `,"PS384":` + verified +
			`,"ES256":` + verified + `,"ES384":` + verified + `,"ES512":` + verified + `,"EdDSA":` + verified + `}`,
		"/jose/encryptions": `{"dir":` + secret + `,"A128KW":` + secret + `,"A256GCMKW":` + secret + `,"PBES2-HS256+A128KW":` + secret +
			`,"RSA-OAEP-256":` + secret + `,"ECDH-ES":` + secret + `,"ECDH-ES+A256KW":` + secret + `}`,
		"/stripe":    `["charge.succeeded","StripeSignatureVerificationError"]`,
		"/aws4fetch": `91c4bd6684047feb0fb1c96529ebe5e0e4c11949418a8f32ecea10a29631f81f`,
	} {
		response, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n got %s\nwant %s", path, err, got, want)
		}
	}
}

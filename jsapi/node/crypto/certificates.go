package crypto

import (
	"crypto/sha1" //nolint:gosec // the fingerprint that people compare
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/security/crypt/keys"
)

func (c *realm) certificates() map[string]part.Native {
	return map[string]part.Native{"certificate": c.certificate, "certificateIs": c.certificateIs}
}

// mostCertificate is the most bytes of a certificate.
const mostCertificate = 1 << 20

type certificateHandle struct{ *x509.Certificate }

// certificate takes a certificate in PEM or DER, and returns a handle and its fields.
func (c *realm) certificate(call goja.FunctionCall) goja.Value {
	data := c.data(call.Argument(0))
	if len(data) > mostCertificate {
		c.must(outOfRange("the certificate has more than 1 MiB"))
	}
	if block, _ := pem.Decode(data); block != nil {
		data = block.Bytes
	}
	parsed, err := x509.ParseCertificate(slices.Clone(data))
	if err != nil {
		c.must(failed("ERR_OSSL_PEM_NO_START_LINE", "the certificate cannot be read: "+err.Error()))
	}
	const when = "Jan _2 15:04:05 2006 GMT"
	object := c.Runtime.NewObject()
	sha1Sum, sha256Sum, sha512Sum := sha1.Sum(parsed.Raw), sha256.Sum256(parsed.Raw), sha512.Sum512(parsed.Raw)
	for name, value := range map[string]any{
		"handle": &certificateHandle{parsed}, "subject": lines(parsed.Subject), "issuer": lines(parsed.Issuer),
		"subjectAltName": altNames(parsed), "validFrom": parsed.NotBefore.UTC().Format(when), "validTo": parsed.NotAfter.UTC().Format(when),
		"from": parsed.NotBefore.UnixMilli(), "to": parsed.NotAfter.UnixMilli(),
		"serialNumber": strings.ToUpper(fmt.Sprintf("%x", parsed.SerialNumber.Bytes())), "ca": parsed.IsCA,
		"fingerprint": colons(sha1Sum[:]), "fingerprint256": colons(sha256Sum[:]), "fingerprint512": colons(sha512Sum[:]),
		"raw": c.NewBytes(slices.Clone(parsed.Raw)), "text": string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: parsed.Raw})),
	} {
		_ = object.Set(name, value)
	}
	return object
}

// lines writes a name as Node does: an attribute a line.
func lines(name pkix.Name) string {
	short := map[string]string{
		"2.5.4.3": "CN", "2.5.4.6": "C", "2.5.4.7": "L", "2.5.4.8": "ST", "2.5.4.10": "O", "2.5.4.11": "OU", "2.5.4.5": "serialNumber",
		"1.2.840.113549.1.9.1": "emailAddress",
	}
	var out []string
	for _, attribute := range name.Names {
		key := short[attribute.Type.String()]
		if key == "" {
			key = attribute.Type.String()
		}
		out = append(out, fmt.Sprintf("%s=%v", key, attribute.Value))
	}
	return strings.Join(out, "\n")
}

func altNames(certificate *x509.Certificate) string {
	var out []string
	for _, name := range certificate.DNSNames {
		out = append(out, "DNS:"+name)
	}
	for _, ip := range certificate.IPAddresses {
		out = append(out, "IP Address:"+ip.String())
	}
	for _, address := range certificate.EmailAddresses {
		out = append(out, "email:"+address)
	}
	for _, uri := range certificate.URIs {
		out = append(out, "URI:"+uri.String())
	}
	return strings.Join(out, ", ")
}

func colons(sum []byte) string {
	pairs := make([]string, len(sum))
	for i, b := range sum {
		pairs[i] = fmt.Sprintf("%02X", b)
	}
	return strings.Join(pairs, ":")
}

// certificateIs takes the handle of a certificate, a question and what it is about. It answers it.
func (c *realm) certificateIs(call goja.FunctionCall) goja.Value {
	certificate := call.Argument(0).Export().(*certificateHandle)
	switch call.Argument(1).String() {
	case "host":
		return c.Runtime.ToValue(certificate.VerifyHostname(call.Argument(2).String()) == nil)
	case "issued by":
		issuer := call.Argument(2).Export().(*certificateHandle)
		return c.Runtime.ToValue(certificate.CheckSignatureFrom(issuer.Certificate) == nil)
	case "signed by":
		other := &x509.Certificate{PublicKey: handleOf(call.Argument(2)).material, PublicKeyAlgorithm: certificate.PublicKeyAlgorithm}
		return c.Runtime.ToValue(other.CheckSignature(certificate.SignatureAlgorithm, certificate.RawTBSCertificate, certificate.Signature) == nil)
	}
	spki, err := keys.MarshalSPKI(certificate.PublicKey)
	c.must(err)
	public, err := keys.ParseSPKI(spki)
	c.must(err)
	return c.handle(public)
}

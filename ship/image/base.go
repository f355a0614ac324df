package image

import (
	"bytes"
	"encoding/pem"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// base fills the layer that all images share: the certificates of authorities that Mozilla trusts, a user without rights, a folder for what is
// temporary, and one that belongs to the user.
func base(l *layer) error {
	l.folders("etc", "etc/ssl", "etc/ssl/certs")
	l.ownFolders("app", "app/config", "app/data")
	l.sharedFolder("tmp")
	for _, one := range []struct{ name, text string }{
		{"etc/passwd", "root:x:0:0:root:/:/sbin/nologin\nnonroot:x:65532:65532:nonroot:" + Home + ":/sbin/nologin\n"},
		{"etc/group", "root:x:0:\nnonroot:x:65532:\n"},
		{"etc/nsswitch.conf", "hosts: files dns\n"},
		{"etc/ssl/certs/ca-certificates.crt", authorities()},
	} {
		if err := l.write(one.name, []byte(one.text), 0o444); err != nil {
			return err
		}
	}
	return nil
}

// authorities returns the certificates as PEM, in the order of the bundle.
func authorities() string {
	var text bytes.Buffer
	for root := range bundle.Roots() {
		_ = pem.Encode(&text, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // a buffer takes everything
	}
	return text.String()
}

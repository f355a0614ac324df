package searchtest

import (
	"archive/zip"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Users of a secured node: one who may do all, and one who may only read.
const (
	Admin          = "admin"
	AdminPassword  = "admin"
	Reader         = "kibanaro"
	ReaderPassword = "kibanaro"
)

// credentials are what a secured node and its clients need.
type credentials struct {
	certificate string // the PEM file of the certificate, which signs itself
	client      *http.Client
}

// Certificate returns the PEM file of a secured node's certificate.
func (n *Node) Certificate() string { return n.secured.certificate }

// newCredentials installs the security plugin in a node's home, with a certificate.
func newCredentials(home, jars string) (*credentials, error) {
	plugin := filepath.Join(home, "plugins", "opensearch-security")
	found, _ := filepath.Glob(filepath.Join(jars, "opensearch-security-*.zip"))
	if len(found) != 1 {
		return nil, fmt.Errorf("%d zips of the security plugin in %s", len(found), jars)
	}
	if err := unzip(found[0], plugin); err != nil {
		return nil, err
	}
	config := filepath.Join(home, "config")
	if err := os.CopyFS(filepath.Join(config, "opensearch-security"), os.DirFS(filepath.Join(plugin, "config"))); err != nil {
		return nil, err
	}
	certificate, err := writeCertificate(config)
	if err != nil {
		return nil, err
	}
	trusted := x509.NewCertPool()
	trusted.AddCert(certificate)
	return &credentials{
		certificate: filepath.Join(config, "cert.pem"),
		client: &http.Client{Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12},
		}},
	}, nil
}

func (c *credentials) settings() []string {
	settings := []string{
		"ssl.transport.enforce_hostname_verification=false", "ssl.http.enabled=true", "allow_default_init_securityindex=true",
		"nodes_dn=CN=node1", "ssl.transport.pemcert_filepath=cert.pem", "ssl.transport.pemkey_filepath=key.pem",
		"ssl.transport.pemtrustedcas_filepath=cert.pem", "ssl.http.pemcert_filepath=cert.pem", "ssl.http.pemkey_filepath=key.pem",
		"ssl.http.pemtrustedcas_filepath=cert.pem",
	}
	for i := range settings {
		settings[i] = "plugins.security." + settings[i]
	}
	return settings
}

// writeCertificate writes cert.pem and key.pem for loopback.
func writeCertificate(folder string) (*x509.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "node1"}, DNSNames: []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	for name, block := range map[string]*pem.Block{
		"cert.pem": {Type: "CERTIFICATE", Bytes: raw}, "key.pem": {Type: "PRIVATE KEY", Bytes: private},
	} {
		if err := os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600); err != nil {
			return nil, err
		}
	}
	return x509.ParseCertificate(raw)
}

// unzip extracts an archive into a new folder.
func unzip(archive, folder string) error {
	reader, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close() }()
	for _, entry := range reader.File {
		if strings.HasSuffix(entry.Name, "/") {
			continue
		}
		if !filepath.IsLocal(entry.Name) {
			return fmt.Errorf("%s: %s is outside of the archive", archive, entry.Name)
		}
		if err := extract(entry, filepath.Join(folder, entry.Name)); err != nil {
			return err
		}
	}
	return nil
}

func extract(entry *zip.File, path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	from, err := entry.Open()
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	to, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(to, from); err != nil {
		_ = to.Close()
		return err
	}
	return to.Close()
}

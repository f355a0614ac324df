package outbound_test

import (
	"net/netip"
	"testing"

	"github.com/fwrun/fwrun/platform/outbound"
)

func TestIsPublic(t *testing.T) {
	for address, want := range map[string]bool{
		"1.1.1.1": true, "9.255.255.255": true, "11.0.0.0": true, "100.63.255.255": true, "100.128.0.0": true,
		"172.15.255.255": true, "172.32.0.0": true, "192.167.255.255": true, "169.253.1.1": true, "223.255.255.255": true,
		"2606:4700:4700::1111": true, "2001:200::1": true, "2a00:1450::1": true,
		"::ffff:1.1.1.1": true, "64:ff9b::1.1.1.1": true,

		"0.0.0.0": false, "0.1.2.3": false, "10.0.0.1": false, "10.255.255.255": false, "100.64.0.1": false, "100.100.100.200": false,
		"127.0.0.1": false, "127.255.255.254": false, "168.63.129.16": false, "169.254.169.254": false, "172.16.0.1": false,
		"172.31.255.255": false, "192.0.0.192": false, "192.0.2.1": false, "192.88.99.1": false, "192.168.1.1": false,
		"198.18.0.1": false, "198.51.100.1": false, "203.0.113.1": false, "224.0.0.1": false, "240.0.0.1": false, "255.255.255.255": false,
		"::": false, "::1": false, "::127.0.0.1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::ffff:0:1.1.1.1": false,
		"fe80::1": false, "fe80::1%eth0": false, "fec0::1": false, "fc00::1": false, "fd00:ec2::254": false, "ff02::1": false,
		"64:ff9b::127.0.0.1": false, "64:ff9b::a9fe:a9fe": false, "64:ff9b:1::1.1.1.1": false, "100::1": false,
		"2001::1": false, "2001:db8::1": false, "2002:7f00:1::": false, "3fff::1": false, "5f00::1": false,
	} {
		if got := outbound.IsPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: got %v", address, got)
		}
	}
	if outbound.IsPublic(netip.Addr{}) {
		t.Error("no address is public")
	}
}

func TestHosts(t *testing.T) {
	hosts, err := outbound.ParseHosts([]string{"API.internal.", "*.svc.local", "10.1.0.0/16", "127.0.0.1", "[::1]", "fd00::/8"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"api.internal": true, "Api.Internal.": true, "x.api.internal": false, "api.internal.example.com": false,
		"a.svc.local": true, "a.b.svc.local": true, "svc.local": false, "asvc.local": false, "127.0.0.1": false,
	} {
		if hosts.HasName(name) != want {
			t.Errorf("%s: got %v", name, !want)
		}
	}
	for address, want := range map[string]bool{
		"10.1.2.3": true, "10.2.0.0": false, "127.0.0.1": true, "127.0.0.2": false, "::1": true, "::ffff:127.0.0.1": true, "fd12::1": true,
	} {
		if hosts.HasAddress(netip.MustParseAddr(address)) != want {
			t.Errorf("%s: got %v", address, !want)
		}
	}
	for _, entry := range []string{"", "*", "*.", "http://a", "a:80", "a b", "10.0.0.0/33", "a/b", "a*b", "*a.example.com", "*.*.a", "u@h"} {
		if _, err := outbound.ParseHosts([]string{entry}); err == nil {
			t.Errorf("%q was taken", entry)
		}
	}
}

func FuzzParseHosts(f *testing.F) {
	for _, seed := range []string{"a.example.com", "*.a", "10.0.0.0/8", "[::1]", "fe80::1%eth0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, entry string) {
		hosts, err := outbound.ParseHosts([]string{entry})
		if err != nil {
			return
		}
		if hosts.HasName("evil.example.org") && hosts.HasName("other.example.net") {
			t.Errorf("%q fits every name", entry)
		}
	})
}

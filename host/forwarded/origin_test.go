package forwarded_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/host/forwarded"
)

func trust(t testing.TB, kind forwarded.Kind, list ...string) *forwarded.Trust {
	t.Helper()
	trust, err := forwarded.NewTrust(list, kind)
	if err != nil {
		t.Fatal(err)
	}
	return trust
}

// header makes a Header of lines such as "Forwarded: for=192.0.2.1".
func header(lines ...string) forwarded.Header {
	return func(name string) (values []string) {
		for _, line := range lines {
			if n, value, _ := strings.Cut(line, ": "); strings.EqualFold(n, name) {
				values = append(values, value)
			}
		}
		return values
	}
}

// show returns an origin in short: address, port, scheme, host, prefix, with "-" for unknown values.
func show(o forwarded.Origin, ok bool) string {
	if !ok {
		return "peer"
	}
	or := func(s string) string {
		if s == "" {
			return "-"
		}
		return s
	}
	addr := "-"
	if o.Addr.IsValid() {
		addr = o.Addr.String()
	}
	return fmt.Sprintf("%s %d %s %s %s", addr, o.Port, or(o.Scheme), or(o.Host), or(o.Prefix))
}

func TestOrigin(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"no headers": {nil, "peer"},

		// Forwarded.
		"one": {[]string{"Forwarded: for=192.0.2.60;proto=https;host=Example.com"}, "192.0.2.60 0 https example.com -"},
		"case, space, order": {
			[]string{"Forwarded: HOST=\"a.example:8443\" ; Proto=HTTPS;For=\"192.0.2.60:4711\""},
			"192.0.2.60 4711 https a.example:8443 -",
		},
		"IPv6":            {[]string{`Forwarded: for="[2001:DB8:cafe::17]:4711"`}, "2001:db8:cafe::17 4711 - - -"},
		"IPv6, no quotes": {[]string{`Forwarded: for=[2001:db8::17]`}, "2001:db8::17 0 - - -"},
		"IPv4 in IPv6":    {[]string{`Forwarded: for="[::ffff:192.0.2.1]"`}, "192.0.2.1 0 - - -"},
		"unknown":         {[]string{`Forwarded: for=unknown;proto=https`}, "- 0 https - -"},
		"hidden":          {[]string{`Forwarded: for=_hidden, for="_SEVKISEK:_port"`}, "- 0 - - -"},
		"hidden port":     {[]string{`Forwarded: for="192.0.2.1:_p"`}, "192.0.2.1 0 - - -"},
		"without for":     {[]string{`Forwarded: proto=https`}, "- 0 https - -"},
		"extension":       {[]string{`Forwarded: for=192.0.2.1;by=203.0.113.43;ext="a;b,c\"d"`}, "192.0.2.1 0 - - -"},
		"chain": {
			[]string{`Forwarded: for=6.6.6.6;host=evil.example, for=192.0.2.1;proto=https;host=shop.example, for=10.0.0.2;proto=http;host=inner`},
			"192.0.2.1 0 https shop.example -",
		},
		"chain over lines":     {[]string{"Forwarded: for=6.6.6.6, for=192.0.2.1", "Forwarded: for=10.0.0.2;proto=https"}, "192.0.2.1 0 https - -"},
		"all are trusted":      {[]string{"Forwarded: for=10.0.0.3, for=10.0.0.2"}, "10.0.0.3 0 - - -"},
		"hidden in the middle": {[]string{"Forwarded: for=192.0.2.1, for=_x, for=10.0.0.2"}, "- 0 - - -"},
		"a quote that a client left open": {
			[]string{`Forwarded: for="x, for=192.0.2.1`}, "192.0.2.1 0 - - -",
		},
		"quotes that a client left odd": {
			[]string{`Forwarded: for="a\", for="192.0.2.1:1";host="b"`}, "192.0.2.1 1 - b -",
		},
		"garbage to the left": {[]string{"Forwarded: ;;=,\x01, for=192.0.2.1"}, "192.0.2.1 0 - - -"},
		"empty entries":       {[]string{"Forwarded: ,for=192.0.2.1, ,"}, "192.0.2.1 0 - - -"},
		"only commas":         {[]string{"Forwarded: , ,"}, "peer"},

		// Forwarded that is malformed.
		"no address":      {[]string{"Forwarded: for=example.com"}, "peer"},
		"bare IPv6":       {[]string{"Forwarded: for=2001:db8::1"}, "2001:db8::1 0 - - -"},
		"bad port":        {[]string{`Forwarded: for="192.0.2.1:99999"`}, "peer"},
		"no port":         {[]string{`Forwarded: for="192.0.2.1:"`}, "peer"},
		"IPv4 in bracket": {[]string{`Forwarded: for="[192.0.2.1]"`}, "peer"},
		"open bracket":    {[]string{`Forwarded: for="[2001:db8::1"`}, "peer"},
		"twice":           {[]string{"Forwarded: for=192.0.2.1;for=192.0.2.2"}, "peer"},
		"no pair":         {[]string{"Forwarded: 192.0.2.1"}, "peer"},
		"no value":        {[]string{"Forwarded: for="}, "peer"},
		"bad scheme":      {[]string{"Forwarded: for=192.0.2.1;proto=javascript"}, "peer"},
		"bad host":        {[]string{`Forwarded: for=192.0.2.1;host="a/b"`}, "peer"},
		"bad behind":      {[]string{`Forwarded: for="192.0.2.1"x`}, "peer"},
		"bad at a proxy":  {[]string{"Forwarded: for=192.0.2.1, for=10.0.0.2;proto=x"}, "peer"},

		// X-Forwarded-*.
		"x one":         {[]string{"X-Forwarded-For: 192.0.2.1"}, "192.0.2.1 0 - - -"},
		"x port":        {[]string{"X-Forwarded-For: 192.0.2.1:4711"}, "192.0.2.1 4711 - - -"},
		"x IPv6":        {[]string{"X-Forwarded-For: 2001:db8::1"}, "2001:db8::1 0 - - -"},
		"x IPv6 port":   {[]string{"X-Forwarded-For: [2001:db8::1]:1"}, "2001:db8::1 1 - - -"},
		"x zone":        {[]string{"X-Forwarded-For: fe80::1%eth0"}, "fe80::1 0 - - -"},
		"x unknown":     {[]string{"X-Forwarded-For: unknown"}, "- 0 - - -"},
		"x chain":       {[]string{"X-Forwarded-For: 6.6.6.6, 192.0.2.1,10.0.0.2"}, "192.0.2.1 0 - - -"},
		"x lines":       {[]string{"X-Forwarded-For: 6.6.6.6", "X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 10.0.0.2"}, "192.0.2.1 0 - - -"},
		"x garbage":     {[]string{`X-Forwarded-For: ", '; DROP, 192.0.2.1`}, "192.0.2.1 0 - - -"},
		"x bad":         {[]string{"X-Forwarded-For: 192.0.2.1, example"}, "peer"},
		"x bad address": {[]string{"X-Forwarded-For: 192.0.2.256"}, "peer"},
		"x all": {
			[]string{
				"X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: https", "X-Forwarded-Host: shop.example", "X-Forwarded-Port: 8443",
				"X-Forwarded-Prefix: /shop/",
			},
			"192.0.2.1 0 https shop.example:8443 /shop",
		},
		"x usual port": {
			[]string{"X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: https", "X-Forwarded-Host: shop.example", "X-Forwarded-Port: 443"},
			"192.0.2.1 0 https shop.example -",
		},
		"x host with port": {
			[]string{"X-Forwarded-For: 192.0.2.1", "X-Forwarded-Host: shop.example:81", "X-Forwarded-Port: 82"},
			"192.0.2.1 0 - shop.example:81 -",
		},
		"x in step": {
			[]string{"X-Forwarded-For: 192.0.2.1, 10.0.0.2", "X-Forwarded-Proto: https, http", "X-Forwarded-Host: evil, a.example, b.example"},
			"192.0.2.1 0 https a.example -",
		},
		"x one for all": {
			[]string{"X-Forwarded-For: 192.0.2.1, 10.0.0.2", "X-Forwarded-Proto: https"}, "192.0.2.1 0 https - -",
		},
		"x made up": {
			[]string{"X-Forwarded-For: 6.6.6.6, 192.0.2.1", "X-Forwarded-Proto: https, http", "X-Forwarded-Host: evil.example, a.example"},
			"192.0.2.1 0 http a.example -",
		},
		"x bad proto":  {[]string{"X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: ftp"}, "peer"},
		"x bad host":   {[]string{"X-Forwarded-For: 192.0.2.1", "X-Forwarded-Host: a b"}, "peer"},
		"x bad port":   {[]string{"X-Forwarded-For: 192.0.2.1", "X-Forwarded-Port: 0"}, "peer"},
		"x bad prefix": {[]string{"X-Forwarded-For: 192.0.2.1", "X-Forwarded-Prefix: //evil.example"}, "peer"},
		"x dots":       {[]string{"X-Forwarded-For: 192.0.2.1", "X-Forwarded-Prefix: /a/../b"}, "peer"},
		"x without for": {
			[]string{"X-Forwarded-Proto: https", "X-Forwarded-Host: evil.example"}, "peer",
		},

		// Both: the X-Forwarded-For that most proxies write takes precedence over a Forwarded that they pass on.
		"both": {[]string{"Forwarded: for=6.6.6.6", "X-Forwarded-For: 192.0.2.1"}, "192.0.2.1 0 - - -"},
	} {
		t.Run(name, func(t *testing.T) {
			trust := trust(t, forwarded.Either, "10.0.0.0/8")
			if got := show(trust.Origin(netip.MustParseAddr("10.0.0.1"), header(c.lines...))); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if _, ok := trust.Origin(netip.MustParseAddr("192.0.2.99"), header(c.lines...)); ok {
				t.Error("the word of a stranger is taken")
			}
		})
	}
}

func TestKinds(t *testing.T) {
	both := header("Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.2")
	peer := netip.MustParseAddr("::ffff:127.0.0.1")
	for kind, want := range map[forwarded.Kind]string{
		forwarded.Either: "192.0.2.2 0 - - -", forwarded.XForwarded: "192.0.2.2 0 - - -", forwarded.Standard: "192.0.2.1 0 - - -",
	} {
		if got := show(trust(t, kind, "loopback").Origin(peer, both)); got != want {
			t.Errorf("kind %d: got %s, want %s", kind, got, want)
		}
	}
	if got := show(trust(t, forwarded.Standard, "loopback").Origin(peer, header("X-Forwarded-For: 192.0.2.2"))); got != "peer" {
		t.Errorf("only Forwarded is to be read: %s", got)
	}
	if got := show(trust(t, forwarded.XForwarded, "loopback").Origin(peer, header("Forwarded: for=192.0.2.2"))); got != "peer" {
		t.Errorf("only X-Forwarded-For is to be read: %s", got)
	}
}

func TestTrust(t *testing.T) {
	for _, c := range []struct{ list, yes, not string }{
		{"", "", "127.0.0.1 unix"},
		{"127.0.0.1", "127.0.0.1 ::ffff:127.0.0.1", "127.0.0.2 ::1 unix"},
		{"127.0.0.1/32", "127.0.0.1", "127.0.0.2"},
		{"loopback", "127.9.9.9 ::1", "10.0.0.1 unix"},
		{"private", "127.0.0.1 ::1 10.1.1.1 172.31.0.1 192.168.0.1 169.254.1.1 fd00::1 fe80::1 fe80::1%eth0", "172.32.0.1 11.0.0.1 2001:db8::1 unix"},
		{"unix 2001:db8::/32", "unix 2001:db8::1", "2001:db9::1 127.0.0.1"},
	} {
		trust := trust(t, forwarded.Either, strings.Fields(c.list)...)
		for _, list := range []struct {
			text string
			want bool
		}{{c.yes, true}, {c.not, false}} {
			for peer := range strings.FieldsSeq(list.text) {
				addr, _ := netip.ParseAddr(peer) // invalid: a peer at a unix socket
				if _, ok := trust.Origin(addr, header("X-Forwarded-For: 192.0.2.1")); ok != list.want {
					t.Errorf("%q: the word of %s is taken: %v", c.list, peer, ok)
				}
			}
		}
	}
	for text, want := range map[string]string{
		"10.0.0.1/8":          "did you mean 10.0.0.0/8, or the one address 10.0.0.1?",
		"proxy.example.com":   "neither an address nor a network",
		"fe80::1%eth0":        "neither an address nor a network",
		"::ffff:10.0.0.0/104": "write it as IPv4",
		"10.0.0.0/33":         "neither an address nor a network",
		"":                    "neither an address nor a network",
	} {
		if _, err := forwarded.NewTrust([]string{text}, forwarded.Either); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestParseHost(t *testing.T) {
	for text, want := range map[string]string{
		"Example.com": "example.com", "example.com:8443": "example.com:8443", "example.com.": "example.com.", "a_b-c": "a_b-c",
		"127.0.0.1:80": "127.0.0.1:80", "[::1]": "[::1]", "[2001:DB8::1]:81": "[2001:db8::1]:81", "example.com:": "example.com",
	} {
		if got, ok := forwarded.ParseHost(text); got != want || !ok {
			t.Errorf("%q: got %q, %v", text, got, ok)
		}
	}
	for _, text := range []string{
		"", ":80", "a b", "a/b", "a..b", ".a", "user@a", "a:b", "a:0", "a:65536", "a:80:80", "[::1", "::1", "[127.0.0.1]", "[fe80::1%25eth0]",
		"a\x00", "ex\u00e4mple", "\u212Aelvin", "a:+80", strings.Repeat("a", 64), strings.Repeat("a.", 130),
	} {
		if got, ok := forwarded.ParseHost(text); ok {
			t.Errorf("%q is taken for %q", text, got)
		}
	}
}

// FuzzOrigin: text to the left of a proxy's entry changes nothing; and every value that is read can be a part of a URL.
func FuzzOrigin(f *testing.F) {
	for _, seed := range []string{`for="x`, `for="a\"`, `\`, `"`, `for=192.0.2.1;`, "192.0.2.7", `a"b\\",`, "unknown", `for="[::1]:1";host=a`} {
		f.Add(seed, seed)
	}
	trust, _ := forwarded.NewTrust([]string{"10.0.0.0/8"}, forwarded.Either)
	peer := netip.MustParseAddr("10.0.0.1")
	f.Fuzz(func(t *testing.T, left, whole string) {
		for name, entry := range map[string]string{
			"Forwarded": `for="198.51.100.9:7";ext="a,\"b";proto=https`, "X-Forwarded-For": "198.51.100.9:7",
		} {
			for _, lines := range [][]string{{name + ": " + left + "," + entry}, {name + ": " + left, name + ": " + entry}} {
				o, ok := trust.Origin(peer, header(lines...))
				if !ok || o.Addr.String() != "198.51.100.9" || o.Port != 7 {
					t.Fatalf("%q leads to %s", lines, show(o, ok))
				}
			}
			o, ok := trust.Origin(peer, header(name+": "+whole, "X-Forwarded-Host: "+whole, "X-Forwarded-Prefix: "+whole))
			if !ok {
				continue
			}
			if host, good := forwarded.ParseHost(o.Host); o.Host != "" && (!good || host != o.Host) || strings.ContainsAny(o.Prefix, " \\?#%\x00") {
				t.Fatalf("%q leads to the host %q and the prefix %q", whole, o.Host, o.Prefix)
			}
		}
	})
}

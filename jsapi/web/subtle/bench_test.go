package subtle_test

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"testing"

	"github.com/dop251/goja"
)

// compared are expressions, each with the calls of Go that do the same. big has 10 MB, small a kilobyte.
var compared = []struct {
	name, script string
	goes         func() func()
}{
	{"SHA-256 of 10 MB", "subtle.digest('SHA-256', big)", func() func() {
		data := make([]byte, 10_000_000)
		return func() { sha256.Sum256(data) }
	}},
	{"AES-GCM of 10 MB", "subtle.encrypt({name: 'AES-GCM', iv}, aes, big)", func() func() {
		data := make([]byte, 10_000_000)
		block, _ := aes.NewCipher(make([]byte, 32))
		gcm, _ := cipher.NewGCM(block)
		return func() { gcm.Seal(nil, make([]byte, 12), data, nil) }
	}},
	{"PBKDF2 of 600,000 rounds", "subtle.deriveBits({name: 'PBKDF2', hash: 'SHA-256', salt: iv, iterations: 600_000}, pw, 256)", func() func() {
		return func() { _, _ = pbkdf2.Key(sha256.New, "password", make([]byte, 12), 600_000, 32) }
	}},
	{"ECDSA, P-256", "subtle.sign({name: 'ECDSA', hash: 'SHA-256'}, ec.privateKey, small)", func() func() {
		key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		return func() {
			sum := sha256.Sum256(make([]byte, 1000))
			_, _ = ecdsa.SignASN1(rand.Reader, key, sum[:])
		}
	}},
	{"HMAC of 1 kB", "subtle.sign('HMAC', mac, small)", func() func() {
		data := make([]byte, 1000)
		return func() {
			h := hmac.New(sha256.New, data[:32])
			h.Write(data)
			h.Sum(nil)
		}
	}},
}

func BenchmarkComparedWithGo(b *testing.B) {
	p := newPage(b)
	if got := p.eval(`
		Object.assign(globalThis, {
			subtle, big: new Uint8Array(10_000_000), small: new Uint8Array(1000), iv: new Uint8Array(12),
			aes: await subtle.generateKey({name: 'AES-GCM', length: 256}, false, ['encrypt']),
				mac: await subtle.generateKey({name: 'HMAC', hash: 'SHA-256'}, false, ['sign']),
			pw: await subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']),
				ec: await subtle.generateKey({name: 'ECDSA', namedCurve: 'P-256'}, false, ['sign']),
		});
		return 'ready'`); got != "ready" {
		b.Fatal(got)
	}
	for _, c := range compared {
		b.Run(c.name+"/script", func(b *testing.B) {
			program := goja.MustCompile("bench.js", c.script, true)
			for b.Loop() {
				var promise goja.Value
				err := p.Run(nil, func() (err error) {
					promise, err = p.Runtime.RunProgram(program)
					return err
				})
				if err == nil {
					_, err = p.Await(context.Background(), promise)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/Go", func(b *testing.B) {
			work := c.goes()
			for b.Loop() {
				work()
			}
		})
	}
}

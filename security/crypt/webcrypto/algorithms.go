package webcrypto

import "strings"

// The dictionaries of the specification, each with its members in the order in which WebIDL reads them.
var (
	none           = []Member{}
	rsaKeyGen      = []Member{{"modulusLength", Long, true}, {"publicExponent", Bytes, true}, {"hash", Hash, true}}
	hashed         = []Member{{"hash", Hash, true}}
	hmacKey        = []Member{{"hash", Hash, true}, {"length", Long, false}}
	curved         = []Member{{"namedCurve", Text, true}}
	aesKey         = []Member{{"length", Short, true}}
	aesCBCParams   = []Member{{"iv", Buffer, true}}
	aesCTRParams   = []Member{{"counter", Buffer, true}, {"length", Octet, true}}
	aesGCMParams   = []Member{{"additionalData", Buffer, false}, {"iv", Buffer, true}, {"tagLength", Octet, false}}
	rsaOAEPParams  = []Member{{"label", Buffer, false}}
	rsaPSSParams   = []Member{{"saltLength", Long, true}}
	withPublic     = []Member{{"public", AKey, true}}
	hkdfParams     = []Member{{"hash", Hash, true}, {"info", Buffer, true}, {"salt", Buffer, true}}
	pbkdf2Params   = []Member{{"hash", Hash, true}, {"iterations", Long, true}, {"salt", Buffer, true}}
	rsaSignature   = operations{DoSign: none, DoVerify: none, DoGenerate: rsaKeyGen, DoImport: hashed}
	rsaSalted      = operations{DoSign: rsaPSSParams, DoVerify: rsaPSSParams, DoGenerate: rsaKeyGen, DoImport: hashed}
	rsaEncryption  = operations{DoEncrypt: rsaOAEPParams, DoDecrypt: rsaOAEPParams, DoGenerate: rsaKeyGen, DoImport: hashed}
	curveSignature = operations{DoSign: hashed, DoVerify: hashed, DoGenerate: curved, DoImport: curved}
	curveSecret    = operations{DoDerive: withPublic, DoGenerate: curved, DoImport: curved}
	edSignature    = operations{DoSign: none, DoVerify: none, DoGenerate: none, DoImport: none}
	xSecret        = operations{DoDerive: withPublic, DoGenerate: none, DoImport: none}
	mac            = operations{DoSign: none, DoVerify: none, DoGenerate: hmacKey, DoImport: hmacKey, DoKeyLength: hmacKey}
	keyWrap        = operations{DoWrap: none, DoUnwrap: none, DoGenerate: aesKey, DoImport: none, DoKeyLength: aesKey}
)

// operations are those that an algorithm has, with the dictionary of each.
type operations map[Operation][]Member

func encryption(params []Member) operations {
	return operations{DoEncrypt: params, DoDecrypt: params, DoGenerate: aesKey, DoImport: none, DoKeyLength: aesKey}
}

func derivation(params []Member) operations {
	return operations{DoDerive: params, DoImport: none, DoKeyLength: none}
}

var digest = operations{DoDigest: none}

// algorithms are all that there are.
var algorithms = []struct {
	name string
	operations
}{
	{"SHA-1", digest},
	{"SHA-256", digest},
	{"SHA-384", digest},
	{"SHA-512", digest},
	{"SHA3-256", digest},
	{"SHA3-384", digest},
	{"SHA3-512", digest},
	{"HMAC", mac},
	{"AES-CBC", encryption(aesCBCParams)},
	{"AES-CTR", encryption(aesCTRParams)},
	{"AES-GCM", encryption(aesGCMParams)},
	{"AES-KW", keyWrap},
	{"RSASSA-PKCS1-v1_5", rsaSignature},
	{"RSA-PSS", rsaSalted},
	{"RSA-OAEP", rsaEncryption},
	{"ECDSA", curveSignature},
	{"ECDH", curveSecret},
	{"Ed25519", edSignature},
	{"X25519", xSecret},
	{"HKDF", derivation(hkdfParams)},
	{"PBKDF2", derivation(pbkdf2Params)},
}

// Lookup finds an algorithm that has an operation, by its name in whatever case. It returns the name as the specification spells it,
// and the members that the algorithm has then.
func Lookup(op Operation, name string) (canonical string, members []Member, err error) {
	for _, a := range algorithms {
		if strings.EqualFold(a.name, name) && isASCII(name) {
			if members, can := a.operations[op]; can {
				return a.name, members, nil
			}
		}
	}
	return "", nil, notSupported("Unrecognized algorithm name")
}

// isASCII reports whether case-insensitive comparison of ASCII applies: EqualFold folds other characters, too, such as the sign for Kelvin.
func isASCII(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool { return c > 0x7F }) < 0
}

package webcrypto

// Params are a normalized algorithm: its name, and those of the other members that it has.
type Params struct {
	Name           string
	Hash           string
	NamedCurve     string
	Length         int // bits, of a key or of a counter
	HasLength      bool
	ModulusLength  int
	PublicExponent []byte
	IV             []byte
	Counter        []byte
	AdditionalData []byte
	Label          []byte
	Salt           []byte
	Info           []byte
	TagLength      int // bits
	HasTagLength   bool
	SaltLength     int
	Iterations     int
	Public         *Key
}

// Kind is the type of a member in WebIDL.
type Kind int

// The kinds of members.
const (
	Octet  Kind = iota // 0 to 255
	Short              // 0 to 65,535
	Long               // 0 to 4,294,967,295
	Text               // a DOMString
	Hash               // a HashAlgorithmIdentifier
	Buffer             // a BufferSource
	Bytes              // a Uint8Array
	AKey               // a CryptoKey
)

// Member is a member of an algorithm's dictionary.
type Member struct {
	Name     string
	Kind     Kind
	Required bool
}

// Operation is what an algorithm can be asked for.
type Operation int

// The operations.
const (
	DoDigest Operation = iota
	DoEncrypt
	DoDecrypt
	DoSign
	DoVerify
	DoGenerate
	DoDerive
	DoImport
	DoKeyLength
	DoWrap
	DoUnwrap
)

package kafka

import (
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"hash"
	"strconv"
	"strings"

	"github.com/IBM/sarama"
)

// scram is the client's part of RFC 5802, without channel binding, which the library leaves to its users. The
// password is used as it is: fwrun does not prepare it as RFC 4013 says, which changes nothing in ASCII.
type scram struct {
	mechanism      sarama.SASLMechanism
	user, password string
	nonce, first   string // of this client; its first message without the header
	proof          []byte // that the server knows the password, too
	step           int
}

var _ sarama.SCRAMClient = (*scram)(nil)

var errSCRAM = errors.New("the server's answer to the authentication is not valid")

// Begin implements sarama.SCRAMClient.
func (s *scram) Begin(user, password, _ string) error {
	s.user, s.password, s.nonce, s.step = user, password, rand.Text(), 0
	return nil
}

// Done implements sarama.SCRAMClient.
func (s *scram) Done() bool { return s.step == 3 }

// Step implements sarama.SCRAMClient.
func (s *scram) Step(challenge string) (string, error) {
	s.step++
	switch s.step {
	case 1:
		s.first = "n=" + strings.NewReplacer("=", "=3D", ",", "=2C").Replace(s.user) + ",r=" + s.nonce
		return "n,," + s.first, nil
	case 2:
		return s.answer(challenge)
	default:
		if encoded, ok := strings.CutPrefix(challenge, "v="); ok {
			if proof, err := base64.StdEncoding.DecodeString(encoded); err == nil && hmac.Equal(proof, s.proof) {
				return "", nil
			}
		}
		return "", errSCRAM
	}
}

func (s *scram) answer(challenge string) (string, error) {
	fields := map[string]string{}
	for part := range strings.SplitSeq(challenge, ",") {
		name, value, _ := strings.Cut(part, "=")
		fields[name] = value
	}
	salt, err := base64.StdEncoding.DecodeString(fields["s"])
	rounds, failed := strconv.Atoi(fields["i"])
	if err != nil || failed != nil || rounds < 4096 || rounds > 1<<20 || !strings.HasPrefix(fields["r"], s.nonce) || fields["r"] == s.nonce {
		return "", errSCRAM
	}
	h := sha256.New
	if s.mechanism == sarama.SASLTypeSCRAMSHA512 {
		h = sha512.New
	}
	salted, err := pbkdf2.Key(h, s.password, salt, rounds, h().Size())
	if err != nil {
		return "", err
	}
	final := "c=biws,r=" + fields["r"]
	text := s.first + "," + challenge + "," + final
	key := sum(h, salted, "Client Key")
	digest := h()
	_, _ = digest.Write(key)
	proof := sum(h, digest.Sum(nil), text)
	for i := range proof {
		proof[i] ^= key[i]
	}
	s.proof = sum(h, sum(h, salted, "Server Key"), text)
	return final + ",p=" + base64.StdEncoding.EncodeToString(proof), nil
}

func sum(h func() hash.Hash, key []byte, text string) []byte {
	mac := hmac.New(h, key)
	_, _ = mac.Write([]byte(text))
	return mac.Sum(nil)
}

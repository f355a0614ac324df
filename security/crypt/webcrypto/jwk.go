package webcrypto

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/security/crypt/keys"
)

// checkJWK compares a JSON Web Key with what it is imported for.
func (s source) checkJWK(kty, use string) error {
	j := s.JWK
	switch {
	case j.Texts["kty"] != kty:
		return fmt.Errorf("kty is %q, not %q", j.Texts["kty"], kty)
	case s.usages != 0 && j.Has("use") && j.Texts["use"] != use:
		return fmt.Errorf("use is %q, not %q", j.Texts["use"], use)
	case j.KeyOps != nil && !allows(j.KeyOps, s.usages):
		return errors.New("key_ops do not have all usages, or some twice")
	case j.Ext != nil && !*j.Ext && s.extractable:
		return errors.New("ext is false, so the key cannot be extractable")
	}
	return nil
}

func allows(ops []string, usages Usages) bool {
	once := slices.Compact(slices.Sorted(slices.Values(ops)))
	if len(once) != len(ops) {
		return false
	}
	return !slices.ContainsFunc(usages.Names(), func(usage string) bool { return !slices.Contains(ops, usage) })
}

// checkAlg compares alg, if it is there.
func (s source) checkAlg(want string) error {
	if alg, has := s.JWK.Texts["alg"]; has && alg != want {
		return fmt.Errorf("alg is %q, not %q", alg, want)
	}
	return nil
}

// described adds to a JSON Web Key what the key tells of itself.
func described(j keys.JWK, k *Key, alg string) KeyData {
	if alg != "" {
		j.Texts["alg"] = alg
	}
	j.KeyOps, j.Ext = k.Usages.Names(), new(k.Extractable)
	return KeyData{JWK: j}
}

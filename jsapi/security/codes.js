// The beans that sign, digest and draw. The host adds the methods.

function injected(name) {
  return class { constructor() { throw new TypeError(`a ${name} cannot be made with new; inject it with @Autowired`); } };
}

class Hmac extends injected("Hmac") {}
class Digest extends injected("Digest") {}
class Random extends injected("Random") {}
class Totp extends injected("Totp") {}

return { Hmac, Digest, Random, Totp };

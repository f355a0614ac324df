// The classes of who is asking. The host adds the methods.

const { HttpRestException } = host;

function given(name, how) {
  return class { constructor() { throw new TypeError(`a ${name} cannot be made with new; ${how}`); } };
}

const inject = "inject it with @Autowired";
class Principal extends given("Principal", "declare a parameter of this type in a handler, or ask the SecurityContext") {}
class SecurityContext extends given("SecurityContext", inject) {}
class PasswordEncoder extends given("PasswordEncoder", inject) {}
class JwtService extends given("JwtService", inject) {}
class Session extends given("Session", "declare a parameter of this type in a handler") {}
class Sessions extends given("Sessions", inject) {}
class Logins extends given("Logins", inject) {}

class SecurityEvents {
  record() { throw new TypeError(`${this.constructor.name} extends SecurityEvents, but has no method record`); }
}


// Without a handler of its own, the error is answered with 401.
class JwtError extends HttpRestException {
  constructor(message) {
    super(401, message, { "WWW-Authenticate": `Bearer error="invalid_token", error_description="${message}"` });
    Object.defineProperty(this, "name", { value: "JwtError", writable: true, configurable: true });
  }
}

// Beans that say whose credentials are extend these.
class ApiKeys {
  find() { throw new TypeError(`${this.constructor.name} extends ApiKeys, but has no method find`); }
}
class Users {
  find() { throw new TypeError(`${this.constructor.name} extends Users, but has no method find`); }
}

class OidcUsers {
  find() { throw new TypeError(`${this.constructor.name} extends OidcUsers, but has no method find`); }
}

return { Principal, Session, SecurityContext, PasswordEncoder, JwtService, Sessions, Logins, SecurityEvents, JwtError, ApiKeys, Users, OidcUsers };

/** Who is asking: demands on handlers and methods, principals, passwords and tokens. */
declare module "fwrun" {
  export {};

  type OnClass = import("./decorators").OnClass;
  type OnMethod = import("./decorators").OnMethod;
  type OnFunction = import("./decorators").OnFunction;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /**
   * Demands one of some roles of those who call a handler, or every handler of a class. Who is not known is answered with 401, who has
   * none of the roles with 403, before anything is bound or read. The decorator of a method takes the place of that of its class. A role
   * is also had by those whose role includes it (`security.roles`); a scope is written as `"SCOPE_orders"`.
   *
   * Around a public method of a service, or all of them, the demand is made of those on whose behalf it is called, and refused with an
   * `HttpRestException`.
   *
   * `@RolesAllowed("ADMIN") remove(id: int) { … }`
   */
  export const RolesAllowed: ((...roles: string[]) => OnClass & OnMethod & OnFunction) &
    CalledWith<OnClass & OnMethod & OnFunction, RolesAllowedOptions, "roles">;

  /** The options of {@link RolesAllowed}. */
  export interface RolesAllowedOptions {
    /** The caller needs one of these roles. */
    roles: string | readonly string[];
  }

  /** Demands that those who call a handler or a method are known: `@Authenticated mine() { … }`. */
  export const Authenticated: OnClass & OnMethod & (() => OnClass & OnMethod & OnFunction);

  /** Demands nothing of those who call a handler or a method, in a class that demands something: `@PermitAll logIn(c: Credentials) { … }`. */
  export const PermitAll: OnClass & OnMethod & (() => OnClass & OnMethod & OnFunction);

  /** Refuses everybody. */
  export const DenyAll: OnClass & OnMethod & (() => OnClass & OnMethod & OnFunction);

  /**
   * Asks a function before a method is called, of a service or of a controller: it gets who is asking, null if nobody is known, and the
   * arguments by the names of the parameters, without default values. Unless it returns true, or a promise of true, the call is refused
   * with an `HttpRestException`: 401 if nobody is known, or else 403. So it is if the function throws, and then the error is logged. The
   * function of a method of a service that is not async is not async either.
   *
   * `@PreAuthorize((who, { owner }) => who?.getName() === owner) orders(owner: string) { … }`
   */
  export const PreAuthorize: CalledWith<OnMethod, PreAuthorizeOptions, "check">;

  /** The options of {@link PreAuthorize}. */
  export interface PreAuthorizeOptions {
    /** The function that allows a call. */
    check: (principal: Principal | null, args: Record<string, any>) => boolean | Promise<boolean>;
  }

  /**
   * Asks a function after a method has returned, or its promise is fulfilled, before the caller gets the result. What the method has done
   * stays done.
   *
   * `@PostAuthorize((who, order) => order.owner === who?.getName()) find(id: int): Order { … }`
   */
  export const PostAuthorize: CalledWith<OnMethod, PostAuthorizeOptions, "check">;

  /** The options of {@link PostAuthorize}. */
  export interface PostAuthorizeOptions {
    /** The function that allows a result. */
    check: (principal: Principal | null, result: any, args: Record<string, any>) => boolean | Promise<boolean>;
  }

  /**
   * Who is asking. A handler has a parameter of this type: with `Principal` it demands that somebody is known, with `Principal | null`
   * it is null otherwise.
   *
   * `@GetMapping("/mine") mine(who: Principal) { return this.orders.of(who.getName()); }`
   */
  export class Principal {
    private constructor();

    /** The name: the claim `sub` of a token. */
    getName(): string;

    /** The roles, as the credentials name them. */
    getRoles(): string[];

    /** Reports whether it has a role, or one that includes it. */
    hasRole(role: string): boolean;

    /** The scopes of a token: its claim `scope` or `scp`. */
    getScopes(): string[];

    /** What else the credentials say: the claims of a token, or those with which a provider has vouched for a log-in. */
    readonly claims: Record<string, any>;
  }

  /**
   * What the application knows of a client from one request to the next, where `security.session.enabled` is true. A handler has a
   * parameter of this type. The client finds its session by a cookie, which it is given when there is something to keep. What is changed
   * is kept before the answer is sent; values are written as JSON.
   *
   * `logIn(c: Credentials, session: Session) { session.login({ name: c.name, roles: ["USER"] }); }`
   */
  export class Session {
    private constructor();

    /** What the client finds the session by; null for a session that is not kept yet. */
    readonly id: string | null;

    /** Makes somebody known by the session from the next request on. The session gets another id. */
    login(user: { name: string; roles?: readonly string[] }): void;

    /** Ends the session, and removes all that was kept. */
    logout(): void;

    /** Returns a value, or undefined if there is none. */
    get(key: string): any;

    /** Keeps a value; undefined removes it. All values of a session have 64 KiB at most. */
    set(key: string, value: unknown): void;

    /** Removes a value. */
    remove(key: string): void;

    /** Keeps a value until it is read, such as a message for the next page. */
    flash(key: string, value: unknown): void;

    /** Returns a value that was kept until it is read, and removes it. */
    flash(key: string): any;
  }

  /** The sessions of users. Inject it by its type. */
  export class Sessions {
    private constructor();

    /** Returns when the sessions of a user began, and when they were used last, the latest first. */
    list(name: string): Promise<{ began: Date; used: Date }[]>;

    /** Ends all sessions of a user, and returns how many there were. */
    endAll(name: string): Promise<number>;
  }

  /**
   * Logs somebody in by a password, and locks out who guesses: a name after `security.login.limit.failures` failures, whether or not there
   * is such a user, and an address after `per-address`. Inject it by its type.
   *
   * `if (!(await this.logins.check(c.name, c.password, user?.hash))) throw new HttpRestException(401, "the name or the password is wrong");`
   */
  export class Logins {
    private constructor();

    /**
     * Reports whether a hash was made of a password, as {@link PasswordEncoder.matches} does: pass null as the hash of a user that there is
     * not. It counts a failure of the name and of the client's address, or forgets those of the name. While one of them is locked out, it
     * throws an `HttpRestException` with 429 and `Retry-After`, and no password is looked at.
     */
    check(name: string, password: string, hash: string | null | undefined): Promise<boolean>;

    /** Throws an `HttpRestException` with 429 and `Retry-After` while the name or the client's address is locked out. */
    assertAllowed(name: string): void;

    /** Counts a failure of the name and of the client's address, for what is not a password, such as a code. */
    failed(name: string): void;

    /** Forgets the failures of the name, ends its lock-out, and tells that somebody has logged in. */
    succeeded(name: string): void;
  }

  /** What happens to the security of an application. A bean of a class that extends {@link SecurityEvents} is called with it. */
  export interface SecurityEvent {
    /**
     * What has happened: somebody has logged in or out, or all sessions of somebody were ended; a log-in has failed, or it or an API key was
     * refused because of a lock-out; a request of somebody who is known was denied; credentials such as a token were refused.
     */
    readonly type: "login" | "logout" | "revoked" | "failure" | "locked" | "denied" | "refused";

    /** Who it was, or who was named: of 256 bytes at most, characters that are not shown are escaped. */
    readonly name: string | null;

    /** The address of the client. */
    readonly address: string | null;

    /** The path of the request. */
    readonly path: string | null;

    /** The id of the request, as the log has it. */
    readonly requestId: string | null;

    /** When it has happened. */
    readonly at: Date;
  }

  /**
   * A bean of a class that extends it is called with each security event, beside the requests, to keep an audit trail.
   *
   * `@Service export class AuditTrail extends SecurityEvents { record(event: SecurityEvent) { … } }`
   */
  export class SecurityEvents {
    /** Keeps an event. Its errors are logged, and concern nobody else. */
    record(event: SecurityEvent): void | Promise<void>;
  }

  /**
   * Says who somebody is who logs in with a provider of `security.oidc`. Extend it in a bean, of which there is one at most; without one,
   * everybody is let in whom a provider knows.
   *
   * `@Service`, and below it:
   *
   *     export class Members extends OidcUsers {
   *       constructor(private readonly members: MemberRepository) { super(); }
   *       async find(provider: string, claims: Record<string, any>) {
   *         const found = await this.members.findBySubject(provider, claims.sub);
   *         return found && { name: found.name, roles: found.roles };
   *       }
   *     }
   */
  export class OidcUsers {
    /**
     * Returns who somebody is here; null for somebody who has no place, which is answered with 403. The claims are those of the id token.
     * `sub` is the one that a provider never gives to another user; an address such as `email` may be, and says little without
     * `email_verified`.
     */
    find(provider: string, claims: Record<string, any>): OidcUser | null | undefined | Promise<OidcUser | null | undefined>;
  }

  /** Who somebody is who has logged in with a provider. */
  export interface OidcUser {
    /** What the user is called here. */
    name: string;
    /** The roles; none when left out. */
    roles?: readonly string[];
  }

  /** Who is asking, for beans that are not handlers. Inject it by its type. It follows awaits, and methods with `@Async`. */
  export class SecurityContext {
    private constructor();

    /** Who the current request comes from; null if nobody knows, or if there is no request. */
    getPrincipal(): Principal | null;
  }

  /**
   * Makes hashes of passwords, and compares passwords with them, outside of the workers. Inject it by its type. New hashes are
   * argon2id; those of bcrypt, scrypt and PBKDF2 are read, also as Spring, Django and passlib write them.
   */
  export class PasswordEncoder {
    private constructor();

    /** Returns the hash of a password, to be kept with the user. A password is not empty and has at most 4,096 bytes. */
    encode(password: string): Promise<string>;

    /**
     * Reports whether a hash was made of a password. Pass null as the hash of a user that there is not: it takes as long, so that nobody
     * learns from the time which users there are.
     */
    matches(password: string, hash: string | null | undefined): Promise<boolean>;

    /** Reports whether a hash should be made again at the next log-in, since today's are stronger. */
    needsRehash(hash: string): Promise<boolean>;
  }

  /**
   * Says whose API keys are, where `security.api-keys` is set: extend it in a bean. What it says is kept for
   * `security.api-keys.cache`, and that a key is nobody's for a second.
   *
   * `@Service`, and below it:
   *
   *     export class Keys extends ApiKeys {
   *       find(key: string) { return key === "k-4711" ? { name: "reports", scopes: ["read"] } : null; }
   *     }
   */
  export abstract class ApiKeys {
    /**
     * Returns whose a key is; null if it is nobody's, which is counted: an address that sends too many of those is
     * answered with 429, and nobody is asked (`security.api-keys.limit`). A call that throws is answered with 500.
     */
    abstract find(key: string): ApiKeyOwner | null | undefined | Promise<ApiKeyOwner | null | undefined>;
  }

  /** Whose an API key is. */
  export interface ApiKeyOwner {
    /** The name of the principal. */
    name: string;
    /** The roles. */
    roles?: readonly string[] | null;
    /** The scopes. */
    scopes?: readonly string[] | null;
  }

  /**
   * Says who the users are that send their passwords, where `security.basic.enabled` is true: extend it in a bean. The password is
   * checked outside of the workers; a good one need not be checked again for `security.basic.cache`.
   *
   * `@Service`, and below it:
   *
   *     export class People extends Users {
   *       constructor(private repository: UserRepository) { super(); }
   *       find(name: string) { return this.repository.findByName(name); }
   *     }
   */
  export abstract class Users {
    /** Returns the user with a name; null if there is none. A call that throws is answered with 500. */
    abstract find(name: string): UserAccount | null | undefined | Promise<UserAccount | null | undefined>;
  }

  /** A user who has a password. */
  export interface UserAccount {
    /** The hash of the password, as {@link PasswordEncoder} makes and reads it; null for a user who has none. */
    password: string | null | undefined;
    /** The roles. */
    roles?: readonly string[] | null;
  }

  /** Signs and verifies JSON Web Tokens with the keys of `security.jwt`. Inject it by its type. */
  export class JwtService {
    private constructor();

    /**
     * Returns a token with these claims, signed with the first key of `security.jwt` that can sign. What they do not say of iss, aud, iat
     * and exp is added.
     *
     * `await this.tokens.sign({ sub: user.name, roles: user.roles }, { expiresIn: "15m" })`
     */
    sign(claims: Record<string, unknown>, options?: { expiresIn?: DurationOption }): Promise<string>;

    /** Returns the claims of a token that is good. Otherwise it throws a {@link JwtError}. */
    verify(token: string): Promise<Record<string, any>>;
  }

  /** The error of a token that is not good. Its message says why, and may be shown to anyone. Uncaught, it is answered with 401. */
  export class JwtError extends HttpRestException {
    /** The message says why, and may be shown to anyone. */
    constructor(message: string);
  }

  /** How the bytes of a signature or a digest are written as text; base64url has no padding. */
  export type CodeEncoding = "hex" | "base64" | "base64url";

  /** The options of {@link Hmac}. */
  export interface HmacOptions {
    /** The hash below it. Default: "SHA-256". */
    algorithm?: "SHA-256" | "SHA-384" | "SHA-512";
    /** Default: "hex". */
    encoding?: CodeEncoding;
    /** What stands before the signature, such as `"sha256="`. */
    prefix?: string;
  }

  /** Signs texts and bytes of 1 MiB at most with a secret, and checks such signatures (HMAC). Inject it by its type. */
  export class Hmac {
    private constructor();

    /** Returns the signature. A text is signed as UTF-8; the secret must not be empty. */
    sign(input: string | Uint8Array | ArrayBuffer, secret: string | Uint8Array | ArrayBuffer, options?: HmacOptions): string;

    /**
     * Reports whether a signature is that of an input, in a time that does not depend on how much of it is right. Hex may have capitals; a
     * signature that is missing is wrong.
     *
     * `this.hmac.verify(body, request.getFirstHeader("X-Hub-Signature-256"), secret, { prefix: "sha256=" })`
     */
    verify(
      input: string | Uint8Array | ArrayBuffer,
      signature: string | null | undefined,
      secret: string | Uint8Array | ArrayBuffer,
      options?: HmacOptions,
    ): boolean;
  }

  /** The options of {@link Digest}. */
  export interface DigestOptions {
    /** Default: "SHA-256". SHA-1 and MD5 are for checksums that others demand: they protect nothing. */
    algorithm?: "SHA-256" | "SHA-384" | "SHA-512" | "SHA-1" | "MD5";
    /** Default: "hex". */
    encoding?: CodeEncoding;
  }

  /** Makes digests of texts and bytes. For passwords use {@link PasswordEncoder}. Inject it by its type. */
  export class Digest {
    private constructor();

    /** Returns the digest of a text, as UTF-8, or of bytes, of 1 MiB at most. */
    of(input: string | Uint8Array | ArrayBuffer, options?: DigestOptions): string;
  }

  /** Draws values that nobody can guess. Inject it by its type. */
  export class Random {
    private constructor();

    /** Returns random bytes as base64url: 43 characters for the 32 bytes that are the default. At most 65,536 bytes. */
    token(bytes?: number): string;

    /** Returns 1 to 65,536 random bytes. */
    bytes(n: number): Uint8Array;

    /** Returns a whole number from min up to but not including max, each as likely as the others: `random.int(1, 7)` rolls a die. */
    int(min: number, max: number): number;

    /** Returns a random UUID, version 4. */
    uuid(): string;
  }

  /**
   * Makes and checks one-time codes by time, as authenticator apps show them (TOTP, RFC 6238): six digits for 30 seconds. Inject it by its
   * type. Keep the secret of a user like a password that has to be read again: encrypted, or where only the application reads it.
   */
  export class Totp {
    private constructor();

    /** Returns a new secret of 20 bytes, in base32. */
    secret(): string;

    /** Returns what a QR code for an authenticator app says. Neither account nor issuer has a colon. */
    uri(options: { secret: string; account: string; issuer: string }): string;

    /** Returns the code of a time, now by default: what the app shows. `at` is a Date, or milliseconds since 1970. */
    code(secret: string, options?: { at?: Date | number }): string;

    /**
     * Returns the number of the 30-second step that a code belongs to, or null if it is wrong. `window` is how many steps before and after
     * count, 1 by default and 10 at most. Keep the step that was returned and pass it as `after` the next time, so that no code is good
     * twice.
     *
     * `const step = this.totp.verify(user.secret, code, { after: user.lastStep });`
     */
    verify(
      secret: string,
      code: string | null | undefined,
      options?: { window?: number; after?: number | null; at?: Date | number },
    ): number | null;
  }
}

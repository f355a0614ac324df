// Web Cryptography: crypto.subtle, and the keys that it makes. Every method returns a promise, and works beside the worker: other requests do not wait.
// What is wrong with arguments is a TypeError; everything else is a DOMException, whose name says what: "DataError" for a key that cannot be read,
// "InvalidAccessError" for one that must not be used for this, "NotSupportedError" for an algorithm that there is not, "SyntaxError" for usages that do
// not fit, and "OperationError" for what failed, such as what cannot be decrypted.

/** What a key may be used for. */
type KeyUsage = "encrypt" | "decrypt" | "sign" | "verify" | "deriveKey" | "deriveBits" | "wrapKey" | "unwrapKey";
/** How a key is written: its bytes or its point, SubjectPublicKeyInfo, PKCS #8, or a JSON Web Key. */
type KeyFormat = "raw" | "spki" | "pkcs8" | "jwk";
/** What a key is: one that both sides have, or a half of a pair. */
type KeyType = "secret" | "private" | "public";
/** The name of an algorithm, in whatever case. */
type AlgorithmIdentifier = string | Algorithm;
/** A hash function: SHA-1, SHA-256, SHA-384, SHA-512, SHA3-256, SHA3-384 or SHA3-512. */
type HashAlgorithmIdentifier = AlgorithmIdentifier;
/** A whole number of any length, its highest byte first. */
type BigInteger = Uint8Array;
/** The name of a curve: P-256, P-384 or P-521. */
type NamedCurve = string;

/** An algorithm that needs no more than its name. */
interface Algorithm {
  /** Such as "AES-GCM". */
  name: string;
}
/** What a key tells of its algorithm. */
interface KeyAlgorithm extends Algorithm {}
/** For keys of RSA: "RSASSA-PKCS1-v1_5", "RSA-PSS", "RSA-OAEP". */
interface RsaHashedKeyGenParams extends Algorithm {
  /** In bits, from 1024 to 4096; 2048 or more is safe. */
  modulusLength: number;
  /** 65537, which is `new Uint8Array([1, 0, 1])`. */
  publicExponent: BigInteger;
  /** The hash function for which the key is. */
  hash: HashAlgorithmIdentifier;
}
/** For keys of RSA that are imported. */
interface RsaHashedImportParams extends Algorithm {
  /** The hash function for which the key is. */
  hash: HashAlgorithmIdentifier;
}
/** For keys of curves: "ECDSA", "ECDH". */
interface EcKeyGenParams extends Algorithm {
  /** P-256, P-384 or P-521. */
  namedCurve: NamedCurve;
}
/** For keys of curves that are imported. */
interface EcKeyImportParams extends Algorithm {
  /** P-256, P-384 or P-521. */
  namedCurve: NamedCurve;
}
/** For keys of "HMAC". */
interface HmacKeyGenParams extends Algorithm {
  /** The hash function. */
  hash: HashAlgorithmIdentifier;
  /** In bits; by default that of a block of the hash function. */
  length?: number;
}
/** For keys of "HMAC" that are imported. */
interface HmacImportParams extends Algorithm {
  /** The hash function. */
  hash: HashAlgorithmIdentifier;
  /** In bits; by default that of the bytes. */
  length?: number;
}
/** For keys of "AES-CBC", "AES-CTR", "AES-GCM" and "AES-KW". */
interface AesKeyGenParams extends Algorithm {
  /** 128, 192 or 256 bits. */
  length: number;
}
/** For keys of AES that are derived. */
interface AesDerivedKeyParams extends Algorithm {
  /** 128, 192 or 256 bits. */
  length: number;
}
/** For "AES-CBC". */
interface AesCbcParams extends Algorithm {
  /** 16 bytes, random for each text. */
  iv: BufferSource;
}
/** For "AES-CTR". */
interface AesCtrParams extends Algorithm {
  /** The first block, of 16 bytes, none of which may occur twice with a key. */
  counter: BufferSource;
  /** How many bits of it count, from the last one; 1 to 128. */
  length: number;
}
/** For "AES-GCM". */
interface AesGcmParams extends Algorithm {
  /** Best of 12 bytes; never the same twice with a key. */
  iv: BufferSource;
  /** What is not encrypted, and must not be changed, either. */
  additionalData?: BufferSource;
  /** 32, 64, 96, 104, 112, 120 or 128 bits, the default. */
  tagLength?: number;
}
/** For "RSA-OAEP". */
interface RsaOaepParams extends Algorithm {
  /** What both sides know; by default nothing. */
  label?: BufferSource;
}
/** For "RSA-PSS". */
interface RsaPssParams extends Algorithm {
  /** In bytes; that of the digest is usual. */
  saltLength: number;
}
/** For "ECDSA". */
interface EcdsaParams extends Algorithm {
  /** The hash function. */
  hash: HashAlgorithmIdentifier;
}
/** For "ECDH" and "X25519". */
interface EcdhKeyDeriveParams extends Algorithm {
  /** The key of the other side. */
  public: CryptoKey;
}
/** For "HKDF". */
interface HkdfParams extends Algorithm {
  /** The hash function. */
  hash: HashAlgorithmIdentifier;
  /** What the key is for. */
  info: BufferSource;
  /** Random, or empty. */
  salt: BufferSource;
}
/** For "PBKDF2". */
interface Pbkdf2Params extends Algorithm {
  /** The hash function. */
  hash: HashAlgorithmIdentifier;
  /** 600,000 is a good number for SHA-256; at most 100,000,000. */
  iterations: number;
  /** Random, 16 bytes or more. */
  salt: BufferSource;
}

/** A JSON Web Key (RFC 7517). Numbers and bytes are base64url. */
interface JsonWebKey {
  /** The algorithm for which the key is. */
  alg?: string;
  /** The name of the curve. */
  crv?: string;
  /** The private number. */
  d?: string;
  /** Of RSA. */
  dp?: string;
  /** Of RSA. */
  dq?: string;
  /** The public exponent. */
  e?: string;
  /** Whether the key may be exported. */
  ext?: boolean;
  /** The bytes of a secret key. */
  k?: string;
  /** What the key may be used for. */
  key_ops?: string[];
  /** The kind of key: oct, RSA, EC or OKP. */
  kty?: string;
  /** The modulus. */
  n?: string;
  /** More primes, with which a key is refused. */
  oth?: { d?: string; r?: string; t?: string }[];
  /** A prime. */
  p?: string;
  /** The other prime. */
  q?: string;
  /** Of RSA. */
  qi?: string;
  /** "sig" or "enc". */
  use?: string;
  /** The public point. */
  x?: string;
  /** The public point. */
  y?: string;
}

/** A key. What it is stays where scripts cannot reach it, unless it is extractable. `structuredClone` makes another object for the same key. */
declare class CryptoKey {
  private constructor();
  /** Whether it is a secret key, or a half of a pair. */
  readonly type: KeyType;
  /** Whether exportKey and wrapKey may take it. */
  readonly extractable: boolean;
  /** The name of its algorithm, its length and the like. */
  readonly algorithm: KeyAlgorithm;
  /** What it may be used for. */
  readonly usages: KeyUsage[];
}

/** Two keys that belong together. */
interface CryptoKeyPair {
  /** The key that is kept. */
  privateKey: CryptoKey;
  /** The key for others. */
  publicKey: CryptoKey;
}

/** The type of `crypto.subtle`. */
declare class SubtleCrypto {
  private constructor();
  /** Encrypts data: AES-GCM, AES-CBC, AES-CTR, RSA-OAEP. */
  encrypt(algorithm: AlgorithmIdentifier | RsaOaepParams | AesCtrParams | AesCbcParams | AesGcmParams, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  /** Decrypts data. What was changed on its way, or is another key's, is an "OperationError". */
  decrypt(algorithm: AlgorithmIdentifier | RsaOaepParams | AesCtrParams | AesCbcParams | AesGcmParams, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  /** Signs data: HMAC, Ed25519, ECDSA, RSA-PSS, RSASSA-PKCS1-v1_5. */
  sign(algorithm: AlgorithmIdentifier | RsaPssParams | EcdsaParams, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  /** Resolves to whether a signature is one of the data. */
  verify(algorithm: AlgorithmIdentifier | RsaPssParams | EcdsaParams, key: CryptoKey, signature: BufferSource, data: BufferSource): Promise<boolean>;
  /** Computes the digest of data. */
  digest(algorithm: AlgorithmIdentifier, data: BufferSource): Promise<ArrayBuffer>;
  /** Makes a pair of keys. */
  generateKey(algorithm: "Ed25519" | "X25519" | { name: "Ed25519" | "X25519" } | RsaHashedKeyGenParams | EcKeyGenParams, extractable: boolean, keyUsages: readonly KeyUsage[]): Promise<CryptoKeyPair>;
  /** Makes a secret key. */
  generateKey(algorithm: AesKeyGenParams | HmacKeyGenParams, extractable: boolean, keyUsages: readonly KeyUsage[]): Promise<CryptoKey>;
  /** Makes a secret key or a pair of keys. */
  generateKey(algorithm: AlgorithmIdentifier, extractable: boolean, keyUsages: readonly KeyUsage[]): Promise<CryptoKeyPair | CryptoKey>;
  /** Derives a key from another: PBKDF2, HKDF, ECDH, X25519. */
  deriveKey(
    algorithm: AlgorithmIdentifier | EcdhKeyDeriveParams | HkdfParams | Pbkdf2Params, baseKey: CryptoKey,
    derivedKeyType: AlgorithmIdentifier | AesDerivedKeyParams | HmacImportParams | HkdfParams | Pbkdf2Params, extractable: boolean, keyUsages: readonly KeyUsage[],
  ): Promise<CryptoKey>;
  /** Derives so many bits from a key; without a number, all that two keys agree on. */
  deriveBits(algorithm: AlgorithmIdentifier | EcdhKeyDeriveParams | HkdfParams | Pbkdf2Params, baseKey: CryptoKey, length?: number | null): Promise<ArrayBuffer>;
  /** Makes a key of a JSON Web Key. */
  importKey(
    format: "jwk", keyData: JsonWebKey, algorithm: AlgorithmIdentifier | RsaHashedImportParams | EcKeyImportParams | HmacImportParams | AesKeyGenParams,
    extractable: boolean, keyUsages: readonly KeyUsage[],
  ): Promise<CryptoKey>;
  /** Makes a key of bytes, which have at most 65,536 for keys of pairs. */
  importKey(
    format: Exclude<KeyFormat, "jwk">, keyData: BufferSource, algorithm: AlgorithmIdentifier | RsaHashedImportParams | EcKeyImportParams | HmacImportParams | AesKeyGenParams,
    extractable: boolean, keyUsages: readonly KeyUsage[],
  ): Promise<CryptoKey>;
  /** Writes a key that is extractable as a JSON Web Key. */
  exportKey(format: "jwk", key: CryptoKey): Promise<JsonWebKey>;
  /** Writes a key that is extractable as bytes. */
  exportKey(format: Exclude<KeyFormat, "jwk">, key: CryptoKey): Promise<ArrayBuffer>;
  /** Writes a key that is extractable in some format. */
  exportKey(format: KeyFormat, key: CryptoKey): Promise<ArrayBuffer | JsonWebKey>;
  /** Exports a key, and encrypts that with another one: AES-KW, or an algorithm of {@link encrypt}. */
  wrapKey(format: KeyFormat, key: CryptoKey, wrappingKey: CryptoKey, wrapAlgorithm: AlgorithmIdentifier | RsaOaepParams | AesCtrParams | AesCbcParams | AesGcmParams): Promise<ArrayBuffer>;
  /** Decrypts a key that was wrapped, and imports it. */
  unwrapKey(
    format: KeyFormat, wrappedKey: BufferSource, unwrappingKey: CryptoKey, unwrapAlgorithm: AlgorithmIdentifier | RsaOaepParams | AesCtrParams | AesCbcParams | AesGcmParams,
    unwrappedKeyAlgorithm: AlgorithmIdentifier | RsaHashedImportParams | EcKeyImportParams | HmacImportParams | AesKeyGenParams, extractable: boolean, keyUsages: readonly KeyUsage[],
  ): Promise<CryptoKey>;
}

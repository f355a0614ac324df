// CacheManager and LockManager: caches and locks without decorators.

function nameOf(name, what) {
  if (typeof name !== "string" || name === "") throw new TypeError(`${what} takes the name as a text that is not empty`);
  return name;
}

class Cache {
  #name;
  constructor(name) { this.#name = nameOf(name, "a cache"); }
  get name() { return this.#name; }
  get(key, make, options) { return host.cache.get(this.#name, key, make, options?.ttl); }
  put(key, value, options) { host.cache.put(this.#name, key, value, options?.ttl); }
  evict(key) { host.cache.evict(this.#name, key); }
  clear() { host.cache.clear(this.#name); }
}

class CacheManager {
  constructor() { throw new TypeError("a CacheManager cannot be made with new; inject it with @Autowired"); }
  getCache(name) { return new Cache(nameOf(name, "getCache")); }
}

class Lock {
  #lease;
  constructor(lease) { this.#lease = lease; }
  get token() { return this.#lease.token; }
  extend(ttl) { this.#lease.extend(ttl); }
  release() { this.#lease.release(); }
}

class LockManager {
  constructor() { throw new TypeError("a LockManager cannot be made with new; inject it with @Autowired"); }
  tryLock(name, options) {
    const lease = host.lock.take(nameOf(name, "tryLock"), options?.wait, options?.ttl);
    return lease === null ? null : new Lock(lease);
  }
  withLock(name, work, options) {
    if (typeof work !== "function") throw new TypeError("withLock takes a name and a function");
    const async = Object.prototype.toString.call(work) === "[object AsyncFunction]";
    return host.lock.around(nameOf(name, "withLock"), work, options?.wait, options?.ttl, async);
  }
}

return { Cache, CacheManager, LockManager };

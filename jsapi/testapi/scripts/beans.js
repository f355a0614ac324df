// Access to the application's beans, and fakes for them.

// fake replaces a bean by a value, before any bean is made.
function fake(wanted, members) {
  const at = new Error();
  if (typeof wanted === "string") {
    host.fake(wanted, members, at);
    return members;
  }
  if (typeof wanted !== "function") {
    throw new TypeError(`fake takes the class of a bean, or its name, not ${shared.brief(wanted)}`);
  }
  if (!shared.isObject(members)) {
    throw new TypeError(`fake(${wanted.name}) takes an object with the members to use, not ${shared.brief(members)}`);
  }
  const made = instance(wanted, members);
  host.fake(wanted, made, at);
  return made;
}

// instance returns an object of the class with the given members. All other members of the class throw.
function instance(type, members) {
  const made = Object.create(type.prototype);
  const methods = shared.methodNames(type.prototype);
  for (let p = type.prototype; p && p !== Object.prototype; p = Object.getPrototypeOf(p)) {
    for (const name of Object.getOwnPropertyNames(p)) {
      if (name !== "constructor" && !Object.hasOwn(made, name)) hide(made, type, name, methods.includes(name));
    }
  }
  for (const key of Reflect.ownKeys(members)) {
    const member = Object.getOwnPropertyDescriptor(members, key);
    if (typeof member.value === "function" && typeof key === "string" && !methods.includes(key)) {
      const near = host.near(key, methods);
      if (near) throw new TypeError(`fake(${type.name}): the class has no method ${key}${near}`);
    }
    Object.defineProperty(made, key, { ...member, enumerable: true, configurable: true });
  }
  return made;
}

function hide(made, type, name, isMethod) {
  const refuse = () => {
    throw new TypeError(`${type.name} is faked and has no ${name}; add it to fake(${type.name}, { … })`);
  };
  const how = isMethod ? { value: refuse, writable: true } : { get: refuse };
  Object.defineProperty(made, name, { ...how, enumerable: false, configurable: true });
}

// bean returns the bean of a class or a name, or its fake.
function bean(wanted) {
  if (typeof wanted !== "string" && typeof wanted !== "function") {
    throw new TypeError(`bean takes the class of a bean, or its name, not ${shared.brief(wanted)}`);
  }
  return host.bean(wanted);
}

return { fake, bean };

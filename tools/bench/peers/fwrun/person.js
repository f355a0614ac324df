export class Address {
  /** @type {string} */
  street;
  /** @type {string} */
  city;
}

/** What POST /users takes. */
export class Person {
  /** @type {string} */
  name;
  /** @type {string} */
  email;
  /** @type {int} */
  age;
  /** @type {list<string>} */
  tags;
  /** @type {Address} */
  address;
}

// describe, it and the hooks: they register what to run, in order.

const register = {};

// options reads the arguments after a name: (body), (body, 500), (body, {timeout: 500}) and ({timeout: 500}, body).
function options(args, what, name) {
  let [body, more] = args;
  if (typeof body === "object" && body !== null) [more, body] = args;
  if (typeof body !== "function") throw new TypeError(`${what}(${JSON.stringify(name)}) has no function to run`);
  const timeout = typeof more === "number" ? more : more?.timeout ?? 0;
  if (!Number.isFinite(timeout) || timeout < 0) throw new RangeError(`${what}(${JSON.stringify(name)}): timeout takes milliseconds`);
  return { body, timeout };
}

function nameOf(name, what) {
  if (typeof name === "function") return name.name;
  if (typeof name !== "string") throw new TypeError(`${what} takes a name first, not ${shared.brief(name)}`);
  return name;
}

function suite(mode, at, name, args, row) {
  name = nameOf(name, "describe");
  const { body } = options(args, "describe", name);
  host.open(name, mode, at);
  try {
    if (body(...row) instanceof Promise) {
      throw new TypeError(`describe(${JSON.stringify(name)}) is async; tests are collected without waiting, so await in beforeAll`);
    }
  } finally {
    host.close();
  }
}

function test(mode, at, name, args, row) {
  name = nameOf(name, "it");
  if (mode === "todo") return host.test(name, mode, at, () => {}, 0);
  const { body, timeout } = options(args, "it", name);
  if (row.length === 0 && body.length > 0) {
    throw new TypeError(`it(${JSON.stringify(name)}): the function has a parameter, but gets no argument; ` +
      "instead of calling done, return a promise or make the function async");
  }
  host.test(name, mode, at, row.length === 0 ? body : () => body(...row), timeout);
}

// family returns describe or it with its variants: .skip, .only, .each, …
function family(run) {
  const variant = (mode) => {
    const one = (name, ...args) => run(mode, new Error(), name, args, []);
    one.each = (table, ...values) => (name, ...args) => {
      const at = new Error();
      const rows = Array.isArray(table?.raw) ? rowsOf(table, values) : table;
      if (!Array.isArray(rows)) throw new TypeError(".each takes an array of rows, or a table as a template");
      rows.forEach((row, i) => run(mode, at, nameRow(nameOf(name, ".each"), row, i), args, Array.isArray(row) ? row : [row]));
    };
    return one;
  };
  const whole = variant("run");
  whole.only = variant("only");
  whole.skip = variant("skip");
  whole.todo = (name) => run("todo", new Error(), name, [() => {}], []);
  whole.skipIf = (condition) => condition ? whole.skip : whole;
  whole.runIf = (condition) => condition ? whole : whole.skip;
  return whole;
}

// rowsOf reads a table: it.each`a | b ${1} | ${2}`.
function rowsOf(strings, values) {
  const names = strings[0].split("|").map((name) => name.trim());
  const rows = [];
  for (let i = 0; i < values.length; i += names.length) {
    rows.push(Object.fromEntries(names.map((name, column) => [name, values[i + column]])));
  }
  return rows;
}

// nameRow fills in %s, %d, %i, %f, %j, %o, %# and $member.
function nameRow(name, row, index) {
  const values = Array.isArray(row) ? [...row] : [row];
  const filled = name.replace(/%([sdifjop#%])/g, (whole, kind) => {
    if (kind === "%") return "%";
    if (kind === "#") return String(index);
    if (values.length === 0) return whole;
    const value = values.shift();
    if (kind === "s" && typeof value === "string") return value;
    return kind === "j" ? JSON.stringify(value) : shared.brief(value);
  });
  if (!shared.isObject(row) || Array.isArray(row)) return filled;
  return filled.replace(/\$([A-Za-z_][\w.]*)/g, (whole, path) => {
    const value = path.split(".").reduce((object, key) => object?.[key], row);
    return value === undefined ? whole : typeof value === "string" ? value : shared.brief(value);
  });
}

register.describe = family(suite);
register.it = family(test);
register.test = register.it;
for (const kind of ["beforeAll", "beforeEach", "afterEach", "afterAll"]) {
  register[kind] = (...args) => {
    const { body, timeout } = options(args, kind, "");
    host.hook(kind, new Error(), body, timeout);
  };
}

register.configure = (options) => host.configure(new Error()); // they were read before

return register;

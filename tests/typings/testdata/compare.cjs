// Compares what a running application has with what the typings declare, both ways, and prints each difference. The arguments are the
// folder of TypeScript, the file with what the application said, one with the types of what tests make, and the typings.
const [typescript, said, aliases, ...files] = process.argv.slice(2);
const fs = require("node:fs");
const path = require("node:path");
const ts = require(typescript);

const live = JSON.parse(fs.readFileSync(said, "utf8"));
const options = { target: ts.ScriptTarget.ES2022, lib: ["lib.es2022.d.ts"], types: [], strict: true, noEmit: true };
const program = ts.createProgram([...files, aliases], options);
const checker = program.getTypeChecker();
const typings = new Set(files.map((file) => path.resolve(file)));

let compared = 0;

const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

/** What every object, function or error has. */
const everywhere = new Set(["constructor", "prototype", "length", "name", "message", "stack", "cause", "captureStackTrace", "prepareStackTrace",
  "stackTraceLimit", "apply", "call", "bind", "arguments", "caller"]);

/** What scripts set, and is not there before. Node's declarations have it as a method, which cannot be optional in ours then. */
const unset = new Set(["prepareStackTrace"]);

const isOurs = (symbol) => (symbol.declarations ?? []).some((d) => typings.has(path.resolve(d.getSourceFile().fileName)));
const typeOf = (symbol) => checker.getTypeOfSymbolAtLocation(symbol, symbol.declarations[0]);

for (const name of ["fwrun", "fwrun/test"]) {
  const module = checker.getAmbientModules().find((m) => m.name === JSON.stringify(name));
  const declared = new Map(checker.getExportsOfModule(module).filter((s) => s.flags & ts.SymbolFlags.Value).map((s) => [s.name, s]));
  both(name, declared, live[name], (label, symbol, value) => whole(label, symbol, value, true));
}

for (const alias of checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(aliases)))) {
  both(alias.name, properties(checker.getDeclaredTypeOfSymbol(alias)), live.made[alias.name].statics, one);
}

// Names of globals that the language itself declares are not looked at, nor those of Node and of the engine, which have no declaration here. Members that browsers keep for compatibility need no declaration.
// Temporal is declared by TypeScript 6.
const foreign = new Set(["Buffer", "global", "process", "GoError", "Temporal"]);
const scope = checker.getSymbolsInScope(program.getSourceFile(files[0]), ts.SymbolFlags.Value);
const isLanguages = (symbol) => !isOurs(symbol) || symbol.declarations.some((d) => program.isSourceFileDefaultLibrary(d.getSourceFile()));
const language = new Set(scope.filter(isLanguages).map((s) => s.name));
const globals = new Map(scope.filter((s) => !isLanguages(s) && !s.name.startsWith('"')).map((s) => [s.name, s]));
both("globalThis", globals, Object.fromEntries(Object.entries(live.globals).filter(([name]) => !language.has(name) && !foreign.has(name))),
  (label, symbol, value) => (symbol.name === "self" ? one : whole)(label, symbol, value, false));

console.log(`compared ${compared}`);

/** Calls compare for what is on both sides, and reports what is on one only. */
function both(label, declared, values, compare, closed = true) {
  for (const [name, symbol] of declared) {
    if (Object.hasOwn(values, name)) compare(`${label}.${name}`, symbol, values[name]);
    else if (!(symbol.flags & ts.SymbolFlags.Optional) && !unset.has(name)) console.log(`${label}.${name} is declared, and there is none`);
  }
  for (const name of Object.keys(values)) {
    if (closed && !declared.has(name)) console.log(`${label}.${name} is not declared`);
  }
}

/** Compares an export or a global, with its static members and those of its objects. */
function whole(label, symbol, value, closed) {
  one(label, symbol, value);
  const type = typeOf(symbol);
  if (value.statics) both(label, properties(type), value.statics, one, closed);
  const object = objectOf(symbol, type);
  if (object && value.members) both(`${label}.prototype`, properties(object), value.members, one, closed);
  if (!object && value.kind === "class") console.log(`${label} is a class, and is not declared as one`);
}

/** The type of the objects of a class, whether it is declared as a class or as a variable that can be called with new. */
function objectOf(symbol, type) {
  if (symbol.flags & ts.SymbolFlags.Class) return checker.getDeclaredTypeOfSymbol(symbol);
  const [made] = type.getConstructSignatures();
  return made && made.getReturnType();
}

/** The public properties of a type that are not everybody's. */
function properties(type) {
  const found = new Map();
  for (const property of type.getProperties()) {
    if (!isHidden(property) && (isOurs(property) || !everywhere.has(property.name))) found.set(property.name, property);
  }
  return found;
}

function isHidden(property) {
  const flags = property.declarations?.length ? ts.getCombinedModifierFlags(property.declarations[0]) : 0;
  return (flags & hidden) !== 0 || property.name.startsWith("__"); // of a symbol
}

/** Compares the kind of a declaration, and how many arguments it takes. */
function one(label, symbol, value) {
  compared++;
  if (value.kind === "null" && checker.getNonNullableType(typeOf(symbol)) !== typeOf(symbol)) return;
  const type = checker.getNonNullableType(typeOf(symbol));
  const calls = type.getCallSignatures();
  const makes = type.getConstructSignatures();
  const isFunction = value.kind === "function" || value.kind === "class";
  if (symbol.flags & ts.SymbolFlags.Class) {
    if (!value.constructs) console.log(`${label} is declared as a class, and is ${value.kind}`);
  } else if (calls.length + makes.length > 0) {
    if (!isFunction && value.kind !== "accessor") console.log(`${label} is declared as a function, and is ${value.kind}`);
  } else if (value.kind !== "accessor" && value.kind !== "setter" && !fits(type, value.kind)) {
    console.log(`${label} is declared as ${checker.typeToString(type)}, and is ${value.kind}`);
  }
  if (calls.length === 0 && makes.length === 0 || !isFunction) return;
  if (calls.length === 0 && !value.constructs) console.log(`${label} is declared to be made by new, and cannot be`);
  if (makes.length === 0 && calls.length > 0 && value.kind === "class") console.log(`${label} is declared to be called, and is a class`);
  const given = (calls.length > 0 ? calls : makes).filter((s) => !s.declaration || !(ts.getCombinedModifierFlags(s.declaration) & hidden));
  if (given.length > 0) arity(label, given, value);
}

/** Reports whether a value of a kind may be of a type that is not a function's. */
function fits(type, kind) {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter | ts.TypeFlags.Never)) return true;
  if (type.isUnion()) return type.types.some((part) => fits(part, kind));
  if (type.flags & ts.TypeFlags.NumberLike) return kind === "number";
  if (type.flags & ts.TypeFlags.StringLike) return kind === "string";
  if (type.flags & ts.TypeFlags.BooleanLike) return kind === "boolean";
  if (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return kind === "undefined";
  return kind === "object";
}

/**
 * Compares how many arguments come before the first that may be left out. Where the length of a function says little, it must not be larger
 * than declared.
 */
function arity(label, signatures, { arity: length, isPlain }) {
  const most = Math.max(...signatures.map((s) => (isOpen(s) ? Infinity : s.parameters.length)));
  if (length > most) console.log(`${label} takes ${length} arguments, and is declared with ${most}`);
  const least = Math.min(...signatures.map((s) => s.minArgumentCount));
  if (isPlain && length < least) console.log(`${label} requires ${length} arguments, and is declared with ${least}`);
}

function isOpen(signature) {
  return signature.parameters.some((p) => p.valueDeclaration?.dotDotDotToken || p.links?.checkFlags & ts.CheckFlags?.RestParameter);
}

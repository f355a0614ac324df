// Forms that are made of JSON Schemas. A value that is undefined is not sent.
import { html, useState } from "./vendor/preact.js";

/** Follows references within a document, and takes null out: {schema, nullable}. */
export function resolve(schema, root) {
  let nullable = false;
  for (let i = 0; i < 20; i++) {
    const options = schema?.anyOf ?? schema?.oneOf;
    if (schema?.$ref?.startsWith("#/")) {
      const { $ref, ...rest } = schema;
      const found = $ref.slice(2).split("/").reduce((at, name) => at?.[name.replaceAll("~1", "/").replaceAll("~0", "~")], root);
      schema = { ...found, ...rest };
    } else if (options?.some((one) => one.type === "null") && options.length === 2) {
      nullable = true;
      const { anyOf, oneOf, ...rest } = schema;
      schema = { ...options.find((one) => one.type !== "null"), ...rest };
    } else if (Array.isArray(schema?.type)) {
      nullable ||= schema.type.includes("null");
      const types = schema.type.filter((type) => type !== "null");
      schema = { ...schema, type: types.length === 1 ? types[0] : undefined };
      break;
    } else {
      break;
    }
  }
  return { schema: schema ?? {}, nullable };
}

/** Returns a first value: defaults, first choices, and what objects need. */
export function sample(schema, root, depth = 0) {
  const { schema: s, nullable } = resolve(schema, root);
  if (s.default !== undefined) return s.default;
  if (s.examples?.length) return s.examples[0];
  if (s.const !== undefined) return s.const;
  if (s.enum) return s.enum[0];
  if (nullable) return null;
  switch (s.type) {
    case "object": {
      const value = {};
      if (depth > 4) return value;
      for (const [name, one] of Object.entries(s.properties ?? {})) if (s.required?.includes(name)) value[name] = sample(one, root, depth + 1);
      return value;
    }
    case "array": return depth > 4 ? [] : Array.from({ length: Math.min(s.minItems ?? 1, 3) }, () => sample(s.items ?? {}, root, depth + 1));
    case "integer": case "number": return Math.max(s.minimum ?? 0, (s.exclusiveMinimum ?? -1) + 1);
    case "boolean": return false;
    case "string": return s.format === "date-time" ? new Date().toISOString() : s.format === "date" ? new Date().toISOString().slice(0, 10) : "";
  }
  return null;
}

/** Says in words what a schema asks for. */
function hintOf(s) {
  const parts = [];
  if (s.format) parts.push(s.format);
  if (s.pattern === "\\S") parts.push("not blank");
  else if (s.pattern) parts.push(`like ${s.pattern}`);
  const blank = s.pattern === "\\S" && s.minLength === 1;
  parts.push(between(blank ? undefined : s.minLength, s.maxLength, " characters"), between(s.minimum ?? s.exclusiveMinimum, s.maximum ?? s.exclusiveMaximum, ""), between(s.minItems, s.maxItems, " items"));
  return [s.description, parts.filter(Boolean).join(", ")].filter(Boolean).join(" · ");
}

function between(low, high, of) {
  if (low == null && high == null) return "";
  return low == null ? `at most ${high}${of}` : high == null ? `at least ${low}${of}` : `${low} to ${high}${of}`;
}

let fields = 0;
const useID = () => useState(() => `f${++fields}`)[0];

/** One named value with its label. root is the document that references lead to. */
export function Field({ name, schema, root = schema, value, onChange, required, hint, depth = 0, isItem = false }) {
  const id = useID();
  const { schema: s, nullable } = resolve(schema, root);
  const isGroup = (s.type === "object" && s.properties) || s.type === "array";
  const text = [hintOf(s), hint].filter(Boolean).join(" · ");
  const label = html`<label class=${required ? "needed" : ""} for=${id}>${name}</label>`;
  const unset = !required && value !== undefined ? html`<button type="button" class="link" onClick=${() => onChange(undefined)}>${isItem ? "take away" : "leave out"}</button>` : null;
  if (value === undefined && isGroup) {
    return html`${label}<div class="field"><button type="button" id=${id} onClick=${() => onChange(sample(s, root))}>add</button>${text ? html`<span class="hint">${text}</span>` : null}</div>`;
  }
  return html`${label}<div class="field">
    <${Input} ...${{ id, s, root, nullable, value, onChange, depth, name }} />
    ${text || unset ? html`<span class="hint">${text} ${isGroup || isItem ? unset : null}</span>` : null}</div>`;
}

function Input({ id, s, root, nullable, value, onChange, depth, name }) {
  if (s.type === "object" && s.properties && depth < 8) return html`<${Group} ...${{ id, s, root, value: value ?? {}, onChange, depth }} />`;
  if (s.type === "array" && depth < 8) return html`<${Items} ...${{ id, s, root, value: Array.isArray(value) ? value : [], onChange, depth, name }} />`;
  if (s.enum || s.const !== undefined) {
    const options = s.enum ?? [s.const];
    return html`<select id=${id} value=${String(options.findIndex((one) => one === value))} onChange=${(event) => onChange(event.currentTarget.value === "-1" ? (nullable && value !== null ? null : undefined) : options[+event.currentTarget.value])}>
      <option value="-1">${nullable ? "null" : "–"}</option>${options.map((one, i) => html`<option value=${String(i)}>${String(one)}</option>`)}</select>`;
  }
  if (s.type === "boolean") {
    return html`<select id=${id} value=${String(value)} onChange=${(event) => onChange({ true: true, false: false, null: null }[event.currentTarget.value])}>
      <option value="undefined">–</option><option value="true">true</option><option value="false">false</option>${nullable ? html`<option value="null">null</option>` : null}</select>`;
  }
  if (s.type === "integer" || s.type === "number") {
    return html`<input id=${id} type="number" step=${s.type === "integer" ? 1 : "any"} value=${value ?? ""} placeholder=${nullable ? "null" : ""}
      onInput=${(event) => onChange(event.currentTarget.value === "" ? (nullable ? null : undefined) : Number(event.currentTarget.value))} />`;
  }
  if (s.type === "string") {
    return html`<input id=${id} type="text" value=${value ?? ""} spellcheck="false" placeholder=${nullable && value === null ? "null" : ""}
      onInput=${(event) => onChange(event.currentTarget.value === "" && nullable ? null : event.currentTarget.value)} />`;
  }
  return html`<${Raw} id=${id} value=${value} onChange=${onChange} />`;
}

/** An object, field by field. */
export function Group({ id, s, root, value, onChange, depth = 0 }) {
  const set = (name, one) => {
    const next = { ...value };
    if (one === undefined) delete next[name];
    else next[name] = one;
    onChange(next);
  };
  return html`<fieldset class="form" id=${id}>${Object.entries(s.properties ?? {}).map(([name, one]) => html`<${Field} key=${name} name=${name} schema=${one} root=${root}
    value=${value[name]} required=${s.required?.includes(name)} depth=${depth + 1} onChange=${(next) => set(name, next)} />`)}</fieldset>`;
}

function Items({ id, s, root, value, onChange, depth, name }) {
  const set = (i, one) => onChange(one === undefined ? value.filter((_, at) => at !== i) : value.map((old, at) => (at === i ? one : old)));
  return html`<fieldset class="form items" id=${id}>${value.map((one, i) => html`<${Field} key=${i} isItem name=${`${i + 1}.`} schema=${s.items ?? {}} root=${root} value=${one} depth=${depth + 1} onChange=${(next) => set(i, next)} />`)}
    <span></span><span><button type="button" onClick=${() => onChange([...value, sample(s.items ?? {}, root)])}>add to ${name}</button>
</span></fieldset>`;
}

/** Any value, as JSON. */
export function Raw({ id, value, onChange, rows = 3, label }) {
  const [text, setText] = useState(value === undefined ? "" : JSON.stringify(value, null, 2));
  const [wrong, setWrong] = useState("");
  const typed = (event) => {
    const next = event.currentTarget.value;
    setText(next);
    try {
      onChange(next.trim() === "" ? undefined : JSON.parse(next));
      setWrong("");
    } catch (error) {
      setWrong(error.message);
    }
  };
  return html`<textarea id=${id} rows=${rows} aria-label=${label} aria-invalid=${wrong !== ""} spellcheck="false" value=${text} onInput=${typed}></textarea>
    ${wrong ? html`<span class="hint bad" role="alert">${wrong}</span>` : null}`;
}

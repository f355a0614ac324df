// Who a request is from: whoever the browser is, who has a token, a password or a key, or somebody for whom the process vouches.
import { html, useState } from "./vendor/preact.js";
import { Choice } from "./parts.js";

const kept = "fwrun.identity"; // in the session of this tab, and nowhere else: credentials do not outlive it
const standard = { kind: "browser", token: "", user: "", password: "", key: "", name: "ada", roles: "", scopes: "" };

function recall() {
  try {
    return { ...standard, ...JSON.parse(sessionStorage.getItem(kept)) };
  } catch {
    return standard;
  }
}

/** The identity that was chosen last in this tab, and what changes it. */
export function useIdentity() {
  const [identity, set] = useState(recall);
  return [identity, (change) => set((before) => {
    const next = { ...before, ...change };
    try {
      sessionStorage.setItem(kept, JSON.stringify(next));
    } catch {} // it is full, or not allowed
    return next;
  })];
}

const words = (text) => text.split(/[\s,]+/).filter(Boolean);
const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** What the server is told: {name, roles, scopes}, or null. */
export const vouchedFor = (identity) => (identity.kind === "somebody" ? { name: identity.name, roles: words(identity.roles), scopes: words(identity.scopes) } : null);

/** What was chosen, unless the application does not accept it any more. */
const kindOf = (identity, about) => (identity.kind === "somebody" ? (about.vouches ? "somebody" : "browser") : about.accepts?.includes(identity.kind) ? identity.kind : "browser");

/** The headers that say who sends a request, as [name, value]. */
export function credentialsOf(identity, about) {
  switch (kindOf(identity, about)) {
    case "token": return identity.token ? [["Authorization", `Bearer ${identity.token.trim().replace(/^bearer\s+/i, "")}`]] : [];
    case "basic": return identity.user ? [["Authorization", `Basic ${base64(`${identity.user}:${identity.password}`)}`]] : [];
    case "key": return identity.key ? [[about.keyHeader, identity.key.trim()]] : [];
  }
  return [];
}

/** Reports whether a request takes what the browser knows of the application along: the cookie of a session. */
export const isBrowser = (identity, about) => ["browser", "somebody"].includes(kindOf(identity, about));

const titles = { token: "a token", basic: "a password", key: "an API key" };

/** Chooses who a request is from. nobody says what the first choice is called; with credentials, what the application accepts is offered. */
export function Who({ identity, change, about, nobody = "this browser", credentials = true }) {
  const accepted = credentials ? (about.accepts ?? []).filter((kind) => titles[kind]).map((kind) => [kind, titles[kind]]) : [];
  const options = [["browser", nobody], ...accepted, ...(about.vouches ? [["somebody", "somebody"]] : [])];
  const kind = options.some(([id]) => id === identity.kind) ? identity.kind : "browser";
  const input = (field, label, type = "text") => html`<input type=${type} aria-label=${label} placeholder=${label} value=${identity[field]} spellcheck="false" autocomplete="off" onInput=${(event) => change({ [field]: event.currentTarget.value })} />`;
  return html`<div class="buttons who"><span class="soft">as</span><${Choice} label="who sends it" options=${options} value=${kind} onChange=${(next) => change({ kind: next })} />
    ${kind === "browser" && credentials && about.accepts?.includes("session") ? html`<span class="soft">with the session of this browser</span>` : null}
    ${kind === "token" ? input("token", "bearer token", "password") : null}
    ${kind === "basic" ? html`${input("user", "user")}${input("password", "password", "password")}` : null}
    ${kind === "key" ? input("key", about.keyHeader, "password") : null}
    ${kind === "somebody" ? html`${input("name", "name")}${input("roles", "roles")}${input("scopes", "scopes")}` : null}</div>`;
}

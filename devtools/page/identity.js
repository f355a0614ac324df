// Who a request is from: whoever the browser is, the bearer of a token, or somebody for whom the process vouches.
import { html, useState } from "./vendor/preact.js";
import { Choice } from "./parts.js";

let last = { kind: "browser", token: "", name: "ada", roles: "", scopes: "" }; // kept while the page is open, and nowhere else

/** The identity that was chosen last, and what changes it. */
export function useIdentity() {
  const [identity, set] = useState(last);
  return [identity, (change) => set((last = { ...last, ...change }))];
}

const words = (text) => text.split(/[\s,]+/).filter(Boolean);

/** What the server is told: {name, roles, scopes}, or null. */
export const vouchedFor = (identity) => (identity.kind === "somebody" ? { name: identity.name, roles: words(identity.roles), scopes: words(identity.scopes) } : null);

/** Chooses who a request is from. nobody says what the first choice is called. */
export function Who({ identity, change, about, nobody = "this browser", tokens = true }) {
  const options = [["browser", nobody], ...(tokens ? [["token", "a token"]] : []), ...(about.vouches ? [["somebody", "somebody"]] : [])];
  const kind = options.some(([id]) => id === identity.kind) ? identity.kind : "browser";
  const input = (field, label) => html`<input type="text" aria-label=${label} placeholder=${label} value=${identity[field]} spellcheck="false" autocomplete="off" onInput=${(event) => change({ [field]: event.currentTarget.value })} />`;
  return html`<div class="buttons who"><span class="soft">as</span><${Choice} label="who it is from" options=${options} value=${kind} onChange=${(next) => change({ kind: next })} />
    ${kind === "token" ? input("token", "bearer token") : null}
    ${kind === "somebody" ? html`${input("name", "name")}${input("roles", "roles")}${input("scopes", "scopes")}` : null}</div>`;
}

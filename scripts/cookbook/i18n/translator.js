import { messages } from "./messages.js";

/** The language that a client likes best of those that are there: "de-AT, en;q=0.8" is German, as Austria writes its numbers. */
export function localeOf(header) {
  const wanted = (header ?? "").slice(0, 200).split(",").map((part) => {
    const [tag, q = "q=1"] = part.trim().split(/\s*;\s*/);
    return { tag, q: Number(q.replace(/^q=/, "")) || 0 };
  }).filter(({ tag, q }) => q > 0 && /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(tag)).sort((a, b) => b.q - a.q);
  return wanted.find(({ tag }) => Object.hasOwn(messages, new Intl.Locale(tag).language))?.tag ?? "en";
}

export class Translator {
  constructor(locale) {
    this.locale = locale;
    this.language = new Intl.Locale(locale).language;
  }
  say(key, values = {}) {
    const message = messages[this.language]?.[key] ?? messages.en[key];
    return message({ ...values, plural: (forms) => forms[new Intl.PluralRules(this.locale).select(values.count)] ?? forms.other });
  }
  money(cents, currency) { return new Intl.NumberFormat(this.locale, { style: "currency", currency }).format(cents / 100); }
  date(at) { return new Intl.DateTimeFormat(this.locale, { dateStyle: "long", timeZone: "UTC" }).format(at); }
}

// How values are written for people.

const plain = new Intl.NumberFormat("en");

/** 1234567 → 1,234,567. */
export const number = (n) => (n == null ? "–" : plain.format(n));

/** Milliseconds → 0.4 ms, 12 ms, 1.2 s, 3 min. */
export function duration(ms) {
  if (ms == null) return "–";
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Math.round(ms / 100) / 10} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 86_400_000) return `${Math.round(ms / 360_000) / 10} h`;
  return `${Math.round(ms / 8_640_000) / 10} d`;
}

/** Bytes → 512 B, 1.5 KiB, 12 MiB. */
export function bytes(n) {
  if (n == null || n < 0) return "–";
  if (n < 1024) return `${n} B`;
  for (const unit of ["KiB", "MiB", "GiB"]) {
    n /= 1024;
    if (n < 1024 || unit === "GiB") return `${n < 10 ? n.toFixed(1) : Math.round(n)} ${unit}`;
  }
}

const two = (n) => String(n).padStart(2, "0");

/** A time → 14:03:07.123 of today, else 11-26 14:03:07, in the browser's zone. */
export function clock(time, millis) {
  if (!time) return "–";
  const t = new Date(time);
  const day = t.toDateString() === new Date().toDateString() ? "" : `${two(t.getMonth() + 1)}-${two(t.getDate())} `;
  const rest = millis ? "." + String(t.getMilliseconds()).padStart(3, "0") : "";
  return `${day}${two(t.getHours())}:${two(t.getMinutes())}:${two(t.getSeconds())}${rest}`;
}

/** A time → 5 s ago, in 3 min. */
export function relative(time, now = Date.now()) {
  if (!time) return "–";
  const ms = new Date(time).getTime() - now;
  if (Math.abs(ms) < 1000) return "now";
  return ms < 0 ? `${duration(-ms)} ago` : `in ${duration(ms)}`;
}

/** Reports whether a text has all words of a filter, in any case. */
export function matches(filter, ...texts) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = texts.join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}

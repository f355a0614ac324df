import { Each, GetMapping, HttpRestException, Max, Min, OneOf, Pattern, PathVariable, PostMapping, RequestBody, RestController, Size } from "fwrun";

const DIGITS = { EUR: 2, USD: 2, JPY: 0, KWD: 3 };

/** An amount, as a whole number of the smallest unit: cents add up, 0.1 + 0.2 does not. */
export class Money {
  /** @param {bigint} units  @param {string} currency */
  constructor(units, currency) {
    this.units = units;
    this.currency = currency;
  }

  /** Reads "1234.50", with as many digits behind the point as the currency has at most. */
  static parse(text, currency) {
    const [, sign, whole, part = ""] = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text) ?? [];
    const digits = DIGITS[currency];
    if (!whole || part.length > digits) throw new HttpRestException(400, `${currency} amounts have ${digits} digits behind the point at most`);
    return new Money(BigInt(sign + whole + part.padEnd(digits, "0")), currency);
  }

  plus(other) { return new Money(this.units + other.units, this.currency); }

  /** A percentage with two digits, "7.00", of the amount; halves are rounded to the even neighbour. */
  percent(text) {
    const product = this.units * BigInt(text.replace(".", "")), base = 10_000n;
    let units = product / base;
    const rest = 2n * (product - units * base), away = product < 0n ? -1n : 1n;
    if (rest * away > base || (rest * away === base && units % 2n !== 0n)) units += away;
    return new Money(units, this.currency);
  }

  /** Parts that differ by one unit at most, and add up to the whole. */
  split(parts) {
    const n = BigInt(parts), share = this.units / n, rest = this.units - share * n, step = rest < 0n ? -1n : 1n;
    return Array.from({ length: parts }, (_, i) => new Money(share + (BigInt(i) < rest * step ? step : 0n), this.currency));
  }

  toString() {
    const digits = DIGITS[this.currency], text = String(this.units < 0n ? -this.units : this.units).padStart(digits + 1, "0");
    return (this.units < 0n ? "-" : "") + (digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text);
  }
  toJSON() { return { amount: String(this), currency: this.currency }; } // as text: a number of JSON loses digits in many clients
}

export class Bill {
  /** @type {string} */ @OneOf("EUR", "USD", "JPY", "KWD") currency;
  /** @type {list<string>} */ @Size(1, 100) amounts;
  /** @type {string} */ @Pattern(/^\d{1,2}\.\d\d$/) tax;
  /** @type {int} */ @Min(1) @Max(100) people = 1;
}

/** @param {Bill} bill */
const settle = ({ currency, amounts, tax, people }) => {
  const net = amounts.map((text) => Money.parse(text, currency)).reduce((sum, each) => sum.plus(each));
  const total = net.plus(net.percent(tax));
  return { net, total, shares: total.split(people) };
};
export const bills = PostMapping({ path: "/bills", params: { bill: RequestBody({ type: Bill }) } })((bill) => settle(bill));

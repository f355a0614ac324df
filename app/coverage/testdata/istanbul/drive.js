// Runs a part of four packages, whose sources are beside it: what it does not call is not covered.
import * as arrays from "./d3-array/index.js";
import { format, formatLocale, formatPrefix, formatSpecifier, precisionFixed } from "./d3-format/index.js";
import { path } from "./d3-path/index.js";
import _ from "./underscore/index-all.js";

const people = [{ name: "ada", age: 36, tags: ["a", "b"] }, { name: "eve", age: 30 }, { name: "bob", age: 36, at: new Date(0) }];

function underscore() {
  const clone = _.clone(people);
  return [
    _.map(people, "name"), _.reduce([1, 2, 3], (a, b) => a + b), _.reduceRight([[0], [1]], (a, b) => a.concat(b), []), _.find(people, { age: 30 }),
    _.groupBy(people, "age"), _.sortBy(people, "name"), _.isEqual(clone, people), _.isEqual({ a: [1, new Date(0), /x/g] }, { a: [1, new Date(0), /x/i] }),
    _.flatten([1, [2, [3, [4]]]]), _.flatten([[1], [[2]]], 1), _.uniq([1, 1, 2]), _.zip([1, 2], ["a", "b"]), _.range(0, 10, 3), _.range(-3), _.chunk([1, 2, 3], 2),
    _.template("<% if (a) { %>hello <%- a %><% } %>", { variable: "a" }).source.length, _.escape("<b>"), _.memoize((n) => n * 2)(4), _.pick(people[0], "name", "age"),
    _.omit(people[0], "tags"), _.defaults({ a: 1 }, { a: 2, b: 3 }), _.chain(people).pluck("age").max().value(), _.partition([1, 2, 3], (n) => n > 1),
    _.debounce(() => 1, 10) && 1, _.has({ a: { b: 1 } }, ["a", "b"]), _.invert({ a: "b" }), _.isEmpty({}), _.isEmpty("x"), _.indexOf([1, 2, 3], 3, true), _.last([1, 2, 3]),
  ];
}

function d3() {
  const drawn = path();
  drawn.moveTo(0, 0), drawn.lineTo(10, 0), drawn.arc(10, 10, 5, 0, 3), drawn.arcTo(1, 2, 3, 4, 5), drawn.rect(0, 0, 5, 5), drawn.closePath();
  const numbers = [3, 1, 4, 1, 5, 9, 2, 6, NaN, null];
  return [
    String(drawn), arrays.mean(numbers), arrays.median(numbers), arrays.extent(numbers), arrays.quantile(numbers, 0.3), arrays.ticks(0, 10, 4), arrays.tickStep(5, 0, 7),
    arrays.bisect([1, 2, 3], 2), arrays.group(people, (p) => p.age).size, arrays.rollup(people, (v) => v.length, (p) => p.age).size, arrays.bin()(numbers).length,
    arrays.cross([1, 2], [3, 4]), arrays.descending(1, 2), arrays.deviation(numbers), arrays.fsum([0.1, 0.2]), arrays.greatest(numbers), arrays.union([1], [2]).size,
    format(",.2f")(1234.567), format("+$,.3s")(0.000012), format("#x")(255), format("e")(1e21), format("%")(0.5), format("*^20")(4), formatPrefix(",.0", 1e-6)(0.00042),
    precisionFixed(0.01), String(formatSpecifier(" >10")), formatLocale({ decimal: ",", thousands: ".", grouping: [3], currency: ["", " €"] }).format("$,.1f")(1e6),
  ];
}

export function drive() {
  const failed = [];
  for (const bad of [() => formatSpecifier("???"), () => path(-1), () => _.chain()]) {
    try {
      bad();
    } catch (error) {
      failed.push(error.message);
    } finally {
      failed.length || failed.push("none");
    }
  }
  return [...underscore(), ...d3(), failed];
}

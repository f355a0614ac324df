// What is newer than the oldest Node that may check the other cases.
export const cases = {
  modifiers: () => [new RegExp("(?i:a)b").test("Ab"), new RegExp("(?i:a)b").test("AB")],
  modifiersOff: () => [new RegExp("(?-i:a)b", "i").test("aB"), new RegExp("(?-i:a)b", "i").test("AB")],
  modifiersOfLines: () => ["a\nb".match(new RegExp("(?m:^)b")) !== null, /(?s:.)/.test("\n"), /(?s-m:^.)$/m.test("\n")],
};

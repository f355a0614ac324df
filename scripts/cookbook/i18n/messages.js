/** Texts by language. What a language does not say is said in English. */
export const messages = {
  en: {
    greeting: ({ name }) => `Good day, ${name}`,
    cart: ({ count, plural }) => `${count} ${plural({ one: "book", other: "books" })} in your cart`,
    due: ({ when }) => `due ${when}`,
  },
  de: {
    greeting: ({ name }) => `Guten Tag, ${name}`,
    cart: ({ count, plural }) => `${count} ${plural({ one: "Buch", other: "Bücher" })} im Korb`,
    due: ({ when }) => `fällig ${when}`,
  },
  pl: {
    greeting: ({ name }) => `Dzień dobry, ${name}`,
    cart: ({ count, plural }) => `${count} ${plural({ one: "książka", few: "książki", many: "książek", other: "książki" })} w koszyku`,
  },
};

// Finds the sections of the site that match a query: a function of the index and the query, without a page.
globalThis.siteSearch = (() => {
  const letter = /[\p{L}\p{N}]/u;
  const fields = { heading: 100, title: 40, text: 8 }; // what a match is worth, by where it is

  const escape = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"); // for a regular expression

  /** Makes an index searchable: texts in lower case, once. */
  function prepare({ pages, sections }) {
    return sections.map(([at, heading, id, text]) => {
      const [title, url, where, weight] = pages[at];
      return { title, url, where, weight, heading, id, text, lower: { heading: heading.toLowerCase(), title: title.toLowerCase(), text: text.toLowerCase() } };
    });
  }

  /** The words of a query. An s at the end of one is left off, so that singular and plural are found; the whole word counts more. */
  function termsOf(query) {
    return query.toLowerCase().split(/\s+/).filter(Boolean).map((word) => ({ word, stem: /[^su]s$/.test(word) && word.length > 4 ? word.slice(0, -1) : word }));
  }

  /** How well a term matches a text: 0 if not at all, 2.5 if it is all of it. */
  function match(text, { word, stem }) {
    let best = 0;
    let count = 0;
    for (let at = text.indexOf(stem); at >= 0 && count < 8; at = text.indexOf(stem, at + stem.length), count++) {
      const begins = at === 0 || !letter.test(text[at - 1]) || !letter.test(stem[0]);
      const ends = !letter.test(text[at + stem.length] ?? "") || text.startsWith(word, at) && !letter.test(text[at + word.length] ?? "");
      best = Math.max(best, begins && ends ? 1 : begins ? 0.7 : 0.3);
    }
    if (best === 0) return 0;
    const bare = text.replace(/^[@\s]+/, "");
    if (bare === word || bare === stem) return 2.5;
    if (text.length < 200 && bare.startsWith(stem)) best += 0.3;
    return best * (1 + 0.06 * count); // what says it often is about it
  }

  function score(section, terms, phrase) {
    let sum = 0;
    for (const term of terms) {
      let best = 0;
      for (const field in fields) best = Math.max(best, fields[field] * match(section.lower[field], term));
      if (best === 0) return 0;
      sum += best;
    }
    sum /= terms.length;
    if (terms.length > 1) {
      if (section.lower.heading.includes(phrase)) sum += 60;
      else if (section.lower.text.includes(phrase)) sum += 10;
    }
    if (section.heading === section.title && sum >= fields.title) sum *= 1.3; // the page is about it
    return sum * section.weight;
  }

  function find(sections, terms, phrase) {
    return sections.map((section) => ({ section, score: score(section, terms, phrase) })).filter((one) => one.score > 0)
      .sort((a, b) => b.score - a.score);
  }

  /** How many letters have to be changed, added or left out to make one word of another; more than the limit is not counted. */
  function distance(a, b, limit) {
    if (Math.abs(a.length - b.length) > limit) return limit + 1;
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      row = next;
    }
    return row[b.length];
  }

  /** The word of the site that is nearest to one that is not there: of those as near, the most frequent. */
  function nearest(words, word) {
    const limit = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
    let best = null;
    for (const [known, count] of words) {
      const far = distance(word, known, limit);
      if (far <= limit && (!best || far < best.far || far === best.far && count > best.count)) best = { known, far, count };
    }
    return best?.known;
  }

  function wordsOf(sections) {
    const words = new Map();
    for (const { lower } of sections) {
      for (const word of `${lower.heading} ${lower.text}`.match(/[\p{L}\p{N}]{3,}/gu) ?? []) words.set(word, (words.get(word) ?? 0) + 1);
    }
    return words;
  }

  /** Searches. What comes back has the words that were searched for, which are others than those of the query if these are nowhere. */
  function search(sections, query, most = 30) {
    let terms = termsOf(query);
    if (terms.length === 0) return { words: [], corrected: false, results: [] };
    let results = find(sections, terms, query.trim().toLowerCase());
    let corrected = false;
    if (results.length === 0) {
      const words = wordsOf(sections);
      const better = terms.map(({ word, stem }) => (sections.some(({ lower }) => lower.heading.includes(stem) || lower.text.includes(stem)) ? word : nearest(words, word) ?? word)).join(" ");
      corrected = better !== terms.map(({ word }) => word).join(" ");
      if (corrected) {
        terms = termsOf(better);
        results = find(sections, terms, better);
      }
    }
    return { words: terms.map(({ word, stem }) => stem), corrected: corrected && results.length > 0, results: results.slice(0, most).map((one) => one.section) };
  }

  /** A piece of a text around the first of some words, in parts: those at odd places are the words. */
  function excerpt({ text, lower }, words, length = 140) {
    const places = words.map((word) => lower.text.indexOf(word)).filter((at) => at >= 0);
    const from = places.length ? Math.max(0, Math.min(...places) - 40) : 0;
    const start = from === 0 ? 0 : text.indexOf(" ", from) + 1;
    const rest = text.slice(start);
    const piece = rest.length <= length ? rest : rest.slice(0, rest.lastIndexOf(" ", length) + 1 || length);
    const parts = piece.split(new RegExp(`((?:${words.map(escape).join("|")})(?:s(?![\\p{L}\\p{N}]))?)`, "giu"));
    if (start > 0) parts[0] = `… ${parts[0]}`;
    if (piece.length < rest.length) parts[parts.length - 1] += "…";
    return parts;
  }

  return { prepare, search, excerpt, escape };
})();

// Finds the sections of the site that match a query: a function of the index and the query, without a page.
globalThis.siteSearch = (() => {
  const letter = /[\p{L}\p{N}]/u;
  const fields = { heading: 100, title: 40, lead: 24, text: 8 }; // what a match is worth, by where it is

  const field = (text) => ({ text, lower: text.toLowerCase() });

  /** Makes an index searchable: texts in lower case, once. */
  function prepare({ pages, sections }) {
    return sections.map(([at, heading, id, text]) => {
      const [title, url, where, weight] = pages[at];
      return { title, url, where, weight, heading, id, text, in: { heading: field(heading), title: field(title), lead: field(heading === title ? text.slice(0, 250) : ""), text: field(text) } };
    });
  }

  /** The words of a query. An s at the end of one is left off, so that singular and plural are found. */
  function termsOf(query) {
    return query.toLowerCase().split(/\s+/).filter(Boolean).map((word) => ({ word, stem: /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word }));
  }

  /** Whether a word begins at a place of a text, as in "max-rows", "@Rows" or "findRows". */
  function begins(text, at) {
    return at === 0 || !letter.test(text[at - 1]) || !letter.test(text[at]) || /\p{Lu}/u.test(text[at]) && /\p{Ll}/u.test(text[at - 1]);
  }

  /** Goes through the places where a term is in a text, with the length of what is there. */
  function* places({ text, lower }, { word, stem }) {
    for (let at = lower.indexOf(stem); at >= 0; at = lower.indexOf(stem, at + stem.length)) {
      if (lower.startsWith(word, at)) yield [at, word.length];
      else if (!letter.test(lower[at + stem.length] ?? "")) yield [at, stem.length];
    }
  }

  /** How well a term matches a text: 0 if not at all, 2.5 if it is all of it. */
  function match(field, term) {
    const { text, lower } = field;
    let best = 0;
    let count = 0;
    for (const [at, length] of places(field, term)) {
      const whole = !letter.test(lower[at + length] ?? "");
      best = Math.max(best, begins(text, at) ? (whole ? 1 : 0.7) : 0.02);
      if (++count === 8) break;
    }
    if (best === 0) return 0;
    const bare = lower.replace(/^[@\s]+/, "");
    if (bare === term.word || bare === term.stem) return 2.5;
    if (lower.length < 200 && bare.startsWith(term.stem)) best += 0.3;
    return best * (1 + 0.06 * count); // what says it often is about it
  }

  function score(section, terms, phrase) {
    let sum = 0;
    for (const term of terms) {
      const worth = Object.keys(fields).map((name) => fields[name] * match(section.in[name], term));
      const best = Math.max(...worth);
      if (best === 0) return 0;
      sum += best + 0.2 * (worth.reduce((a, b) => a + b) - best); // in several places is better than in one
    }
    sum /= terms.length;
    if (terms.length > 1) {
      if (section.in.heading.lower.includes(phrase)) sum += 60;
      else if (section.in.text.lower.includes(phrase)) sum += 10;
    }
    if (phrase.startsWith(`${section.in.heading.lower}.`)) sum += 10; // a key of a section of settings
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
    for (const { in: { heading, text } } of sections) {
      for (const word of `${heading.lower} ${text.lower}`.match(/[\p{L}\p{N}]{3,}/gu) ?? []) words.set(word, (words.get(word) ?? 0) + 1);
    }
    return words;
  }

  /** Searches. What comes back has the words that were searched for, which are others than those of the query if these are nowhere. */
  function search(sections, query, most = 30) {
    let terms = termsOf(query);
    if (terms.length === 0) return { terms, corrected: false, results: [] };
    let results = find(sections, terms, query.trim().toLowerCase());
    let corrected = false;
    if (results.length === 0) {
      const words = wordsOf(sections);
      const better = terms.map(({ word, stem }) => (sections.some((one) => one.in.heading.lower.includes(stem) || one.in.text.lower.includes(stem)) ? word : nearest(words, word) ?? word)).join(" ");
      corrected = better !== terms.map(({ word }) => word).join(" ");
      if (corrected) {
        terms = termsOf(better);
        results = find(sections, terms, better);
      }
    }
    return { terms, corrected: corrected && results.length > 0, results: results.slice(0, most).map((one) => one.section) };
  }

  /** Where the words of some terms begin in a text, with their lengths, in order. */
  function found(field, terms) {
    const list = terms.flatMap((term) => [...places(field, term)]).filter(([at]) => begins(field.text, at)).sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    return list.filter(([at], i) => i === 0 || at >= Math.max(...list.slice(0, i).map((one) => one[0] + one[1])));
  }

  /** A text in parts, of which those at odd places are what was searched for. */
  function marked(text, terms) {
    const parts = [];
    let end = 0;
    for (const [at, length] of found(field(text), terms)) {
      parts.push(text.slice(end, at), text.slice(at, at + length));
      end = at + length;
    }
    return [...parts, text.slice(end)];
  }

  /** A piece of a text around the first of what was searched for, in parts as those of marked. */
  function excerpt({ text, lower }, terms, length = 140) {
    const first = found({ text, lower }, terms)[0]?.[0] ?? 0;
    const start = first <= 40 ? 0 : text.indexOf(" ", first - 40) + 1;
    const rest = text.slice(start);
    const piece = rest.length <= length ? rest : rest.slice(0, rest.lastIndexOf(" ", length) + 1 || length);
    const parts = marked(piece, terms);
    if (start > 0) parts[0] = `… ${parts[0]}`;
    if (piece.length < rest.length) parts[parts.length - 1] += "…";
    return parts;
  }

  return { prepare, search, found, marked, excerpt };
})();

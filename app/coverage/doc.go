// Package coverage writes what a test run has covered: as text, lcov, html, json, json-summary and cobertura.
//
// A [File] is what Istanbul's instrumenter knows of a file, and so are the figures: statements, branches, functions, and lines, which are
// those that statements begin on. Laws:
//   - It counts nothing itself: it is handed files with counts, and knows no engine.
//   - What reads reports of Istanbul (nyc, genhtml, Cobertura's and Codecov's readers) reads these: the text table, lcov and json are
//     Istanbul's to the letter.
package coverage

// Files that can be imported besides scripts. JSON needs no declaration: its type is read from it.
//
//     import report from "./report.sql";
//     sql.query(report);

/** The file's text. */
declare module "*.sql" {
  /** The file's text. */
  const text: string;
  export default text;
}

/** The file's text. */
declare module "*.txt" {
  /** The file's text. */
  const text: string;
  export default text;
}

/** The file's text. */
declare module "*.html" {
  /** The file's text. */
  const text: string;
  export default text;
}

// Files that can be imported in addition to scripts. JSON files need no declaration: the compiler reads their types.
//
//     import report from "./report.sql";
//     sql.query(report);

/** The contents of the file, as a text. */
declare module "*.sql" {
  /** The contents of the file, as a text. */
  const text: string;
  export default text;
}

/** The contents of the file, as a text. */
declare module "*.txt" {
  /** The contents of the file, as a text. */
  const text: string;
  export default text;
}

/** The contents of the file, as a text. */
declare module "*.html" {
  /** The contents of the file, as a text. */
  const text: string;
  export default text;
}

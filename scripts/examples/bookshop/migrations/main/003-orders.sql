CREATE TABLE orders (
  id       INTEGER PRIMARY KEY,
  customer TEXT NOT NULL,
  book     INTEGER NOT NULL REFERENCES books (id),
  count    INTEGER NOT NULL,
  state    TEXT NOT NULL DEFAULT 'placed'
);

CREATE TABLE accounts (
  name TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  role TEXT NOT NULL
);

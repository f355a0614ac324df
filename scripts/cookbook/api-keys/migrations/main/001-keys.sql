CREATE TABLE keys (
  id     INTEGER PRIMARY KEY,
  owner  TEXT NOT NULL,
  label  TEXT NOT NULL,
  begins TEXT NOT NULL, -- by which people know a key again
  digest TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  used   TEXT
);

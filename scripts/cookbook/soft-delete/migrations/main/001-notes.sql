CREATE TABLE all_notes (
  id         INTEGER PRIMARY KEY,
  slug       TEXT NOT NULL,
  text       TEXT NOT NULL,
  deleted_at TEXT
);
-- A slug is free again once its note is deleted.
CREATE UNIQUE INDEX one_slug ON all_notes (slug) WHERE deleted_at IS NULL;
-- What is deleted is not there, for all statements that do not ask for it.
CREATE VIEW notes AS SELECT id, slug, text FROM all_notes WHERE deleted_at IS NULL;

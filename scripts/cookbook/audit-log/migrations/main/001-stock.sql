CREATE TABLE articles (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL);
CREATE TABLE audit (
  id     INTEGER PRIMARY KEY,
  at     TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  who    TEXT NOT NULL,
  action TEXT NOT NULL,
  detail TEXT NOT NULL
);
-- Nobody changes what was written, not even by mistake.
CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
CREATE TRIGGER audit_remains BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;

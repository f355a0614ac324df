CREATE TABLE media_job (
  id          INTEGER PRIMARY KEY,
  source_name TEXT NOT NULL UNIQUE,
  status      TEXT NOT NULL CHECK (status IN ('pending', 'done', 'failed')),
  variants    TEXT NOT NULL DEFAULT '[]',
  error       TEXT
);

-- The jobs that the sweeper sends again when they are due: those that are not done, and were not rejected.
CREATE TABLE media_retry (
  job_id   INTEGER PRIMARY KEY REFERENCES media_job (id),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at   TIMESTAMP NOT NULL
);
CREATE INDEX media_retry_due ON media_retry (due_at);

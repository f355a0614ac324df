CREATE TABLE refunds (
  id       INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL,
  cents    INTEGER NOT NULL CHECK (cents > 0),
  reason   TEXT NOT NULL,
  asked_by TEXT NOT NULL,
  state    TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'paid', 'refused')),
  decided_by TEXT
);

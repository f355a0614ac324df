CREATE TABLE articles (
  sku   TEXT PRIMARY KEY,
  name  TEXT NOT NULL,
  cents INTEGER NOT NULL CHECK (cents > 0)
);

INSERT INTO articles (sku, name, cents) VALUES
  ('tea-1', 'Assam, 100 g', 700),
  ('tea-2', 'Darjeeling, 100 g', 1200),
  ('pot-1', 'Teapot of cast iron', 8900);

CREATE TABLE orders (
  id       INTEGER PRIMARY KEY,
  customer TEXT NOT NULL,
  lines    TEXT NOT NULL, -- as JSON
  due      TIMESTAMP,
  status   TEXT NOT NULL CHECK (status IN ('open', 'shipped', 'cancelled')),
  cents    INTEGER NOT NULL,
  refunded INTEGER NOT NULL CHECK (refunded BETWEEN 0 AND cents)
);

CREATE TABLE products (
  id    INTEGER PRIMARY KEY,
  name  TEXT    NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  about TEXT    NOT NULL,
  kind  TEXT    NOT NULL,
  cents INTEGER NOT NULL CHECK (cents > 0)
);
INSERT INTO products (name, about, kind, cents) VALUES
  ('Assam', 'A strong black tea, which goes with milk.', 'tea', 700),
  ('Darjeeling', 'A light black tea from the first harvest of the year.', 'tea', 1200),
  ('Teapot', 'Cast iron, for one litre of tea.', 'pot', 5900);

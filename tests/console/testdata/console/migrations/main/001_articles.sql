CREATE TABLE articles (sku TEXT PRIMARY KEY, name TEXT NOT NULL, cents INTEGER NOT NULL, note TEXT);
INSERT INTO articles VALUES
  ('tea-1', 'Assam, 100 g', 700, NULL), ('tea-2', 'Darjeeling, 100 g', 950, 'second flush'), ('tea-3', 'Sencha, 100 g', 820, NULL),
  ('pot-1', 'Pot, 1 l', 3900, 'cast iron'), ('cup-1', 'Cup', 1200, NULL);

CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT NOT NULL, lines INTEGER NOT NULL, password TEXT, placed TIMESTAMP DEFAULT CURRENT_TIMESTAMP);
CREATE VIEW customers AS SELECT customer, count(*) AS orders FROM orders GROUP BY customer;

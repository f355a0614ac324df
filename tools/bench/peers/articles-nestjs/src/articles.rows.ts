// Rows of the database, and the parameters of statements.

export interface ArticleRow {
  id: number;
  slug: string;
  title: string;
  description: string;
  createdAt: string;
  updatedAt: string;
  username: string;
  bio: string | null;
  image: string | null;
  favouritesCount: number;
  commentsCount: number;
  favourited?: number;
}

export interface FullRow extends ArticleRow {
  body: string;
  followersCount: number;
  tags: string | null;
}

export interface ArticleTag {
  articleId: number;
  name: string;
}

export interface Owner {
  id: number;
  authorId: number;
}

export interface NewRow {
  slug: string;
  title: string;
  description: string;
  body: string;
  author: number;
  now: string;
}

export interface Page {
  limit: number;
  offset: number;
}

export interface User {
  id: number;
  username: string;
  email: string;
  bio: string | null;
  image: string | null;
  hash: string;
}

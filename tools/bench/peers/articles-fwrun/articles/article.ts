import { Each, Id, Length, NotBlank, Pattern, Size, Table, Unique } from "fwrun";

@Table("articles", { naming: "snake_case" })
export class Article {
  @Id id: int | null = null;
  slug: string;
  title: string;
  description: string;
  body: string;
  authorId: int;
  createdAt: string;
  updatedAt: string;
}

/** An article in a list, with its author, and how often it was liked and commented on. */
export class ArticleRow {
  id: int;
  slug: string;
  title: string;
  description: string;
  createdAt: string;
  updatedAt: string;
  username: string;
  bio: string | null;
  image: string | null;
  favouritesCount: int;
  commentsCount: int;
}

/** An article of somebody whom the reader follows. */
export class FeedRow extends ArticleRow {
  favourited: bool;
}

/** One article with its text, its tags and the followers of its author. */
export class FullRow extends ArticleRow {
  body: string;
  followersCount: int;
  tags: string | null;
}

export class ArticleTag {
  articleId: int;
  name: string;
}

/** What is asked before an article is changed. */
export class Owner {
  id: int;
  authorId: int;
}

export class NewArticle {
  @NotBlank @Length(1, 120) title: string;
  @NotBlank @Length(1, 300) description: string;
  @NotBlank @Length(1, 20_000) body: string;
  @Size(0, 8) @Unique @Each(Pattern(/^[a-z0-9-]{1,24}$/)) tagList: string[] = [];
}

/** What is not sent stays as it is. */
export class ArticleChange {
  @NotBlank @Length(1, 120) title?: string;
  @NotBlank @Length(1, 300) description?: string;
  @NotBlank @Length(1, 20_000) body?: string;
}

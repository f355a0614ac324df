// What comes in and goes out. Fastify compiles the validation and the serialisers of it.
const text = (maxLength) => ({ type: "string", minLength: 1, maxLength, pattern: "\\S" });
const string = { type: "string" };
const integer = { type: "integer" };
const nullable = { type: ["string", "null"] };

const page = {
  type: "object",
  properties: {
    limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    offset: { type: "integer", minimum: 0, default: 0 },
  },
};

const draft = {
  title: text(120),
  description: text(300),
  body: text(20_000),
};

const tagList = { type: "array", maxItems: 8, uniqueItems: true, items: { type: "string", pattern: "^[a-z0-9-]{1,24}$" } };

const listed = {
  slug: string,
  title: string,
  description: string,
  createdAt: string,
  updatedAt: string,
  favouritesCount: integer,
  commentsCount: integer,
};

const favourited = { type: "boolean" };
const names = { type: "array", items: string };

const author = { username: string, bio: nullable, image: nullable };

const article = {
  type: "object",
  properties: {
    article: {
      type: "object",
      properties: {
        ...listed,
        body: string,
        tagList: names,
        author: { type: "object", properties: { ...author, followersCount: integer } },
        favourited,
      },
    },
  },
};

const articles = {
  type: "object",
  properties: {
    articles: {
      type: "array",
      items: {
        type: "object",
        properties: { ...listed, favourited, tagList: names, author: { type: "object", properties: author } },
      },
    },
  },
};

export const list = { querystring: page, response: { 200: articles } };

export const one = { response: { 200: article } };

export const tags = { response: { 200: { type: "object", properties: { tags: names } } } };

export const create = {
  body: {
    type: "object",
    properties: { ...draft, tagList: { ...tagList, default: [] } },
    required: ["title", "description", "body"],
    additionalProperties: false,
  },
  response: { 201: article },
};

export const change = {
  body: { type: "object", properties: draft, additionalProperties: false },
  response: { 200: article },
};

export const login = {
  body: {
    type: "object",
    properties: { username: text(40), password: { type: "string", minLength: 8, maxLength: 200 } },
    required: ["username", "password"],
  },
  response: {
    200: {
      type: "object",
      properties: {
        token: string,
        user: { type: "object", properties: { username: string, email: string, bio: nullable, image: nullable } },
      },
    },
  },
};

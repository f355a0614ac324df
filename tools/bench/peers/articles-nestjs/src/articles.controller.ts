import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res, UseGuards } from "@nestjs/common";
import type { FastifyReply } from "fastify";
import { ArticleChangeDto, NewArticleDto, PageDto } from "./articles.dto.js";
import { ArticlesService } from "./articles.service.js";
import { AuthGuard, type Known } from "./auth.guard.js";

@Controller()
export class ArticlesController {
  constructor(private readonly articles: ArticlesService) {}

  @Get("articles")
  list(@Query() { limit, offset }: PageDto) {
    return { articles: this.articles.latest(limit, offset) };
  }

  @Get("articles/:slug")
  find(@Param("slug") slug: string) {
    return { article: this.articles.find(slug) };
  }

  @Get("tags")
  tags() {
    return { tags: this.articles.popularTags() };
  }

  @UseGuards(AuthGuard)
  @Get("feed")
  feed(@Req() request: Known, @Query() { limit, offset }: PageDto) {
    return { articles: this.articles.feed(idOf(request), limit, offset) };
  }

  @UseGuards(AuthGuard)
  @Post("articles")
  create(@Req() request: Known, @Body() draft: NewArticleDto, @Res({ passthrough: true }) reply: FastifyReply) {
    const article = this.articles.create(idOf(request), draft);
    reply.header("Location", `/articles/${article.slug}`);
    return { article };
  }

  @UseGuards(AuthGuard)
  @Put("articles/:slug")
  change(@Req() request: Known, @Param("slug") slug: string, @Body() change: ArticleChangeDto) {
    return { article: this.articles.change(idOf(request), slug, change) };
  }

  @UseGuards(AuthGuard)
  @Post("articles/:slug/favourite")
  @HttpCode(200)
  favour(@Req() request: Known, @Param("slug") slug: string) {
    return { article: this.articles.favour(idOf(request), slug) };
  }

  @UseGuards(AuthGuard)
  @Delete("articles/:slug/favourite")
  unfavour(@Req() request: Known, @Param("slug") slug: string) {
    return { article: this.articles.unfavour(idOf(request), slug) };
  }
}

/** The subject of a token is the id of a user. */
function idOf(request: Known) {
  return Number(request.user.sub);
}

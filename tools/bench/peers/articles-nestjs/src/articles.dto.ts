import { Type } from "class-transformer";
import { ArrayMaxSize, ArrayUnique, IsArray, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from "class-validator";

export class PageDto {
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;

  @Type(() => Number)
  @IsInt()
  @Min(0)
  offset: number = 0;
}

export class NewArticleDto {
  @IsString()
  @MaxLength(120)
  @Matches(/\S/)
  title: string;

  @IsString()
  @MaxLength(300)
  @Matches(/\S/)
  description: string;

  @IsString()
  @MaxLength(20_000)
  @Matches(/\S/)
  body: string;

  @IsArray()
  @ArrayMaxSize(8)
  @ArrayUnique()
  @IsString({ each: true })
  @Matches(/^[a-z0-9-]{1,24}$/, { each: true })
  tagList: string[] = [];
}

/** What is not sent stays as it is. */
export class ArticleChangeDto {
  @IsOptional()
  @IsString()
  @MaxLength(120)
  @Matches(/\S/)
  title?: string;

  @IsOptional()
  @IsString()
  @MaxLength(300)
  @Matches(/\S/)
  description?: string;

  @IsOptional()
  @IsString()
  @MaxLength(20_000)
  @Matches(/\S/)
  body?: string;
}

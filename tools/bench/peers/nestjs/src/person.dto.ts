import { Type } from "class-transformer";
import { IsArray, IsDefined, IsInt, IsObject, IsString, Matches, Max, Min, ValidateNested } from "class-validator";

export class AddressDto {
  @IsString()
  street: string;

  @IsString()
  city: string;
}

export class PersonDto {
  @IsString()
  name: string;

  @IsString()
  @Matches(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)
  email: string;

  @IsInt()
  @Min(0)
  @Max(150)
  age: number;

  @IsArray()
  @IsString({ each: true })
  tags: string[];

  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => AddressDto)
  address: AddressDto;
}

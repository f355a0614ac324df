import { Readable } from "node:stream";
import { LRUCache, Status } from "lru-cache";
import { Nobody } from "not-installed";
import type { BigNumber } from "bignumber.js";
import { note } from "./note";

export class Foreign {
  @note() cache!: LRUCache<string, string>;
  @note() status!: Status<string>;
  @note() nobody!: Nobody;
  @note() stream!: Readable;
  @note() number!: BigNumber;
}

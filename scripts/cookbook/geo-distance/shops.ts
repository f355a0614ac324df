import { GetMapping, Max, Min, Positive, RequestParam, RestController, Service, SqlTemplate } from "fwrun";

export interface Shop {
  id: int;
  name: string;
  lat: float;
  lon: float;
}

const EARTH = 6371.0088; // km, its mean radius
const radians = (degrees: number) => degrees * Math.PI / 180;

/** The way over the ground between two points, in km (haversine). */
export function distance(lat1: number, lon1: number, lat2: number, lon2: number) {
  const h = Math.sin(radians(lat2 - lat1) / 2) ** 2 + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.sin(radians(lon2 - lon1) / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(h)));
}

@Service
export class Shops {
  constructor(private sql: SqlTemplate) {}

  /** The database finds those in the box around the circle, by its index; the rest is arithmetic on few rows. */
  near(lat: number, lon: number, km: number) {
    const north = km / EARTH * 180 / Math.PI, pole = Math.abs(lat) + north >= 90;
    const east = pole ? 180 : Math.asin(Math.sin(km / EARTH) / Math.cos(radians(lat))) * 180 / Math.PI;
    const box = { south: lat - north, north: lat + north, west: lon - east, east: lon + east };
    const rows = this.sql.query<Shop>(
      `SELECT id, name, lat, lon FROM shops WHERE lat BETWEEN :south AND :north AND
         (lon BETWEEN :west AND :east OR lon - 360 BETWEEN :west AND :east OR lon + 360 BETWEEN :west AND :east)`, // also across the date line
      box,
    );
    return rows.map((shop) => ({ ...shop, km: Math.round(distance(lat, lon, shop.lat, shop.lon) * 1000) / 1000 }))
      .filter((shop) => shop.km <= km)
      .sort((a, b) => a.km - b.km);
  }
}

@RestController
export class ShopController {
  constructor(private shops: Shops) {}

  @GetMapping("/shops")
  near(
    @RequestParam @Min(-90) @Max(90) lat: float,
    @RequestParam @Min(-180) @Max(180) lon: float,
    @RequestParam @Positive @Max(500) km: float = 10,
  ) {
    return this.shops.near(lat, lon, km);
  }
}

/** Weighs what is sold by weight. */
export class Scales {
  constructor(private readonly most: number) {}

  weigh(grams: number) {
    if (grams > this.most) throw new Error(`more than ${this.most} g`);
    return this.round(grams);
  }

  private round(grams: number) {
    return grams < 100 ? Math.round(grams) : Math.round(grams / 5) * 5;
  }
}

export function label(grams: number, name?: string) {
  const text = grams >= 1000 ? `${grams / 1000} kg` : `${grams} g`;
  return name ? `${name}, ${text}` : text;
}

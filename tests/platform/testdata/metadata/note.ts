import "reflect-metadata";

declare const Reflect: { getMetadata(key: string, target: object, name?: string | symbol): any };

const notes: [object, string | symbol | undefined][] = [];
export const early: string[] = [];

// note remembers what is decorated. Types are there before any decorator runs.
export function note(): any {
  return (target: object, name?: string | symbol, at?: number) => {
    notes.push([target, name]);
    if (typeof at === "number") early.push(`${String(name)} ${shown(Reflect.getMetadata("design:paramtypes", target, name as string))}`);
  };
}

const shown = (value: any): string =>
  Array.isArray(value) ? `[${value.map(shown)}]` : typeof value === "function" ? value.name : String(value);

export function noted(): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [target, name] of notes) {
    const owner = typeof target === "function" ? `static ${target.name}` : target.constructor.name;
    for (const key of ["type", "paramtypes", "returntype"]) {
      all[`${owner}.${String(name)} ${key}`] = shown(Reflect.getMetadata(`design:${key}`, target, name as string));
    }
  }
  all.early = early.join("; ");
  return all;
}

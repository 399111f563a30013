/** Turns `listStandingQueries` into `list-standing-queries`. */
export function kebabCase(id: string): string {
  return id.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

/** A definition as the server shows it, as the start of another one. */

/** The server shows this in place of a secret. */
const MASK = 'Secret(****)';

export interface CopiedDefinition {
  readonly definition: object;
  /** Paths of the masked values, such as `source.password`. They are left out and must be entered again. */
  readonly secrets: readonly string[];
}

export function copiedDefinition(shown: object): CopiedDefinition {
  const secrets: string[] = [];
  return { definition: withoutSecrets(shown, '', secrets) as object, secrets };
}

function withoutSecrets(value: unknown, path: string, secrets: string[]): unknown {
  if (typeof value === 'string') {
    if (!value.includes(MASK)) return value;
    secrets.push(path);
    return undefined;
  }
  const at = (name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);
  if (Array.isArray(value))
    return value.map((item, i) => withoutSecrets(item, at(i), secrets)).filter(item => item !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .map(([name, each]) => [name, withoutSecrets(each, at(name), secrets)] as const)
    // Absent and null are equivalent.
    .filter(([, each]) => each !== undefined && each !== null);
  return Object.fromEntries(entries);
}

/** @returns `name-2`, or with the next number that is not taken. */
export function freeName(name: string, taken: readonly string[]): string {
  const stem = name.replace(/-\d+$/, '');
  for (let number = 2; ; number++) {
    const free = `${stem}-${number}`;
    if (!taken.includes(free)) return free;
  }
}

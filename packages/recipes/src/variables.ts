/**
 * Variables of a recipe. A whole string value `$name` is replaced by a value given at start; `$$text` is the literal
 * `$text`. Only addresses and queries of outputs are substituted, so that Cypher parameters are never mistaken for
 * variables.
 */
import { variableFields } from '@weir/definitions';
import type { FilePath } from './recipe.js';

/** A value that a recipe requires. */
export interface RecipeVariable {
  readonly name: string;
  readonly kind: 'file' | 'address' | 'secret' | 'text';
}

/** @param path of the first occurrence, whose field describes the variable. */
export function variableAt(name: string, path: FilePath): RecipeVariable {
  const field = String(path.findLast(step => typeof step === 'string') ?? '');
  if (path.includes('credentials')) return { name, kind: 'secret' };
  if (field === 'path') return { name, kind: 'file' };
  return { name, kind: /(?:^|[a-z])url$/i.test(field) ? 'address' : 'text' };
}

/** Collects variables and replacements during a pass over a recipe. */
export class Substitution {
  /** Names without a value, each with the path of its first occurrence. */
  readonly missing = new Map<string, FilePath>();
  readonly used = new Set<string>();
  /** Paths (see `pathKey`) whose text differs from the file. */
  private readonly replaced = new Set<string>();
  private readonly open = new Set<string>();

  constructor(private readonly values: ReadonlyMap<string, string>) {}

  /**
   * @returns a copy with the variables replaced. @param fields additional fields of this object, besides the fields of
   * its type.
   */
  of(definition: unknown, path: FilePath, fields: readonly string[] = []): unknown {
    if (Array.isArray(definition)) return definition.map((item, i) => this.of(item, [...path, i]));
    if (!isObject(definition)) return definition;
    const own = [...fields, ...variableFields(definition['type'])];
    let result = definition;
    for (const field of own) result = this.replaceAt(result, field.split('.'), path) as typeof result;
    return result;
  }

  /** Returns whether the definition has a variable without a value. */
  lacksValues(definition: unknown): boolean {
    const trial = new Substitution(this.values);
    trial.of(definition, []);
    return trial.missing.size > 0;
  }

  isOpen(path: FilePath): boolean {
    return this.open.has(pathKey(path));
  }

  isReplaced(path: FilePath): boolean {
    return this.replaced.has(pathKey(path));
  }

  private replaceAt(owner: unknown, steps: readonly string[], path: FilePath): unknown {
    const [step, ...rest] = steps;
    if (step === undefined) return typeof owner === 'string' ? this.expand(owner, path) : owner;
    if (step === '*') {
      if (Array.isArray(owner)) return owner.map((item, i) => this.replaceAt(item, rest, [...path, i]));
      if (!isObject(owner)) return this.replaceAt(owner, rest, path);
      return Object.fromEntries(
        Object.entries(owner).map(([key, item]) => [key, this.replaceAt(item, rest, [...path, key])]),
      );
    }
    if (!isObject(owner) || !Object.hasOwn(owner, step)) return owner;
    return { ...owner, [step]: this.replaceAt(owner[step], rest, [...path, step]) };
  }

  private expand(text: string, path: FilePath): string {
    if (!text.startsWith('$')) return text;
    this.replaced.add(pathKey(path));
    if (text.startsWith('$$')) return text.slice(1);
    const name = text.slice(1);
    const value = this.values.get(name);
    if (value === undefined) {
      this.open.add(pathKey(path));
      if (!this.missing.has(name)) this.missing.set(name, path);
      return text;
    }
    this.used.add(name);
    return value;
  }
}

/** Substitutes in streams and outputs of version 1, including outputs nested under `andThen`. */
export function substituteV1(substitution: Substitution, definition: unknown, path: FilePath): unknown {
  const result = substitution.of(definition, path);
  if (!isObject(result) || !isObject(result['andThen'])) return result;
  return { ...result, andThen: substituteV1(substitution, result['andThen'], [...path, 'andThen']) };
}

/** Substitutes in streams and outputs of version 2: their queries, sources and destinations. */
export function substituteV2(substitution: Substitution, definition: unknown, path: FilePath): unknown {
  if (!isObject(definition)) return definition;
  const result: Record<string, unknown> = {
    ...(substitution.of(definition, path, ['query', 'resultEnrichment.query']) as object),
  };
  for (const field of ['source', 'destinations']) {
    if (Object.hasOwn(result, field)) result[field] = substitution.of(result[field], [...path, field]);
  }
  const steps = ['onRecordError', 'deadLetterQueueSettings', 'destinations'];
  return changedAt(result, steps, destinations => substitution.of(destinations, [...path, ...steps]));
}

function changedAt(owner: unknown, steps: readonly string[], change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return change(owner);
  if (!isObject(owner) || !Object.hasOwn(owner, step)) return owner;
  return { ...owner, [step]: changedAt(owner[step], rest, change) };
}

function pathKey(path: FilePath): string {
  return JSON.stringify(path.map(String));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

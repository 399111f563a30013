/**
 * What queries of one worker can call beside the built-in functions: those of the embedding program's modules, which
 * stay, and those written in Cypher, which come and go.
 */
import { cypherFunction, type CypherFunctionSource, type Extensions } from '@weir/cypher';
import { shareEngineValues, WeirError } from '@weir/model';
import { fromModule } from './load-module.js';
import type { ModuleReference } from '@weir/contract';

export class WorkerExtensions {
  private merged: Extensions | undefined;

  private constructor(private readonly fromModules: Extensions | undefined) {
    this.merged = fromModules;
  }

  /** @throws WeirError `config.invalid` for a module that cannot be used. */
  static async load(references: readonly ModuleReference[]): Promise<WorkerExtensions> {
    if (references.length === 0) return new WorkerExtensions(undefined);
    shareEngineValues();
    const loaded: Extensions[] = [];
    for (const reference of references) {
      const extensions = await fromModule<Extensions>(reference, 'extensions');
      check(extensions, reference.module);
      loaded.push(extensions);
    }
    return new WorkerExtensions({
      functions: loaded.flatMap(each => each.functions ?? []),
      aggregates: loaded.flatMap(each => each.aggregates ?? []),
      procedures: loaded.flatMap(each => each.procedures ?? []),
    });
  }

  /** The same object until something changes: compiled queries are kept by it. */
  get all(): Extensions | undefined {
    return this.merged;
  }

  /**
   * From now on exactly these functions written in Cypher are there; each may use those before it. Compiled queries
   * that run go on with what they were compiled with.
   * @throws WeirError `cypher.*` or `function.*`, and everything stays as it was.
   */
  define(sources: readonly CypherFunctionSource[]): void {
    const base = this.fromModules ?? {};
    const functions = [...(base.functions ?? [])];
    for (const source of sources) functions.push(cypherFunction(source, { ...base, functions }));
    this.merged = sources.length === 0 ? this.fromModules : { ...base, functions };
  }
}

/** Modules may be plain JavaScript: what no compiler has seen is looked at here, once. */
function check({ functions = [], aggregates = [], procedures = [] }: Extensions, module: string): void {
  const incomplete = [
    ...functions.filter(({ name, evaluate }) => !isNamed(name) || typeof evaluate !== 'function'),
    ...aggregates.filter(({ name, create }) => !isNamed(name) || typeof create !== 'function'),
    ...procedures.filter(each => {
      const work: unknown = each.kind === 'stream' ? each.stream : each.run;
      return !isNamed(each.name) || typeof work !== 'function';
    }),
  ];
  if (incomplete.length === 0) return;
  const names = incomplete.map(({ name }) => `\`${String(name)}\``).join(', ');
  throw new WeirError(
    'config.invalid',
    `The module ${module} has functions or procedures that cannot be called: ${names}. ` +
      'Each needs a name, and `evaluate` (a function), `create` (an aggregate), `run` or `stream` (a procedure)',
  );
}

function isNamed(name: unknown): boolean {
  return typeof name === 'string' && name !== '';
}

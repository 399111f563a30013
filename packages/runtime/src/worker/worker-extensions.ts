/**
 * What queries of one worker can call beside the built-in functions: those of the embedding program's modules, which
 * stay, and those written in Cypher, which come and go.
 */
import { cypherFunction, type CypherFunctionSource, type Extensions } from '@weir/cypher';
import type { ModuleReference } from '@weir/contract';
import { loadExtensions } from './load-extensions.js';

export class WorkerExtensions {
  private merged: Extensions | undefined;

  private constructor(private readonly fromModules: Extensions | undefined) {
    this.merged = fromModules;
  }

  /** @throws WeirError `config.invalid` for a module that cannot be used. */
  static async load(references: readonly ModuleReference[]): Promise<WorkerExtensions> {
    if (references.length === 0) return new WorkerExtensions(undefined);
    const loaded = await loadExtensions(references);
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

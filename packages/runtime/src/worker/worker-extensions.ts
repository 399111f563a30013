/**
 * Functions and procedures that queries of one worker can call in addition to the built-in ones: the embedding
 * program's, which never change, and the ones written in Cypher, which can be defined and removed.
 */
import { cypherFunction, type CypherFunctionSource, type Extensions } from '@weir/cypher';
import type { ModuleReference } from '@weir/contract';
import { loadExtensions } from '../modules/load-extensions.js';

export class WorkerExtensions {
  private merged: Extensions | undefined;

  private constructor(private readonly fromModules: Extensions | undefined) {
    this.merged = fromModules;
  }

  /** @throws WeirError `config.invalid` if a module cannot be used. */
  static async load(references: readonly ModuleReference[]): Promise<WorkerExtensions> {
    if (references.length === 0) return new WorkerExtensions(undefined);
    const loaded = await loadExtensions(references);
    return new WorkerExtensions({
      functions: loaded.flatMap(each => each.functions ?? []),
      aggregates: loaded.flatMap(each => each.aggregates ?? []),
      procedures: loaded.flatMap(each => each.procedures ?? []),
    });
  }

  /** The same object until something changes; the cache of compiled queries is keyed by it. */
  get all(): Extensions | undefined {
    return this.merged;
  }

  /**
   * Replaces all functions written in Cypher; each may use earlier ones. Running queries keep using the functions they
   * were compiled with.
   * @throws WeirError `cypher.*` or `function.*`; then nothing has changed.
   */
  define(sources: readonly CypherFunctionSource[]): void {
    const base = this.fromModules ?? {};
    const functions = [...(base.functions ?? [])];
    for (const source of sources) functions.push(cypherFunction(source, { ...base, functions }));
    this.merged = sources.length === 0 ? this.fromModules : { ...base, functions };
  }
}

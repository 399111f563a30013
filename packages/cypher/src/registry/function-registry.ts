/** Functions, aggregates and procedures by name: built-in ones and additions of an embedding program. */
import type { ValueMap } from '@weir/model';
import type { ProcedureDefinition } from './procedure-definition.js';
import type { AggregateDefinition, FunctionDefinition } from './function-definition.js';

/** Additions of a program that embeds the engine; an existing name is replaced. */
export interface Extensions {
  readonly functions?: readonly FunctionDefinition[];
  readonly aggregates?: readonly AggregateDefinition[];
  readonly procedures?: readonly ProcedureDefinition[];
}

/** The export `extensions` of a module of the embedding program. */
export type ExtensionFactory = (options: ValueMap) => Extensions | Promise<Extensions>;

export class FunctionRegistry {
  private readonly functionsByName = new Map<string, FunctionDefinition>();
  private readonly aggregatesByName = new Map<string, AggregateDefinition>();
  private readonly proceduresByName = new Map<string, ProcedureDefinition>();

  constructor(...sources: readonly Extensions[]) {
    for (const source of sources) {
      for (const entry of source.functions ?? []) this.functionsByName.set(entry.name.toLowerCase(), entry);
      for (const entry of source.aggregates ?? []) this.aggregatesByName.set(entry.name.toLowerCase(), entry);
      for (const entry of source.procedures ?? []) this.proceduresByName.set(entry.name.toLowerCase(), entry);
    }
  }

  /** Returns a registry with these additions; this one is unchanged. */
  extended(extensions: Extensions): FunctionRegistry {
    return new FunctionRegistry(
      { functions: this.functions(), aggregates: this.aggregates(), procedures: this.procedures() },
      extensions,
    );
  }

  function(name: string): FunctionDefinition | undefined {
    return this.functionsByName.get(name.toLowerCase());
  }

  aggregate(name: string): AggregateDefinition | undefined {
    return this.aggregatesByName.get(name.toLowerCase());
  }

  procedure(name: string): ProcedureDefinition | undefined {
    return this.proceduresByName.get(name.toLowerCase());
  }

  functions(): readonly FunctionDefinition[] {
    return [...this.functionsByName.values()];
  }

  aggregates(): readonly AggregateDefinition[] {
    return [...this.aggregatesByName.values()];
  }

  procedures(): readonly ProcedureDefinition[] {
    return [...this.proceduresByName.values()];
  }
}

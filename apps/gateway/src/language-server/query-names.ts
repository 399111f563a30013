/** Names that queries may use: callables, and the names in the graph. Each list is refreshed when it is outdated. */
import type { StreamingGraph } from '@weir/contract';
import type { Environment } from '@weir/platform';

export interface Callable {
  readonly name: string;
  readonly signature: string;
  readonly description: string;
}

export interface NamesInGraph {
  readonly labels: readonly string[];
  readonly edgeTypes: readonly string[];
  readonly properties: readonly string[];
}

export interface Callables {
  readonly functions: readonly Callable[];
  readonly procedures: readonly Callable[];
}

/** Milliseconds for which a list is current. */
const FRESH_MILLIS = 5000;
const PATIENCE_MILLIS = 1000;

const CALLABLES = {
  functions: 'CALL help.functions() YIELD name, signature, description RETURN name, signature, description',
  procedures: 'CALL help.procedures() YIELD name, signature, description RETURN name, signature, description',
} as const;

const IN_GRAPH = {
  labels: 'CALL db.labels() YIELD label RETURN label',
  edgeTypes: 'CALL db.relationshipTypes() YIELD relationshipType RETURN relationshipType',
  properties: 'CALL db.propertyKeys() YIELD propertyKey RETURN propertyKey',
} as const;

export class QueryNames {
  private readonly known = new Map<
    string,
    { readonly at: number; readonly rows: Promise<readonly unknown[][]> }
  >();

  constructor(
    private readonly graph: StreamingGraph,
    private readonly environment: Environment,
  ) {}

  async callables(): Promise<Callables> {
    const [functions, procedures] = await Promise.all([
      this.rows(CALLABLES.functions),
      this.rows(CALLABLES.procedures),
    ]);
    return { functions: functions.map(callable), procedures: procedures.map(callable) };
  }

  async inGraph(kind: keyof NamesInGraph): Promise<readonly string[]> {
    return (await this.rows(IN_GRAPH[kind])).map(([name]) => String(name)).sort();
  }

  /** Like `inGraph`, as of now. */
  inGraphNow(kind: keyof NamesInGraph): Promise<readonly string[]> {
    this.known.delete(IN_GRAPH[kind]);
    return this.inGraph(kind);
  }

  private rows(query: string): Promise<readonly unknown[][]> {
    const now = this.environment.clock.now();
    const known = this.known.get(query);
    if (known !== undefined && now - known.at < FRESH_MILLIS) return known.rows;
    const rows = this.ask(query);
    this.known.set(query, { at: now, rows });
    return rows;
  }

  /** Returns nothing when the graph is busy: the author of a query must not wait. */
  private async ask(query: string): Promise<readonly unknown[][]> {
    try {
      const run = await this.graph.query(query, { timeout: PATIENCE_MILLIS, allowedEffects: [] });
      return await run.rows();
    } catch (error) {
      this.environment.logger.log('debug', `No names for completion: ${String(error)}`);
      return [];
    }
  }
}

function callable([name, signature, description]: readonly unknown[]): Callable {
  return { name: String(name), signature: String(signature), description: String(description) };
}

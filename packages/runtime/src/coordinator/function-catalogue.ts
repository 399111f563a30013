/** The functions written in Cypher, as the coordinator keeps them: the same on every worker, and over restarts. */
import { callsFunction, type CypherFunctionSource } from '@weir/cypher';
import { type Logger, SerialQueue, WeirError } from '@weir/model';
import type { WorkerServices } from '../contract/worker-services.js';
import type { Workers } from '../contract/workers.js';
import type { FunctionCatalogue, MetadataStore } from '@weir/contract';

const FUNCTIONS_KEY = 'cypher-functions';

export class PersistedFunctions implements FunctionCatalogue {
  private sources: readonly CypherFunctionSource[] = [];
  /** Changes one after the other. */
  private readonly changes = new SerialQueue();

  constructor(
    private readonly workers: Workers,
    private readonly metadata: MetadataStore,
    private readonly logger: Logger,
    /** Names of the standing queries that call a function. */
    private readonly watchers: (name: string) => readonly string[],
    /** Throws why none can be defined, or removed, now. */
    private readonly check: () => void,
  ) {}

  /**
   * Defines what earlier runs left. A function that does not compile any more (what it used is gone) is logged and
   * stays listed, but queries do not know it.
   */
  async restore(): Promise<void> {
    this.sources = ((await this.metadata.get(FUNCTIONS_KEY)) as CypherFunctionSource[] | undefined) ?? [];
    if (this.sources.length > 0) await this.defineWorking(this.sources);
  }

  /** Workers are new. */
  resume(): Promise<void> {
    return this.changes.run(() => this.restore());
  }

  /** These workers are new. */
  resumeOn(workers: readonly WorkerServices[]): Promise<void> {
    return this.changes.run(() => this.defineWorking(this.sources, workers));
  }

  /** Something is being defined, or removed. */
  get isChanging(): boolean {
    return !this.changes.isIdle;
  }

  list(): readonly CypherFunctionSource[] {
    return this.sources;
  }

  define({ name, parameters, expression }: CypherFunctionSource): Promise<void> {
    return this.changes.run(async () => {
      this.check();
      if (this.find(name) !== undefined) {
        throw new WeirError(
          'function.exists',
          `There is already a function named \`${name}\`; remove it first`,
        );
      }
      const sources = [...this.sources, { name, parameters: [...parameters], expression }];
      await this.defineOn(sources);
      await this.save(sources);
    });
  }

  remove(name: string): Promise<CypherFunctionSource> {
    return this.changes.run(async () => {
      this.check();
      const source = this.find(name);
      if (source === undefined) {
        throw new WeirError('function.not-found', `There is no function named \`${name}\``);
      }
      const callers = [
        ...this.sources.filter(each => callsFunction(each, name)).map(each => `\`${each.name}\``),
        ...this.watchers(name).map(query => `the standing query '${query}'`),
      ];
      if (callers.length > 0) {
        const names = callers.join(', ');
        throw new WeirError(
          'function.in-use',
          `Function \`${name}\` is called by ${names}; remove those first`,
        );
      }
      const sources = this.sources.filter(each => each !== source);
      await this.defineWorking(sources);
      await this.save(sources);
      return source;
    });
  }

  private find(name: string): CypherFunctionSource | undefined {
    return this.sources.find(each => each.name.toLowerCase() === name.toLowerCase());
  }

  private async save(sources: readonly CypherFunctionSource[]): Promise<void> {
    await this.metadata.put(FUNCTIONS_KEY, sources);
    this.sources = sources;
  }

  /** All of them, or, when some do not compile, all others. */
  private async defineWorking(
    sources: readonly CypherFunctionSource[],
    workers: readonly WorkerServices[] = this.workers.all,
  ): Promise<void> {
    const working: CypherFunctionSource[] = [];
    for (const source of sources) {
      try {
        await workers[0]!.queries.defineFunctions([...working, source]);
        working.push(source);
      } catch (error) {
        const { message } = WeirError.from(error);
        this.logger.log('error', 'a function written in Cypher does not compile any more', {
          function: source.name,
          error: message,
        });
      }
    }
    await this.defineOn(working, workers);
  }

  /** On the first worker alone at first: what one refuses, all would. */
  private async defineOn(
    sources: readonly CypherFunctionSource[],
    workers: readonly WorkerServices[] = this.workers.all,
  ): Promise<void> {
    const [first, ...others] = workers;
    await first!.queries.defineFunctions(sources);
    await Promise.all(others.map(worker => worker.queries.defineFunctions(sources)));
  }
}

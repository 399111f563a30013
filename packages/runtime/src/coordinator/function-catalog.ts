/** The coordinator's list of functions written in Cypher, which are the same on every worker and after restarts. */
import { callsFunction, type CypherFunctionSource } from '@weir/cypher';
import { type Logger, SerialQueue, WeirError } from '@weir/platform';
import type { WorkerServices } from '../contract/worker-services.js';
import type { Workers } from '../contract/workers.js';
import type { FunctionCatalog, MetadataStore } from '@weir/contract';

const FUNCTIONS_KEY = 'cypher-functions';

export class PersistedFunctions implements FunctionCatalog {
  private sources: readonly CypherFunctionSource[] = [];
  private readonly changes = new SerialQueue();

  constructor(
    private readonly workers: Workers,
    private readonly metadata: MetadataStore,
    private readonly logger: Logger,
    /** Returns the names of the standing queries that call a function. */
    private readonly watchers: (name: string) => readonly string[],
    /** Resolves when functions can be defined or removed; rejects if that takes too long. */
    private readonly changeable: () => Promise<void>,
  ) {}

  /**
   * Defines the functions of earlier runs. A function that fails to compile, because something it used was removed, is
   * logged and stays listed, but queries cannot call it.
   */
  async restore(): Promise<void> {
    this.sources = ((await this.metadata.get(FUNCTIONS_KEY)) as CypherFunctionSource[] | undefined) ?? [];
    if (this.sources.length > 0) await this.defineWorking(this.sources);
  }

  /** Called when all workers were replaced. */
  resume(): Promise<void> {
    return this.changes.run(() => this.restore());
  }

  /** Called when these workers were replaced. */
  resumeOn(workers: readonly WorkerServices[]): Promise<void> {
    return this.changes.run(() => this.defineWorking(this.sources, workers));
  }

  /** Whether a definition or removal is in progress. */
  get isChanging(): boolean {
    return !this.changes.isIdle;
  }

  list(): readonly CypherFunctionSource[] {
    return this.sources;
  }

  async define({ name, parameters, expression }: CypherFunctionSource): Promise<void> {
    await this.changeable();
    return this.changes.run(async () => {
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

  async remove(name: string): Promise<CypherFunctionSource> {
    await this.changeable();
    return this.changes.run(async () => {
      const source = this.find(name);
      if (source === undefined) {
        throw new WeirError('function.not-found', `No function has the name \`${name}\``);
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

  /** Defines all of them or, if some do not compile, all others. */
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
        this.logger.log('error', 'a user-defined function no longer compiles', {
          function: source.name,
          error: message,
        });
      }
    }
    await this.defineOn(working, workers);
  }

  /** Defines them on the first worker first: a function that one worker rejects, all reject. */
  private async defineOn(
    sources: readonly CypherFunctionSource[],
    workers: readonly WorkerServices[] = this.workers.all,
  ): Promise<void> {
    const [first, ...others] = workers;
    await first!.queries.defineFunctions(sources);
    await Promise.all(others.map(worker => worker.queries.defineFunctions(sources)));
  }
}

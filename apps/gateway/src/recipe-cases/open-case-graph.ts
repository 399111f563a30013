/** A graph for one case: in memory, single-threaded, with a stopped clock and deterministic random numbers. */
import type { Lane, StandingHandle, StreamingGraph } from '@weir/contract';
import type { IngestDefinition, NewStanding } from '@weir/definitions';
import { formatReference } from '@weir/formats/records';
import { queryJson, resultJson } from '@weir/model';
import { type Environment, SeededRandom, WeirError } from '@weir/platform';
import { OutputFilePolicy } from '@weir/formats/files';
import { StandingOutputs } from '@weir/deliveries';
import { type CaseGraph, plainValue, type OpenCaseGraph, type Recipe } from '@weir/recipes';
import { systemEnvironment } from '@weir/runtime';
import type { Config } from '../config/settings.js';
import { openConfiguredGraph } from '../open-configured-graph.js';
import { insideOnly, sentData } from './inside-only.js';
import { encodeRecord } from './record-bytes.js';

/** @param config with a single thread. */
export function caseGraphs(config: Config): OpenCaseGraph {
  return (recipe, now) => OpenedCase.open(recipe, now, config);
}

interface Results {
  readonly matches: unknown[];
  readonly retractions: unknown[];
}

class OpenedCase implements CaseGraph {
  readonly failures: string[] = [];
  private readonly lanes = new Map<string, Lane>();
  private readonly byStanding = new Map<string, Results>();
  private readonly outputs: StandingOutputs[] = [];
  /** Keyed by standing query and output. */
  private readonly lines = new Map<string, unknown[]>();
  private positions = 0;

  private constructor(
    private readonly recipe: Recipe,
    private readonly graph: StreamingGraph,
    private readonly environment: Environment,
  ) {}

  static async open(recipe: Recipe, now: number, config: Config): Promise<CaseGraph> {
    const environment = caseEnvironment(now);
    const workingDirectory = process.cwd();
    const graph = await openConfiguredGraph({
      config,
      store: { type: 'memory' },
      environment,
      workingDirectory,
    });
    const opened = new OpenedCase(recipe, graph, environment);
    try {
      for (const { name, definition } of recipe.standingQueries) await opened.register(name, definition);
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }

  async feed(stream: string, record: unknown): Promise<void> {
    const { definition } = this.recipe.ingestStreams.find(({ name }) => name === stream)!;
    const { bytes, headers } = encodeRecord(record, definition.source);
    const lane = await this.lane(stream, definition, headers);
    const bounds = Uint32Array.of(0, bytes.length);
    const outcome = await lane.runChunk({ bytes, bounds, firstPosition: this.positions++ });
    if (outcome.failure) throw outcome.failure.error;
    const [rejection] = outcome.rejections;
    if (rejection) throw new WeirError('recipe.invalid', `it cannot be parsed: ${rejection.reason}`);
  }

  async settled(): Promise<void> {
    do await this.graph.idle();
    while (this.outputs.some(outputs => this.isAtWork(outputs)));
  }

  results(standing: string): Results {
    return this.byStanding.get(standing)!;
  }

  sent(standing: string, output: string): readonly unknown[] {
    return this.lines.get(JSON.stringify([standing, output]))!;
  }

  async rows(query: string): Promise<readonly (readonly unknown[])[]> {
    const run = await this.graph.query(query);
    return (await run.rows()).map(row => row.map(value => plainValue(queryJson(value))));
  }

  async close(): Promise<void> {
    await Promise.all(this.outputs.map(outputs => outputs.close()));
    await this.graph.close();
  }

  private isAtWork(outputs: StandingOutputs): boolean {
    return this.recipe.standingQueries.some(({ name }) =>
      Object.values(outputs.stats(name)).some(({ queued }) => queued > 0),
    );
  }

  private async lane(
    stream: string,
    { source, query, parameter, transformation, onRecordError }: IngestDefinition,
    headers: readonly string[] | null,
  ): Promise<Lane> {
    const key = JSON.stringify([stream, headers]);
    const known = this.lanes.get(key);
    if (known) return known;
    const format = source.format ?? ({ type: 'Json' } as const);
    const lane = await this.graph.openLane({
      name: stream,
      query,
      parameter,
      format: formatReference(format, { headers, transformation: transformation?.function }),
      allRejections: true,
      rejectsFailures: onRecordError.includeQueryFailures === true,
    });
    this.lanes.set(key, lane);
    return lane;
  }

  private async register(name: string, { pattern, outputs, ...definition }: NewStanding): Promise<void> {
    const { includeCancellations, inputBufferSize, provenance } = definition;
    const handle = await this.graph.registerStanding({
      name,
      query: pattern.query,
      mode: pattern.mode,
      inputBufferSize,
      includeCancellations,
      provenance,
    });
    const results: Results = { matches: [], retractions: [] };
    this.byStanding.set(name, results);
    handle.subscribe(async some => {
      for (const { isPositiveMatch, data } of some) {
        results[isPositiveMatch ? 'matches' : 'retractions'].push(plainValue(resultJson(data)));
      }
    });
    for (const [output, of] of Object.entries(outputs)) {
      await this.attach(handle, output, insideOnly(of), includeCancellations);
    }
  }

  /** Each output has its own standard output. */
  private async attach(
    handle: StandingHandle,
    output: string,
    definition: NewStanding['outputs'][string],
    includeCancellations: boolean | undefined,
  ): Promise<void> {
    const lines: unknown[] = [];
    this.lines.set(JSON.stringify([handle.name, output]), lines);
    const outputs = new StandingOutputs({
      graph: this.graph,
      environment: {
        ...this.environment,
        logger: {
          log: (level, message) => {
            if (level === 'error' || level === 'warn') {
              this.failures.push(`${handle.name}, output ${output}: ${message}`);
            }
          },
        },
      },
      files: await OutputFilePolicy.create({ workingDirectory: process.cwd(), allowedDirectories: [] }),
      writer: {
        write: async text => {
          for (const line of text.trimEnd().split('\n')) lines.push(plainValue(sentData(line)));
        },
      },
    });
    this.outputs.push(outputs);
    const prepared = await outputs.prepare(handle.name, { [output]: definition }, includeCancellations);
    await outputs.attach(handle, prepared);
  }
}

const SEED = 1;

function caseEnvironment(now: number): Environment {
  const system = systemEnvironment();
  const random = new SeededRandom(SEED);
  return { ...system, clock: { now: () => now }, random: { ...system.random, next: () => random.next() } };
}

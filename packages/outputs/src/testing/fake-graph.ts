/** As much of a graph as outputs need, for unit tests: lanes whose query is a function, and metadata. */
import { WeirError, type Value } from '@weir/model';
import type {
  Lane,
  LaneDefinition,
  StandingConsumer,
  StandingHandle,
  StandingOutput,
  StreamingGraph,
  ValueOutcome,
} from '@weir/runtime';

export class FakeGraph {
  readonly stored = new Map<string, unknown>();
  readonly lanes: LaneDefinition[] = [];
  readonly values: Value[] = [];
  mostAtOnce = 0;
  columns: readonly string[] = [];
  canContainAllNodeScan = false;
  run: (value: Value) => ValueOutcome | Promise<ValueOutcome> = () => ({ rows: [] });

  /** The parts that outputs do not use are not there. */
  asGraph(): StreamingGraph {
    const graph: Pick<StreamingGraph, 'openLane' | 'metadata'> = {
      openLane: definition => this.openLane(definition),
      metadata: {
        get: key => Promise.resolve(this.stored.get(key)),
        put: (key, value) => Promise.resolve(void this.stored.set(key, structuredClone(value))),
        delete: key => Promise.resolve(void this.stored.delete(key)),
        keys: () => Promise.resolve([...this.stored.keys()]),
      },
    };
    return graph as StreamingGraph;
  }

  private openLane(definition: LaneDefinition): Promise<Lane> {
    if (definition.query.startsWith('SYNTAX')) {
      return Promise.reject(new WeirError('cypher.syntax', 'not a query'));
    }
    this.lanes.push(definition);
    return Promise.resolve({
      facts: {
        columns: this.columns,
        isReadOnly: false,
        isIdempotent: true,
        canContainAllNodeScan: this.canContainAllNodeScan,
        plan: { operatorType: 'Fake', args: {}, identifiers: [], children: [] },
      },
      preferredInFlight: 4,
      runChunk: () => Promise.reject(new Error('not used by outputs')),
      runValues: values => {
        this.mostAtOnce = Math.max(this.mostAtOnce, values.length);
        this.values.push(...values);
        return Promise.all(values.map(async value => this.run(value)));
      },
      release: () => Promise.resolve(),
      close: () => Promise.resolve(),
    });
  }
}

/** A standing query whose results a test makes. */
export class FakeStanding {
  readonly consumers = new Set<StandingConsumer>();
  readonly cursors = new Set<string>();
  private emitting: Promise<void> = Promise.resolve();

  constructor(readonly name: string) {}

  /** Only what outputs use is there. */
  asHandle(): StandingHandle {
    const handle: Pick<StandingHandle, 'name' | 'openCursor' | 'cursors' | 'dropCursor'> = {
      name: this.name,
      cursors: [...this.cursors],
      openCursor: (name, consumer) => {
        this.cursors.add(name);
        this.consumers.add(consumer);
        return Promise.resolve({
          waiting: 0,
          drained: () => this.emitting,
          close: () => void this.consumers.delete(consumer),
        });
      },
      dropCursor: name => Promise.resolve(void this.cursors.delete(name)),
    };
    return handle as StandingHandle;
  }

  /** @returns when every consumer is ready for more. */
  emit(...results: StandingOutput[]): Promise<void> {
    this.emitting = Promise.all([...this.consumers].map(consumer => consumer(results))).then(() => undefined);
    return this.emitting;
  }
}

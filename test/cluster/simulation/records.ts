/**
 * A source outside the cluster: like a broker, it sends each record to a shard of a machine, and again to another one
 * until it is acknowledged. An acknowledged record must be in the log at that moment, and in the graph from then on.
 */
import type { GraphSession } from '@weir/cypher';
import { decode, Direction, EventKind, idFrom, type NodeEvent, type NodeId } from '@weir/model';
import type { GraphShard } from './graph-shard.js';
import type { LogOperation } from '@weir/persistor-logged';
import type { SimWorld } from './sim-world.js';

const PATIENCE_MILLIS = 4_000;
const AGAIN_MILLIS = 150;

/** Nodes whose edges and properties change. */
const CHANGING: readonly NodeId[] = Array.from({ length: 10 }, (_, i) => idFrom(['changing', i])!);
/** Nodes whose contents are never removed. */
const LASTING: readonly NodeId[] = Array.from({ length: 4 }, (_, i) => idFrom(['lasting', i])!);
export const ALL_NODES: readonly NodeId[] = [...CHANGING, ...LASTING];

interface SentRecord {
  readonly name: string;
  write(session: GraphSession): void;
  /** Data that must exist once the record is acknowledged. */
  readonly leaves: readonly string[];
  isAcknowledged: boolean;
  /** An ad hoc write: it is not retried when it fails, and its partial effects must be consistent. */
  readonly isByHand: boolean;
  isGivenUp: boolean;
}

export class Records {
  readonly problems: string[] = [];
  private readonly all: SentRecord[] = [];
  private readonly durable = new Set<string>();
  deliveries = 0;
  private readonly changing: readonly NodeId[];

  /**
   * @param anyShard returns a shard that accepts records now, if there is one.
   * @param byHand the fraction of records that are not retried when they fail.
   */
  constructor(
    private readonly world: SimWorld,
    private readonly anyShard: () => GraphShard | undefined,
    private readonly byHand: number,
  ) {
    this.changing = CHANGING.slice(0, world.random.pick([3, 6, CHANGING.length]));
  }

  /** Whether all records are acknowledged or given up. */
  get areOver(): boolean {
    return this.all.every(record => record.isAcknowledged || record.isGivenUp);
  }

  get acknowledgedMarks(): string[] {
    return this.all.filter(record => record.isAcknowledged).flatMap(({ leaves }) => leaves);
  }

  /** Call when an operation has been written to the log. */
  operationWritten(operation: LogOperation): void {
    if (operation.kind !== 'write') return;
    for (const { id, bytes } of operation.group.journal) {
      for (const event of decode(bytes) as NodeEvent[]) {
        if (event[0] === EventKind.PropertySet) this.durable.add(propertyMark(id, event[1]));
        if (event[0] === EventKind.EdgeAdded) this.durable.add(edgeMark(id, event[1], event[2], event[3]));
      }
    }
  }

  /** Adds a record to be written. */
  add(): void {
    const record = this.draw(`r${this.all.length}`);
    this.all.push(record);
    this.deliver(record);
  }

  private deliver(record: SentRecord): void {
    if (record.isAcknowledged || record.isGivenUp) return;
    const shard = this.anyShard();
    if (shard?.graph === undefined) return this.again(record);
    this.deliveries++;
    let isOver = false;
    const end = (next: () => void) => (): void => {
      if (isOver || shard.isStopped) return;
      isOver = true;
      next();
    };
    const session = shard.graph.session();
    record.write(session);
    Promise.resolve(session.settled()).then(
      end(() => this.acknowledge(record)),
      end(() => this.failed(record)),
    );
    this.world.after(PATIENCE_MILLIS, () => {
      if (isOver) return;
      isOver = true;
      this.failed(record);
    });
  }

  private failed(record: SentRecord): void {
    if (record.isByHand) record.isGivenUp = true;
    else this.again(record);
  }

  private again(record: SentRecord): void {
    this.world.after(AGAIN_MILLIS, () => this.deliver(record));
  }

  private acknowledge(record: SentRecord): void {
    if (record.isAcknowledged) return;
    record.isAcknowledged = true;
    for (const mark of record.leaves) {
      if (!this.durable.has(mark))
        this.problems.push(`${record.name} was acknowledged before ${mark} was there`);
    }
  }

  private draw(name: string): SentRecord {
    const { random } = this.world;
    const [from, to] = [random.pick(this.changing), random.pick(this.changing)];
    const choice = random.next();
    const isByHand = this.byHand > 0 && random.chance(this.byHand);
    const changes = (write: (session: GraphSession) => void): SentRecord => ({
      name,
      write,
      leaves: [],
      isAcknowledged: false,
      isByHand,
      isGivenUp: false,
    });
    if (choice < 0.25) return changes(session => session.effects.createEdge(from, 'e', to));
    if (choice < 0.33) return changes(session => session.effects.deleteEdge(from, 'e', to));
    if (choice < 0.6) {
      const value = random.below(2);
      return changes(session => session.effects.setProperty(from, 't', value));
    }
    if (choice < 0.63) return changes(session => session.effects.deleteNode(from, true));
    const [one, other] = [random.pick(LASTING), random.pick(LASTING)];
    if (choice < 0.8) {
      return {
        ...changes(session => session.effects.setProperty(one, name, 1)),
        leaves: [propertyMark(one, name)],
      };
    }
    return {
      ...changes(session => session.effects.createEdge(one, name, other)),
      leaves: [
        edgeMark(one, name, Direction.Outgoing, other),
        edgeMark(other, name, Direction.Incoming, one),
      ],
    };
  }
}

export function propertyMark(node: NodeId, key: string): string {
  return `${ALL_NODES.indexOf(node)}.${key}`;
}

export function edgeMark(node: NodeId, label: string, direction: Direction, other: NodeId): string {
  return `${ALL_NODES.indexOf(node)} ${direction === Direction.Outgoing ? '->' : '<-'}${label} ${ALL_NODES.indexOf(other)}`;
}

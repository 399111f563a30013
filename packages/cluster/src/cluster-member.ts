/**
 * One process of a cluster: it owns shards, hosts them, and carries messages between them, within the process or over a
 * link to another member.
 *
 * A frame is not read before the layout in which it was written is known: the receiver waits until it has seen the
 * sender's revision. So a receiver knows of every new epoch that the sender knows of, and can distinguish messages sent
 * before and after it (`ShardHost.peerReplaced`). A frame for an earlier epoch of its receiver, or from an earlier one
 * of its sender, is dropped; both ends check the affected state again.
 */
import type { Environment } from '@weir/platform';
import type { Directory, HoldLoss } from './directory.js';
import type { MemberRecord } from './layout.js';
import { Link, type LinkFrame } from './link.js';
import { Ownership } from './ownership.js';
import { packEnvelope, type ShardEnvelope, unpackEnvelope } from './shard-envelope.js';
import type { ShardHost, ShardHosting } from './shard-host.js';

export interface ClusterMemberOptions {
  /** Id of this run of the process; never used before. */
  readonly id: string;
  readonly member: MemberRecord;
  readonly shardCount: number;
  readonly holders: number;
  readonly leaseMillis: number;
  readonly patienceMillis: number;
  /** Options of each link: see `LinkOptions`. */
  readonly credit: number;
  readonly resendMillis: number;
  readonly directory: Directory;
  readonly environment: Environment;
  readonly hosting: ShardHosting;
  /** Sends a frame to another member, which calls `receive`. May lose, repeat, reorder and delay frames. */
  transmit(to: string, frame: LinkFrame): void;
  /** Reports that some link has no credit left, or that this has ended. Producers of messages should wait meanwhile. */
  filled?(isFull: boolean): void;
  /** Other members consider this one lost, or it cannot know. It has ended; the process may rejoin under another id. */
  expelled(cause: HoldLoss): void;
}

interface PeerLink {
  readonly link: Link;
  /** Frames that arrived and were written in a layout unknown here yet. */
  readonly early: ShardEnvelope[];
}

export class ClusterMember {
  private readonly ownership: Ownership;
  private readonly hosts = new Map<number, ShardHost>();
  private readonly links = new Map<string, PeerLink>();
  private fullLinks = 0;
  private isOver = false;

  constructor(private readonly options: ClusterMemberOptions) {
    const { id, member, shardCount, holders, directory, environment } = options;
    const { leaseMillis, patienceMillis } = options;
    const listener = {
      epochRose: (shard: number) => this.epochRose(shard),
      taken: (shard: number, epoch: number) => this.taken(shard, epoch),
      leave: (shard: number) => this.leave(shard),
      lost: (shard: number) => this.lost(shard),
      advanced: () => this.advanced(),
      expelled: (cause: HoldLoss) => {
        this.stop();
        options.expelled(cause);
      },
    };
    this.ownership = new Ownership({
      id,
      member,
      shardCount,
      holders,
      leaseMillis,
      patienceMillis,
      directory,
      environment,
      listener,
    });
  }

  start(): void {
    this.ownership.start();
  }

  /** Whether this member may answer reads of a shard: by its own clock, no other member can own the shard. */
  mayRead(shard: number): boolean {
    return this.hosts.has(shard) && this.ownership.holdsLease;
  }

  /** Changes its share of the shards; with 0 it gives up all of them, in order. */
  weigh(capacity: number): void {
    this.ownership.weigh(capacity);
  }

  /** See `Ownership.suspect`. */
  suspect(member: string): void {
    this.ownership.suspect(member);
  }

  /**
   * Whether it owns nothing. After `weigh(0)`: it can then be stopped, and no other member waits for anything from it.
   */
  get ownsNothing(): boolean {
    return this.ownership.ownsNothing;
  }

  /** Whether nothing is in flight: no shard moves, and everything sent has arrived. */
  get isSettled(): boolean {
    if (!this.ownership.isSettled) return false;
    return [...this.links.values()].every(({ link, early }) => link.isIdle && early.length === 0);
  }

  receive(from: string, frame: LinkFrame): void {
    // Unknown sender: it will retransmit. Departed sender: drop.
    if (this.isOver || !this.ownership.layout.members.has(from)) return;
    this.peer(from).link.receive(frame);
  }

  stop(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.ownership.stop();
    for (const host of this.hosts.values()) host.stop();
    this.hosts.clear();
    for (const { link } of this.links.values()) link.close();
    this.links.clear();
  }

  private epochRose(shard: number): void {
    for (const [number, host] of this.hosts) if (number !== shard) host.peerReplaced(shard);
  }

  private taken(shard: number, epoch: number): void {
    const outlet = { send: (to: number, frame: Uint8Array) => this.send(shard, epoch, to, frame) };
    this.hosts.set(shard, this.options.hosting.open(shard, epoch, outlet));
  }

  private async leave(shard: number): Promise<void> {
    const host = this.hosts.get(shard);
    if (host === undefined) return;
    await host.leave();
    if (this.hosts.get(shard) === host) this.hosts.delete(shard);
  }

  private lost(shard: number): void {
    this.hosts.get(shard)?.stop();
    this.hosts.delete(shard);
  }

  private advanced(): void {
    const { members } = this.ownership.layout;
    for (const [id, { link }] of this.links) {
      if (members.has(id)) continue;
      link.close();
      this.links.delete(id);
    }
    for (const peer of this.links.values()) this.readEarly(peer);
  }

  private send(from: number, fromEpoch: number, to: number, frame: Uint8Array): void {
    if (this.isOver) return;
    const { layout } = this.ownership;
    const { owner, epoch } = layout.assignment(to);
    const envelope = { from, fromEpoch, to, toEpoch: epoch, revision: layout.revision, frame };
    if (owner === this.options.id) {
      this.options.environment.scheduler.soon(() => this.accept(envelope));
    } else if (owner !== null && layout.members.has(owner)) {
      this.peer(owner).link.send(packEnvelope(envelope));
    }
  }

  private peer(id: string): PeerLink {
    let peer = this.links.get(id);
    if (peer === undefined) {
      peer = this.connect(id);
      this.links.set(id, peer);
    }
    return peer;
  }

  private connect(id: string): PeerLink {
    const early: ShardEnvelope[] = [];
    const { environment, credit, resendMillis } = this.options;
    const link = new Link({
      transmit: frame => this.options.transmit(id, frame),
      deliver: payload => {
        early.push(unpackEnvelope(payload));
        this.readEarly({ link, early });
      },
      filled: isFull => this.linkFilled(isFull),
      scheduler: environment.scheduler,
      credit,
      resendMillis,
    });
    return { link, early };
  }

  private linkFilled(isFull: boolean): void {
    const before = this.fullLinks > 0;
    this.fullLinks += isFull ? 1 : -1;
    if (this.fullLinks > 0 !== before) this.options.filled?.(isFull);
  }

  private readEarly({ early }: PeerLink): void {
    const { layout } = this.ownership;
    while (early.length > 0 && early[0]!.revision <= layout.revision) this.accept(early.shift()!);
  }

  private accept({ from, fromEpoch, to, toEpoch, frame }: ShardEnvelope): void {
    const { layout } = this.ownership;
    if (this.isOver || layout.assignment(from).epoch !== fromEpoch) return;
    if (layout.assignment(to).epoch === toEpoch) this.hosts.get(to)?.receive(from, frame);
  }
}

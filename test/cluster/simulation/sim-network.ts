/**
 * Carries frames between members: delayed, duplicated, reordered, or lost, and blocked between some members for a
 * while.
 */
import type { LinkFrame } from '@weir/cluster';
import type { SimProcess, SimWorld } from './sim-world.js';

export interface NetworkEnd {
  readonly machine: number;
  readonly process: SimProcess;
  receive(from: string, frame: LinkFrame): void;
}

export class SimNetwork {
  lossRate = 0;
  repeatRate = 0;
  slowRate = 0;
  private readonly ends = new Map<string, NetworkEnd>();
  private readonly cuts = new Set<string>();
  /** Last number sent, keyed by pair of members. */
  private readonly sent = new Map<string, number>();

  /** @param neverResends planted fault: only the first of all frames with a number can arrive. */
  constructor(
    private readonly world: SimWorld,
    private readonly neverResends: boolean,
  ) {}

  connect(id: string, end: NetworkEnd): void {
    this.ends.set(id, end);
  }

  disconnect(id: string): void {
    this.ends.delete(id);
  }

  cut(one: number, other: number): void {
    this.cuts.add(pairOf(one, other));
  }

  heal(): void {
    this.cuts.clear();
  }

  transmit(from: string, to: string, frame: LinkFrame): void {
    const { random } = this.world;
    if (this.neverResends && frame.kind === 'message') {
      const pair = `${from} ${to}`;
      if (frame.number <= (this.sent.get(pair) ?? 0)) return;
      this.sent.set(pair, frame.number);
    }
    if (random.chance(this.lossRate)) return;
    this.carry(from, to, frame);
    if (random.chance(this.repeatRate)) this.carry(from, to, frame);
  }

  private carry(from: string, to: string, frame: LinkFrame): void {
    const { world } = this;
    const most = world.random.chance(this.slowRate) ? 2_000 : 20;
    const sender = this.ends.get(from);
    const receiver = this.ends.get(to);
    if (receiver === undefined) return;
    receiver.process.after(world.random.next() * most, () => {
      if (this.ends.get(to) !== receiver) return;
      if (sender !== undefined && this.cuts.has(pairOf(sender.machine, receiver.machine))) return;
      receiver.receive(from, frame);
    });
  }
}

function pairOf(one: number, other: number): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/**
 * Time, randomness and processes of a single-threaded simulation. Everything is a task at a point in time. A process
 * can stall, and run its overdue tasks later, or die, and never run them.
 */
import { formatNodeId, idFrom, nodeIdFromBytes } from '@weir/model';
import { type Environment, SeededRandom, SILENT } from '@weir/platform';

interface Task {
  readonly at: number;
  readonly order: number;
  readonly process: SimProcess | undefined;
  readonly run: () => void;
  isCalledOff: boolean;
}

const CLOCKS_DIFFER_BY = 5_000;

export class SimProcess {
  isDead = false;
  isFrozen = false;
  readonly deferred: Task[] = [];
  /** Deviation of its clock from the true time. */
  readonly skew: number;

  constructor(
    readonly name: string,
    private readonly world: SimWorld,
  ) {
    this.skew = world.random.below(2 * CLOCKS_DIFFER_BY) - CLOCKS_DIFFER_BY;
  }

  /** Schedules an event of the process. @returns a function that cancels it. */
  after(millis: number, run: () => void): () => void {
    return this.world.after(millis, run, this);
  }

  thaw(): void {
    this.isFrozen = false;
    for (const task of this.deferred.splice(0)) this.world.add(task);
  }

  /** @param isOver once true, none of its tasks run. */
  environment(isOver: () => boolean): Environment {
    const { world } = this;
    const { random } = world;
    let lastSoon = 0;
    const unlessOver = (run: () => void) => (): void => {
      if (!isOver()) run();
    };
    return {
      clock: { now: () => Math.floor(world.now) + this.skew, precise: () => world.now + this.skew },
      random: {
        next: () => random.next(),
        uuid: () => formatNodeId(idFrom([random.below(2 ** 31), random.below(2 ** 31)])!),
        bytes16: () => nodeIdFromBytes(Uint8Array.from({ length: 16 }, () => random.below(256))),
      },
      scheduler: {
        soon: run => {
          lastSoon = Math.max(lastSoon, world.now + random.next() * 2);
          this.after(lastSoon - world.now, unlessOver(run));
        },
        after: (millis, run) => this.after(millis, unlessOver(run)),
      },
      logger: SILENT,
    };
  }
}

export class SimWorld {
  readonly random: SeededRandom;
  now = 1_700_000_000_000;
  /** Number of tasks run. */
  steps = 0;
  private readonly heap: Task[] = [];
  private lastOrder = 0;

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
  }

  /** @returns a function that cancels it. */
  after(millis: number, run: () => void, process?: SimProcess): () => void {
    const task = { at: this.now + millis, order: ++this.lastOrder, process, run, isCalledOff: false };
    this.add(task);
    return () => void (task.isCalledOff = true);
  }

  add(task: Task): void {
    const { heap } = this;
    let i = heap.push(task) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!isBefore(task, heap[parent]!)) break;
      heap[i] = heap[parent]!;
      i = parent;
    }
    heap[i] = task;
  }

  /** Runs the next task and everything that immediately follows from it. */
  async step(): Promise<void> {
    const task = this.take();
    if (task === undefined) throw new Error('nothing is left to do');
    this.now = Math.max(this.now, task.at);
    if (task.isCalledOff || task.process?.isDead === true) return;
    if (task.process?.isFrozen === true) {
      task.process.deferred.push(task);
      return;
    }
    this.steps++;
    task.run();
    await new Promise<void>(resolve => setImmediate(resolve));
  }

  private take(): Task | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, last)) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = last;
    return first;
  }
}

function isBefore(a: Task, b: Task): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

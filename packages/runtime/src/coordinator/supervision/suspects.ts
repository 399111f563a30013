/**
 * Which work takes workers with it. When a worker is lost, all that was under way on it may be to blame; from then on that
 * runs one after the other, records and queries each by themselves, so that the next loss tells. Who is innocent is mostly
 * found so at once: what gets to its end is no suspect. Work that is no suspect goes on beside, and is one from the next
 * loss on.
 *
 * What was there at three losses is not run any more, if at one of them nothing else was there: else an innocent record
 * would be taken for the one that ends workers beside it. What always has company gives no such proof; so there is an end
 * to that.
 *
 * What is lost with work of the graph's own (recovery, registering, import) is nobody's fault.
 */
import { SerialQueue, WeirError } from '@weir/model';

/** Losses after which work is set aside that is known to have caused one. */
const LOSSES = 3;
/** The same of work that was never alone. */
const MOST_LOSSES = 12;

/** `record` may be held until results are taken; `value` is of those who take them. */
export type WorkKind = 'record' | 'value' | 'query';

/** Some work that is given to a worker, perhaps again and again. */
export class Work {
  /** On which worker it is under way; `undefined`: on none, yet or any more. */
  worker: number | undefined = undefined;
  /** Why the last worker was lost with it. */
  reason = '';
  /** It caused one of its losses: nothing else was there. */
  private isProven = false;

  /** @param losses that it may be to blame for. */
  constructor(
    readonly kind: WorkKind,
    public losses = 0,
  ) {}

  get isSetAside(): boolean {
    return this.losses >= (this.isProven ? LOSSES : MOST_LOSSES);
  }

  /** @param isSure nobody else can have caused the loss. */
  blame(reason: string, isSure: boolean): void {
    this.losses++;
    this.reason = reason;
    if (isSure) this.isProven = true;
  }

  /** Of work that is not run any more. */
  refusal(what: string): WeirError {
    return new WeirError(
      'graph.set-aside',
      `${what} is not run any more: ${this.losses} times a worker was lost with it, the last time because ${this.reason}.`,
    );
  }
}

export class Suspects {
  private readonly underWay = new Set<Work>();
  /** The suspects that run now. */
  private readonly alone = new Set<Work>();
  /** Each kind has turns of its own: a record that is held would wait for ever for a value behind it, and so would a person. */
  private readonly turns: Readonly<Record<WorkKind, SerialQueue>> = {
    record: new SerialQueue(),
    value: new SerialQueue(),
    query: new SerialQueue(),
  };

  /** @param onWorker rejects when its worker is lost. */
  async attempt<T>(work: Work, onWorker: () => Promise<T>): Promise<T> {
    if (work.losses > 0) {
      return this.turns[work.kind].run(async () => {
        this.alone.add(work);
        try {
          return await onWorker();
        } finally {
          this.alone.delete(work);
        }
      });
    }
    this.underWay.add(work);
    try {
      return await onWorker();
    } finally {
      this.underWay.delete(work);
    }
  }

  /** Nothing is under way on a worker. */
  get isIdle(): boolean {
    return ![...this.alone, ...this.underWay].some(isUnderWay);
  }

  /** A worker is lost: to be called before anybody hears of it. @returns who may be to blame. */
  blame(worker: number, reason: string): readonly Work[] {
    const blamed = this.thoseOn(worker);
    for (const work of blamed) work.blame(reason, blamed.length === 1);
    return blamed;
  }

  /** What one worker is given can also end another one, that a neighbour is on. */
  private thoseOn(worker: number): readonly Work[] {
    const all = [...this.alone, ...this.underWay].filter(isUnderWay);
    const there = all.filter(work => work.worker === worker);
    return there.length > 0 ? there : all;
  }
}

function isUnderWay(work: Work): boolean {
  return work.worker !== undefined;
}

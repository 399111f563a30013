/**
 * Commits the offsets of the group as `ExplicitCommit` says: after a number of records, or some time after the first of
 * them. A failed commit is retried with the next one, or after the same time; the stream continues, since its own
 * position is stored with the graph.
 */
import { kafkaReason } from '../connection/kafka-problem.js';
import type { KafkaSourceDefinition } from '../definition/kafka-source.js';
import type { Logger, Scheduler } from '@weir/platform';
import { keyOf, type TopicPartition } from './kafka-positions.js';

type Offset = TopicPartition & { readonly offset: bigint };

export class OffsetCommitter {
  private readonly due = new Map<string, Offset>();
  private records = 0;
  private cancel: (() => void) | undefined;
  private committing: Promise<void> | undefined;
  private isStopped = false;

  constructor(
    private readonly settings: NonNullable<KafkaSourceDefinition['offsetCommitting']>,
    private readonly commit: (offsets: readonly Offset[]) => Promise<void>,
    private readonly scheduler: Scheduler,
    private readonly logger: Logger,
  ) {}

  /** @returns when more records may follow: after a commit, if one is due and must be waited for. */
  async read(offsets: Iterable<Offset>, records: number): Promise<void> {
    for (const each of offsets) this.due.set(keyOf(each), each);
    this.records += records;
    const { maxBatch, waitForCommitConfirmation } = this.settings;
    this.flushLater();
    if (this.records < maxBatch) return;
    const flushed = this.flush();
    if (waitForCommitConfirmation) await flushed;
  }

  /** Commits all due offsets. Never rejects. */
  async flush(): Promise<void> {
    this.cancel?.();
    this.cancel = undefined;
    while (this.committing !== undefined) await this.committing;
    if (this.due.size === 0) return;
    const offsets = [...this.due.values()];
    this.due.clear();
    this.records = 0;
    this.committing = this.commit(offsets).catch((error: unknown) => {
      this.logger.log('warn', `Could not commit offsets to Kafka: ${kafkaReason(error)}`);
      for (const each of offsets) if (!this.due.has(keyOf(each))) this.due.set(keyOf(each), each);
      this.flushLater();
    });
    await this.committing;
    this.committing = undefined;
  }

  /** From now on only `flush` commits. */
  stop(): void {
    this.isStopped = true;
    this.cancel?.();
  }

  private flushLater(): void {
    if (this.isStopped) return;
    this.cancel ??= this.scheduler.after(this.settings.maxInterval, () => void this.flush());
  }
}

/** The records of a bundled sample, each as JSON. The same seed gives the same records, so it resumes exactly. */
import {
  BaseSource,
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
} from '@weir/plugins';
import type { Scheduler } from '@weir/platform';
import { packText } from '@weir/formats/cutting';
import { sampleValues, type SampleName } from '@weir/samples';

const CHUNK_RECORDS = 256;
/** Records that are skipped before other work may run: about a millisecond. */
const SKIPPED_AT_ONCE = 512;

export class SampleSource extends BaseSource {
  readonly supports: SourceSupports;
  private readonly values: Iterator<string>;
  private given = 0;

  /** @param limit how many records. @param scheduler lets other work run while records are skipped. */
  constructor(
    name: SampleName,
    seed: number,
    limit: number | undefined,
    private readonly scheduler: Scheduler,
  ) {
    super({ limit });
    this.values = sampleValues(name, seed)[Symbol.iterator]();
    this.supports = { finite: limit !== undefined, resume: 'exact', acknowledge: false };
  }

  status(): SourceStatus {
    const progress = this.recordProgress();
    return progress === undefined ? {} : { progress };
  }

  /** Generates the records before the resume point again: later ones depend on them. */
  protected async openSource(from: ResumePoint | undefined): Promise<void> {
    const skipped = Number(from?.cursor ?? 0);
    while (this.given < skipped && !this.isClosed()) {
      this.nextValue();
      if (this.given % SKIPPED_AT_ONCE === 0)
        await new Promise<void>(resolve => this.scheduler.soon(resolve));
    }
  }

  protected cutRecords(maximum: number): Promise<CutRecords | undefined> {
    const count = Math.min(maximum, CHUNK_RECORDS);
    return Promise.resolve(packText(Array.from({ length: count }, () => this.nextValue())));
  }

  protected cursor(): string | null {
    return String(this.given);
  }

  protected closeSource(): Promise<void> {
    return Promise.resolve();
  }

  private nextValue(): string {
    this.given++;
    return this.values.next().value as string;
  }
}

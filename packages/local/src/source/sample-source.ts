/** The records of a bundled sample, each as JSON. The same seed gives the same records, so it resumes exactly. */
import {
  BaseSource,
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
} from '@weir/plugins';
import { packText } from '@weir/formats/cutting';
import { sampleValues, type SampleName } from '@weir/samples';

const CHUNK_RECORDS = 256;

export class SampleSource extends BaseSource {
  readonly supports: SourceSupports;
  private readonly values: Iterator<string>;
  private given = 0;

  /** @param limit how many records. */
  constructor(name: SampleName, seed: number, limit: number | undefined) {
    super({ limit });
    this.values = sampleValues(name, seed)[Symbol.iterator]();
    this.supports = { finite: limit !== undefined, resume: 'exact', acknowledge: false };
  }

  status(): SourceStatus {
    const progress = this.recordProgress();
    return progress === undefined ? {} : { progress };
  }

  protected openSource(from: ResumePoint | undefined): Promise<void> {
    const skipped = Number(from?.cursor ?? 0);
    while (this.given < skipped) this.nextValue();
    return Promise.resolve();
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

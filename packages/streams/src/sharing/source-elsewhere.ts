/** A reader in another process, as a source. Distinguishes failures of that process from failures of the records. */
import type { RecordReader, ResumePoint, SourceBatch, SourceStatus } from '@weir/contract';
import { WeirError } from '@weir/platform';
import type { IngestSource, SourceSupports } from '@weir/plugins';

/** The other process cannot read or is lost; the stream itself has not failed. */
export class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure';
}

export class SourceElsewhere implements IngestSource {
  readonly supports: SourceSupports = { finite: false, resume: 'best-effort', acknowledge: true };

  constructor(private readonly reader: RecordReader) {}

  open(from?: ResumePoint): Promise<void> {
    return asReading(this.reader.open(from));
  }

  next(maximum: number): Promise<SourceBatch | undefined> {
    return asReading(this.reader.next(maximum));
  }

  acknowledge(point: ResumePoint): Promise<void> {
    return this.reader.acknowledge(point);
  }

  pause(): Promise<void> {
    return this.reader.pause();
  }

  resume(): Promise<void> {
    return this.reader.resume();
  }

  status(): SourceStatus {
    return this.reader.status?.() ?? {};
  }

  close(): Promise<void> {
    return this.reader.close();
  }
}

async function asReading<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new ReadingFailure(WeirError.from(error).message, { cause: error });
  }
}

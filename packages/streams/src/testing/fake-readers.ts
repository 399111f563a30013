/** Readers of records supplied by a test, here and in places that join and leave. */
import type {
  ReaderProcess,
  ReaderProcesses,
  RecordReader,
  ResumePoint,
  SourceBatch,
  SourceStatus,
} from '@weir/contract';
import type { WeirError } from '@weir/platform';
import type { IngestSource } from '@weir/plugins';

export class FakeReader implements IngestSource {
  readonly supports = { finite: false, resume: 'exact', acknowledge: true } as const;
  readonly calls: string[] = [];
  acknowledged = 0;
  /** Reported while it is set. */
  lag: number | undefined = undefined;
  failure: WeirError | undefined = undefined;
  private position = 0;
  private waiting: readonly string[][] = [];
  private isClosed = false;
  private wake: () => void = () => undefined;

  async open(from?: ResumePoint): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.position = from?.position ?? 0;
    this.acknowledged = this.position;
    this.calls.push('open');
  }

  give(...texts: string[]): void {
    this.waiting = [...this.waiting, texts];
    this.wake();
  }

  fail(failure: WeirError): void {
    this.failure = failure;
    this.wake();
  }

  async next(): Promise<SourceBatch | undefined> {
    while (!this.isClosed) {
      if (this.failure !== undefined) throw this.failure;
      const [texts, ...rest] = this.waiting;
      if (texts !== undefined) {
        this.waiting = rest;
        const bytes = new TextEncoder().encode(texts.join(''));
        let at = 0;
        const bounds = Uint32Array.from(texts.flatMap(text => [at, (at += text.length)]));
        const firstPosition = this.position;
        this.position += texts.length;
        return { chunk: { bytes, bounds, firstPosition }, after: { position: this.position, cursor: null } };
      }
      await new Promise<void>(resolve => (this.wake = resolve));
    }
    return undefined;
  }

  async acknowledge({ position }: ResumePoint): Promise<void> {
    this.acknowledged = position;
  }

  status(): SourceStatus {
    return this.lag === undefined ? {} : { lag: this.lag };
  }

  async pause(): Promise<void> {
    this.calls.push('pause');
  }

  async resume(): Promise<void> {
    this.calls.push('resume');
  }

  async close(): Promise<void> {
    if (!this.isClosed) this.calls.push('close');
    this.isClosed = true;
    this.wake();
  }
}

export class FakeReaderProcess implements ReaderProcess {
  readonly preferredInFlight = 2;
  readonly opened: FakeReader[] = [];
  /** Value of the most recent reader. */
  keeps: boolean | undefined = undefined;
  nextFailure: WeirError | undefined = undefined;

  constructor(readonly process: string) {}

  reader(_stream: string, _definition: unknown, keeps: boolean): RecordReader {
    this.keeps = keeps;
    const reader = new FakeReader();
    reader.failure = this.nextFailure;
    this.opened.push(reader);
    return reader;
  }

  get last(): FakeReader {
    return this.opened.at(-1)!;
  }
}

export class FakeReaderProcesses implements ReaderProcesses {
  private all: readonly FakeReaderProcess[] = [];
  private changed: () => void = () => undefined;

  current(): readonly FakeReaderProcess[] {
    return this.all;
  }

  watch(changed: () => void): () => void {
    this.changed = changed;
    return () => (this.changed = () => undefined);
  }

  set(...all: FakeReaderProcess[]): void {
    this.all = all;
    this.changed();
  }
}

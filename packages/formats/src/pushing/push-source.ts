/** A source of pushed records. The stream reports their outcome to the inbox. */
import {
  BaseSource,
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
} from '@weir/plugins';
import type { PushInbox } from './push-inbox.js';

export class PushSource extends BaseSource {
  readonly supports: SourceSupports = { finite: false, resume: 'onward', acknowledge: false };
  private cut = 0;

  constructor(private readonly inbox: PushInbox) {
    super();
  }

  status(): SourceStatus {
    return { lag: this.inbox.waiting };
  }

  protected openSource(from: ResumePoint | undefined): Promise<void> {
    this.cut = from?.position ?? 0;
    return Promise.resolve();
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    while (!this.isClosed()) {
      const records = this.inbox.take(maximum, this.cut);
      if (records === undefined) {
        await this.inbox.arrival();
        continue;
      }
      this.cut += records.bounds.length >>> 1;
      return records;
    }
    return undefined;
  }

  protected cursor(): string | null {
    return null;
  }

  protected closeSource(): Promise<void> {
    this.inbox.wakeUp();
    return Promise.resolve();
  }
}

/** Messages of the server. They are collected, and sent no faster than the client accepts them. */
import type { Value, ValueMap } from '@weir/model';
import { FLUSH_BYTES } from '../limits.js';
import { MessageWriter } from '../packstream/message-writer.js';
import type { ValueForm } from '../values/structure.js';
import { ValueWriter } from '../values/value-writer.js';
import type { Failure } from './failure.js';

const Tag = { Success: 0x70, Record: 0x71, Ignored: 0x7e, Failure: 0x7f } as const;

export class Replies {
  private readonly out = new MessageWriter();
  private values = new ValueWriter(this.out, { hasElementIds: false, usesUtc: false });

  /** @param send resolves when the client accepts more, or has disconnected. */
  constructor(private readonly send: (bytes: Buffer) => Promise<void>) {}

  setForm(form: ValueForm): void {
    this.values = new ValueWriter(this.out, form);
  }

  success(metadata: ValueMap = {}): void {
    this.message(Tag.Success, metadata);
  }

  failure({ code, message }: Failure): void {
    this.message(Tag.Failure, { code, message });
  }

  ignored(): void {
    this.out.begin(Tag.Ignored, 0);
    this.out.end();
  }

  record(row: readonly Value[]): void {
    this.message(Tag.Record, row);
  }

  /** Whether so much is collected that it should be sent. */
  get isFull(): boolean {
    return this.out.size >= FLUSH_BYTES;
  }

  flush(): Promise<void> | undefined {
    return this.out.size === 0 ? undefined : this.send(this.out.take());
  }

  private message(tag: number, field: Value): void {
    this.out.begin(tag, 1);
    try {
      this.values.write(field);
    } catch (error) {
      this.out.abandon();
      throw error;
    }
    this.out.end();
  }
}

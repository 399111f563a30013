/** Counts the records that one reader of a stream has read and completed, and how many are not acknowledged yet. */
import type { PumpObserver } from './record-pump.js';

export interface ReadCounts {
  readonly read: number;
  readonly records: number;
  readonly bytes: number;
  readonly rejected: number;
}

const NOTHING: ReadCounts = { read: 0, records: 0, bytes: 0, rejected: 0 };

export class ReaderTally {
  records = 0;
  private open = NOTHING;

  /** Wraps the observer of a pump so that its records are counted. */
  of(observer: PumpObserver): PumpObserver {
    const count = ({ read = 0, records = 0, bytes = 0, rejected = 0 }: Partial<ReadCounts>): void => {
      const { open } = this;
      this.open = {
        read: open.read + read,
        records: open.records + records,
        bytes: open.bytes + bytes,
        rejected: open.rejected + rejected,
      };
    };
    return {
      ...observer,
      read: records => {
        count({ read: records });
        observer.read(records);
      },
      done: (records, bytes) => {
        this.records += records;
        count({ records, bytes });
        observer.done(records, bytes);
      },
      rejected: outcome => {
        count({ rejected: outcome.rejected });
        observer.rejected(outcome);
      },
      setAside: records => {
        count({ rejected: records.length });
        return observer.setAside(records);
      },
      acknowledged: done => {
        count({
          read: -done.records,
          records: -done.records,
          bytes: -done.bytes,
          rejected: -done.rejected,
        });
        observer.acknowledged(done);
      },
    };
  }

  /** Returns and resets the counts of records that will be read again, since the reader has ended. */
  takeOpen(): ReadCounts {
    const { open } = this;
    this.open = NOTHING;
    return open;
  }
}

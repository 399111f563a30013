/** A door whose queries are `COUNT n`, which returns n rows, and `WAIT`, which ends when it is cancelled. */
import { once } from 'node:events';
import { WeirError } from '@weir/platform';
import type { BoltDoor, BoltQuery, BoltResult } from '../contract.js';

export class ScriptedDoor implements BoltDoor {
  /** Number of rows that were computed. */
  rows = 0;
  /** Number of queries that were stopped before their end. */
  stopped = 0;

  async admit(token: string | undefined) {
    if (token === 'wrong') throw new WeirError('access.unknown', 'The token is unknown');
    return { run: async (query: BoltQuery) => this.run(query) };
  }

  checkWebSocket(): void {
    // All are accepted.
  }

  private run({ text, signal, parameters }: BoltQuery): BoltResult {
    const [word, count] = text.split(' ');
    const stopped = (): void => void this.stopped++;
    const limit = Number(count);
    const counted = async function* (this: ScriptedDoor) {
      let isOver = false;
      try {
        for (let i = 0; i < limit; i++) {
          this.rows++;
          yield [[i, parameters['x'] ?? null]];
        }
        isOver = true;
      } finally {
        if (!isOver) stopped();
      }
    }.bind(this);
    const waiting = async function* () {
      if (!signal.aborted) await once(signal, 'abort');
      stopped();
      throw new WeirError('cypher.cancelled', 'The query was cancelled.');
      yield [];
    };
    if (word !== 'COUNT' && word !== 'WAIT') throw new WeirError('cypher.syntax', `Unknown word ${word}`);
    return {
      columns: ['i', 'x'],
      isReadOnly: true,
      batches: word === 'COUNT' ? counted : waiting,
      stop: async () => stopped(),
    };
  }
}

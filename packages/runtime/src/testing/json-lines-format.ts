/** A minimal record format: JSON, one document per record. For this package's own tests. */
import { parseJson } from '@weir/model';
import { messageOf } from '@weir/platform';
import type { RecordChunk, RecordFormat, RecordFormatFactory } from '@weir/contract';

const jsonLines: RecordFormat = {
  parse(chunk, accept, reject) {
    const bytes = Buffer.from(chunk.bytes.buffer, chunk.bytes.byteOffset, chunk.bytes.byteLength);
    for (let i = 0; i < chunk.bounds.length; i += 2) {
      try {
        accept(parseJson(bytes.toString('utf8', chunk.bounds[i], chunk.bounds[i + 1])), i / 2);
      } catch (error) {
        reject(i / 2, messageOf(error));
      }
    }
  },
};

/** Option `millisPerRecord`: simulated time to parse each record. */
export const recordFormat: RecordFormatFactory = ({ millisPerRecord }, clock) => {
  if (millisPerRecord === undefined) return jsonLines;
  return {
    parseSome(chunk, accept, reject) {
      const end = clock.now() + Number(millisPerRecord);
      while (clock.now() < end);
      jsonLines.parse({ ...chunk, bounds: chunk.bounds.subarray(0, 2) }, accept, reject);
      return 1;
    },
  };
};

export const JSON_LINES = { module: import.meta.url, options: {} };

export function chunkOf(records: readonly string[], firstPosition: number): RecordChunk {
  const bytes = new TextEncoder().encode(records.join('\n'));
  const bounds: number[] = [];
  let start = 0;
  for (const record of records) {
    const end = start + Buffer.byteLength(record);
    bounds.push(start, end);
    start = end + 1;
  }
  return { bytes, bounds: Uint32Array.from(bounds), firstPosition };
}

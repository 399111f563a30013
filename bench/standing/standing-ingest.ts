/** Ingests records into an in-process graph with a standing query, and counts its results. */
import { formatReference } from '@weir/formats/records';
import type { RecordChunk, StreamingGraph } from '@weir/runtime';

const RECORDS_PER_CHUNK = 2_000;

function chunkOf(records: readonly object[], firstPosition: number): RecordChunk {
  const texts = records.map(record => Buffer.from(JSON.stringify(record)));
  const bounds = new Uint32Array(texts.length * 2);
  let offset = 0;
  texts.forEach((text, i) => {
    bounds[i * 2] = offset;
    offset += text.length;
    bounds[i * 2 + 1] = offset;
  });
  return { bytes: new Uint8Array(Buffer.concat(texts)), bounds, firstPosition };
}

/** @returns milliseconds. */
export async function ingest(
  graph: StreamingGraph,
  query: string,
  count: number,
  recordOf: (i: number) => object,
): Promise<number> {
  const format = formatReference({ type: 'Json' });
  const lane = await graph.openLane({ name: 'bench', query, parameter: 'that', format });
  let millis = 0;
  for (let start = 0; start < count; start += RECORDS_PER_CHUNK) {
    const size = Math.min(RECORDS_PER_CHUNK, count - start);
    const chunk = chunkOf(
      Array.from({ length: size }, (_, i) => recordOf(start + i)),
      start,
    );
    const before = performance.now();
    const { failure } = await lane.runChunk(chunk);
    millis += performance.now() - before;
    if (failure) throw failure.error;
  }
  await lane.close();
  return millis;
}

export async function watch(
  graph: StreamingGraph,
  name: string,
  query: string,
  mode: 'DistinctId' | 'MultipleValues',
  onResult: () => void,
): Promise<void> {
  const definition = { name, query, mode, includeCancellations: true, inputBufferSize: 32 };
  const handle = await graph.registerStanding(definition);
  handle.subscribe(results => {
    for (let i = 0; i < results.length; i++) onResult();
    return Promise.resolve();
  });
}

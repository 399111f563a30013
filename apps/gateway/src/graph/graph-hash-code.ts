/** Computes a number that is equal for graphs with the same nodes and edges: the sum of all their hashes. */
import type { StreamingGraph } from '@weir/contract';
import { rowEncoderReference } from '../responses/row-encoder-reference.js';

const ENTITIES = ['MATCH (n) RETURN n', 'MATCH ()-[edge]->() RETURN edge'];
/** Maximum characters of a hash. */
const LARGEST = 32;

/** @returns 64 bits, signed; 0 for an empty graph. @param atTime milliseconds since the Unix epoch; default: now. */
export async function graphHashCode(
  graph: Pick<StreamingGraph, 'query'>,
  atTime: number | undefined,
  signal: AbortSignal,
): Promise<bigint> {
  const encoder = rowEncoderReference({ shape: 'hash', largestItem: LARGEST });
  const options = { encoder, signal, ...(atTime === undefined ? {} : { atTime }) };
  let sum = 0n;
  for (const query of ENTITIES) sum += await sumOf((await graph.query(query, options)).pieces());
  return BigInt.asIntN(64, sum);
}

/** @param pieces chunks of a text of comma-separated numbers. */
async function sumOf(pieces: AsyncIterable<Uint8Array>): Promise<bigint> {
  let sum = 0n;
  let rest = '';
  for await (const piece of pieces) {
    const numbers = (rest + Buffer.from(piece).toString('latin1')).split(',');
    rest = numbers.pop()!;
    for (const number of numbers) sum = BigInt.asIntN(64, sum + BigInt(number));
  }
  return rest === '' ? sum : sum + BigInt(rest);
}

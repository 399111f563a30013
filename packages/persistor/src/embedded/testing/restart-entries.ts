/** Content written by `restart-writer.ts`. */
export const NODES = 40;
export const ENTRIES_PER_GROUP = 20;
export const GROUPS_PER_RUN = 20;
const WORDS = 5000;

/** Incompressible bytes, so that they fill tables; equal for equal times. */
export function entryBytes(time: number): Uint8Array {
  const words = new Uint32Array(WORDS);
  let state = time + 1;
  for (let i = 0; i < WORDS; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    words[i] = state;
  }
  return new Uint8Array(words.buffer);
}

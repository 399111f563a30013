/** The engines on which the kit can run, keyed by name. */
import { mapGraphEngine } from './map-graph-engine.js';
import { streamingGraphEngine } from './streaming-graph-engine.js';
import type { TckEngine } from './tck-engine.js';

const ENGINES: ReadonlyMap<string, () => Promise<TckEngine>> = new Map([
  ['map', () => Promise.resolve(mapGraphEngine())],
  ['shards-1', () => streamingGraphEngine(1)],
  ['shards-4', () => streamingGraphEngine(4)],
]);

export const ENGINE_NAMES: readonly string[] = [...ENGINES.keys()];

export function engineNamed(name: string): Promise<TckEngine> {
  const open = ENGINES.get(name);
  if (open === undefined) throw new Error(`There is no engine "${name}": use ${ENGINE_NAMES.join(', ')}`);
  return open();
}

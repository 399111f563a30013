/** Memory of this process, in bytes, under the names that dashboards of the first API version read. */
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { availableMemory } from '@weir/runtime';

export interface Gauge {
  readonly name: string;
  readonly value: number;
}

/** `max` of memory without a limit. */
const UNLIMITED = -1;

/** The heap is that of the gateway's own thread. */
export function memoryGauges(): readonly Gauge[] {
  const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const heapLimit = getHeapStatistics().heap_size_limit;
  return [
    ...pool('total', rss, rss, availableMemory()),
    ...pool('heap', heapUsed, heapTotal, heapLimit),
    { name: 'memory.heap.usage', value: heapUsed / heapLimit },
    ...pool('non-heap', external, external, UNLIMITED),
    // Relative to committed memory, because it is unlimited.
    { name: 'memory.non-heap.usage', value: 1 },
    { name: 'buffers.direct.used', value: arrayBuffers },
    { name: 'buffers.direct.capacity', value: arrayBuffers },
    ...spaces(),
  ];
}

/** Spaces of the same heap. */
function spaces(): readonly Gauge[] {
  return getHeapSpaceStatistics().flatMap(space => {
    const name = `pools.${space.space_name.replaceAll('_', '-')}`;
    const used = space.space_used_size;
    const committed = space.space_size;
    return [
      ...pool(name, used, committed, UNLIMITED),
      { name: `memory.${name}.usage`, value: committed === 0 ? 0 : used / committed },
    ];
  });
}

function pool(name: string, used: number, committed: number, max: number): readonly Gauge[] {
  return [
    { name: `memory.${name}.init`, value: 0 },
    { name: `memory.${name}.used`, value: used },
    { name: `memory.${name}.committed`, value: committed },
    { name: `memory.${name}.max`, value: max },
  ];
}

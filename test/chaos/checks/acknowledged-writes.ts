/**
 * Checks that every acknowledged write exists, on the node and on both ends of each link, and resolves uncertain ones.
 */
import { rowsOf } from '../ask.js';
import { type ItemValue, type Ledger, linkKey } from '../ledger.js';
import type { Scene } from '../scene.js';
import { eventually } from './eventually.js';

const VALUES = `UNWIND $keys AS k MATCH (n) WHERE id(n) = idFrom('item', k) RETURN k, n.v, strId(n)`;
const HALVES = `UNWIND $keys AS k CALL debug.node(idFrom('item', k)) YIELD edges RETURN k, edges`;

interface Half {
  readonly edgeType: string;
  readonly direction: 'Outgoing' | 'Incoming';
  readonly other: string;
}

/** Links as seen from both ends: from their source nodes, and from their target nodes. */
interface Links {
  readonly outgoing: Set<string>;
  readonly incoming: Set<string>;
}

export async function checkAcknowledgedWrites(scene: Scene): Promise<void> {
  for (const { ledger } of scene.writers) {
    const { values, ids } = await readValues(scene, ledger);
    for (const [key, value] of values) {
      const expected = ledger.valuesOf(key);
      if (!expected.includes(value))
        scene.findings.add(`item ${key} is ${value}, and was written as ${expected.join(' or ')}`);
    }
    let links: Links = { outgoing: new Set(), incoming: new Set() };
    const areWhole = await eventually(scene, 'edges have both halves', async () => {
      links = await readLinks(scene, ledger, ids);
      const { outgoing, incoming } = links;
      const half = [...outgoing, ...incoming].filter(name => !(outgoing.has(name) && incoming.has(name)));
      return half.length === 0 ? undefined : `half edges between items ${half.join(', ')}`;
    });
    if (!areWhole) return;
    const expected = new Set([...ledger.mentioned()].map(([from, to]) => linkKey(from, to)));
    for (const [from, to] of ledger.mentioned()) {
      const isThere = links.outgoing.has(linkKey(from, to));
      if (!ledger.isLinked(from, to).includes(isThere))
        scene.findings.add(`the link from item ${from} to ${to} is ${isThere ? 'there' : 'not there'}`);
    }
    const unheardOf = [...links.outgoing].filter(name => !expected.has(name));
    if (unheardOf.length > 0) scene.findings.add(`links that nobody made: ${unheardOf.join(', ')}`);
    scene.tally.add('doubts settled', ledger.doubts);
    scene.tally.add('nodes compared', values.size);
    ledger.settle(values, links.outgoing);
  }
}

async function readValues(
  { gateway }: Scene,
  { keys }: Ledger,
): Promise<{ values: Map<number, ItemValue>; ids: Map<string, number> }> {
  const { results } = await rowsOf(gateway, VALUES, { keys });
  return {
    values: new Map(results.map(([key, value]) => [key as number, value as ItemValue])),
    ids: new Map(results.map(([key, , id]) => [id as string, key as number])),
  };
}

async function readLinks({ gateway }: Scene, { keys }: Ledger, ids: Map<string, number>): Promise<Links> {
  const { results } = await rowsOf(gateway, HALVES, { keys });
  const outgoing = new Set<string>();
  const incoming = new Set<string>();
  for (const [key, halves] of results as [number, Half[]][]) {
    for (const { direction, other } of halves) {
      const neighbor = ids.get(other) ?? -1;
      if (direction === 'Outgoing') outgoing.add(linkKey(key, neighbor));
      else incoming.add(linkKey(neighbor, key));
    }
  }
  return { outgoing, incoming };
}

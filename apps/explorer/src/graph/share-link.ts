/** Links to the current view: the query with its parameters, its time, the layout, and the bubbles. */
import { nodesOf, type Clusters } from './clusters.js';
import type { Cluster } from './elements.js';

export interface SharedView {
  readonly query: string;
  /** A JSON object. */
  readonly parameters?: string;
  readonly atTime: number | undefined;
  readonly layout: string;
  readonly clusters?: Clusters;
}

/** @param address of the page; its fragment and parameters are replaced. */
export function linkTo(
  { query, parameters = '{}', atTime, layout, clusters }: SharedView,
  address: string,
): string {
  const url = new URL(address);
  url.search = '';
  if (atTime !== undefined) url.searchParams.set('atTime', String(atTime));
  if (layout !== 'force') url.searchParams.set('layout', layout);
  const parts = [['query', query]];
  if (!/^\s*(?:\{\s*\})?\s*$/.test(parameters)) parts.push(['parameters', parameters]);
  if (clusters?.size) parts.push(['bubbles', JSON.stringify(bubblesIn(clusters))]);
  url.hash = parts.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join('&');
  return url.href;
}

/** Returns a link to a scene on the server, which others see as it is when they open it. */
export function linkToScene(id: string, address: string): string {
  const url = new URL(address);
  url.search = '';
  url.hash = `scene=${encodeURIComponent(id)}`;
  return url.href;
}

/** Some programs truncate longer addresses. */
export const LARGEST_IN_LINK = 100;

/** Returns a link that shows these nodes in their bubbles, with the contents they have when it is opened. */
export function linkToNodes(
  ids: readonly string[],
  { layout, clusters }: Pick<SharedView, 'layout' | 'clusters'>,
  address: string,
): string {
  const query = `UNWIND [${ids.map(id => JSON.stringify(id)).join(', ')}] AS id MATCH (n) WHERE strId(n) = id RETURN n`;
  return linkTo(
    { query, atTime: undefined, layout, ...(clusters === undefined ? {} : { clusters }) },
    address,
  );
}

/** A name, then its members: ids of nodes, and indices of earlier bubbles. */
type Bubble = readonly [name: string, ...held: (string | number)[]];

function bubblesIn(clusters: Clusters): Bubble[] {
  const sized = [...clusters.values()].map(each => ({ each, size: nodesOf(each, clusters).length }));
  const inOrder = sized.sort((a, b) => a.size - b.size).map(({ each }) => each);
  const numbers = new Map(inOrder.map(({ id }, i) => [id, i]));
  return inOrder.map(({ name, nodeIds }) => [name, ...nodeIds.map(id => numbers.get(id) ?? id)]);
}

/** @returns an empty map if the text is not a list of bubbles. */
export function readBubbles(text: string): Map<string, Cluster> {
  const clusters = new Map<string, Cluster>();
  const idOf = (number: number): string => `cluster ${number + 1}`;
  try {
    (JSON.parse(text) as Bubble[]).forEach(([name, ...held], i) => {
      const nodeIds = held.map(each => (typeof each === 'number' ? idOf(each) : String(each)));
      clusters.set(idOf(i), { id: idOf(i), name: String(name), nodeIds });
    });
  } catch {
    return new Map();
  }
  return clusters;
}

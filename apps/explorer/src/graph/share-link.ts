/** What a link to this view says: the query, its time, the layout. */
export interface SharedView {
  readonly query: string;
  readonly atTime: number | undefined;
  readonly layout: string;
}

/** @param address of the page, whose fragment and parameters are replaced. */
export function linkTo({ query, atTime, layout }: SharedView, address: string): string {
  const url = new URL(address);
  url.search = '';
  if (atTime !== undefined) url.searchParams.set('atTime', String(atTime));
  if (layout !== 'force') url.searchParams.set('layout', layout);
  url.hash = `query=${encodeURIComponent(query)}`;
  return url.href;
}

/** Longer addresses are cut by some programs that pass them on. */
export const LARGEST_IN_LINK = 100;

/** A link that shows these nodes, as they are when it is opened. */
export function linkToNodes(ids: readonly string[], layout: string, address: string): string {
  const query = `UNWIND [${ids.map(id => JSON.stringify(id)).join(', ')}] AS id MATCH (n) WHERE strId(n) = id RETURN n`;
  return linkTo({ query, atTime: undefined, layout }, address);
}

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

/**
 * Which page is shown. The addresses are those that links, recipes and other tools use: the last segment of the path is
 * the page, parameters say how, and the fragment may be a query.
 */
import { computed, signal } from '@preact/signals';
import { base } from '../api/place.js';
import { pageOf, readFragment, type PageName } from './address.js';

const path = signal(location.pathname);
export const page = computed<PageName>(() => pageOf(path.value.slice(base.pathname.length)));
export const parameters = new URLSearchParams(location.search);
/** A query that the address brings; it is taken once. */
export const broughtQuery = signal<string | undefined>(undefined);

export function go(to: PageName): void {
  const search = to === 'explorer' ? location.search : '';
  history.pushState(null, '', new URL((to === 'explorer' ? '' : to) + search, base));
  path.value = location.pathname;
}

export function hrefOf(to: PageName): string {
  return new URL(to === 'explorer' ? '' : to, base).href;
}

/** Old links have a query behind `/dashboard#` too: they mean the explorer. */
function takeFragment(): void {
  const query = readFragment(location.hash);
  if (query === undefined) return;
  const target = page.value === 'docs' ? undefined : new URL(location.search, base);
  if (target === undefined) return;
  history.replaceState(null, '', target);
  path.value = location.pathname;
  broughtQuery.value = query;
}

addEventListener('popstate', () => (path.value = location.pathname));
addEventListener('hashchange', takeFragment);
takeFragment();

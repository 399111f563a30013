/**
 * Determines the current page. Its addresses are used by links, recipes and other tools: the last segment of the path
 * is the page, parameters configure it, and the fragment may be a query.
 */
import { batch, computed, signal } from '@preact/signals';
import { base } from '../api/base-address.js';
import { pageOf, readBeside, readFragment, readScene, recipeOf, type PageName } from './address.js';

const path = signal(location.pathname);
const search = signal(location.search);
export const page = computed<PageName>(() => pageOf(path.value.slice(base.pathname.length)));
export const parameters = new URLSearchParams(location.search);
/** The recipe shown on the recipes page. */
export const shownRecipe = computed(() => recipeOf(page.value, search.value));
/** A query in the address; it is consumed once. */
export const broughtQuery = signal<BroughtQuery | undefined>(undefined);

/** Id of a shared scene in the address; it is consumed once. */
export const broughtScene = signal<string | undefined>(undefined);

interface BroughtQuery {
  readonly query: string;
  /** A JSON object. */
  readonly parameters: string | undefined;
  /** In the format of `linkTo`. */
  readonly bubbles: string | undefined;
}

/** Keeps the parameters that the explorer was opened with. */
const opened = page.peek() === 'explorer' ? location.search : '';

export function go(to: PageName): void {
  show(hrefOf(to) + (to === 'explorer' ? opened : ''));
}

export function goToRecipe(name: string): void {
  show(hrefOfRecipe(name));
}

export function hrefOfRecipe(name: string): string {
  return `${hrefOf('recipes')}?recipe=${encodeURIComponent(name)}`;
}

function show(address: string): void {
  history.pushState(null, '', address);
  follow();
}

function follow(): void {
  batch(() => {
    path.value = location.pathname;
    search.value = location.search;
  });
}

export function hrefOf(to: PageName): string {
  return new URL(to === 'explorer' ? '' : to, base).href;
}

/** Old links with a query after `/dashboard#` refer to the explorer. */
function takeFragment(): void {
  const query = readFragment(location.hash);
  const scene = readScene(location.hash);
  if (scene !== undefined && page.value === 'explorer') {
    history.replaceState(null, '', new URL(location.search, base));
    broughtScene.value = scene;
  }
  if (query === undefined) return;
  const [parameters, bubbles] = ['parameters', 'bubbles'].map(name => readBeside(location.hash, name));
  const target = page.value === 'docs' ? undefined : new URL(location.search, base);
  if (target === undefined) return;
  history.replaceState(null, '', target);
  follow();
  broughtQuery.value = { query, parameters, bubbles };
}

addEventListener('popstate', follow);
addEventListener('hashchange', takeFragment);
takeFragment();

/** Parses the addresses of pages. */
export type PageName =
  'explorer' | 'dashboard' | 'streams' | 'recipes' | 'metrics' | 'cluster' | 'docs' | 'missing';

export function pageOf(segment: string): PageName {
  switch (segment.replace(/\/+$/, '')) {
    case 'dashboard':
    case 'home':
      return 'dashboard';
    case 'streams':
      return 'streams';
    case 'recipes':
      return 'recipes';
    case 'metrics':
      return 'metrics';
    case 'cluster':
      return 'cluster';
    case 'docs':
    case 'v1docs':
    case 'v2docs':
      return 'docs';
    case '':
    case 'explorer':
    case 'explorer-settings':
      return 'explorer';
    default:
      return 'missing';
  }
}

/** @param search of the address: the page of one recipe is `recipes?recipe=NAME`. */
export function recipeOf(page: PageName, search: string): string | undefined {
  return page === 'recipes' ? new URLSearchParams(search).get('recipe') || undefined : undefined;
}

/**
 * @param hash with its `#`. `#query=<encoded>` or the bare encoded query; an incorrectly encoded query is used
 * unchanged. `undefined`: there is none, or the fragment is state of a shared link.
 */
export function readFragment(hash: string): string | undefined {
  const text = hash.replace(/^#/, '');
  if (text === '' || /^(?:view|scene)=/.test(text)) return undefined;
  const named = /^query=([^&]*)/.exec(text);
  return decoded(named === null ? text : named[1]!).trim() || undefined;
}

/** Reads the id of a shared scene: `#scene=<encoded>`. */
export function readScene(hash: string): string | undefined {
  const found = /^#scene=([^&]+)/.exec(hash);
  return found === null ? undefined : decoded(found[1]!);
}

/** Reads a value after the query in the fragment: `#query=<encoded>&parameters=<encoded>`. */
export function readBeside(hash: string, name: string): string | undefined {
  const found = /^#query=/.test(hash) ? new RegExp(`&${name}=([^&]*)`).exec(hash) : null;
  return found === null ? undefined : decoded(found[1]!);
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, run => {
      try {
        return decodeURIComponent(run);
      } catch {
        return run;
      }
    });
  }
}

/**
 * Parses `now`, milliseconds since the Unix epoch, an offset such as `-15s`, or a date, in local time if it has no
 * zone. `undefined`: invalid.
 */
export function readTime(text: string, now: number): number | 'now' | undefined {
  const trimmed = text.trim();
  if (/^(?:now)?$/i.test(trimmed)) return 'now';
  if (/^\d+$/.test(trimmed)) return Number(trimmed);
  const offset = /^([+-])(\d+)([smhd])$/.exec(trimmed);
  if (offset !== null) {
    const unit = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[offset[3] as 's'];
    return now + (offset[1] === '-' ? -1 : 1) * Number(offset[2]) * unit;
  }
  const date = Date.parse(trimmed);
  return Number.isNaN(date) ? undefined : date;
}

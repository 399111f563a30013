/** The lists that the service keeps for everyone. Each is replaced as a whole. */
import { ask, getJson } from '../api/http.js';
import type { NodeAppearance, QuickQuery, SampleQuery, TapQuery } from '../api/types.js';
import { appearances, feeds, quickQueries, samples } from '../session/session.js';
import { showError } from '../shell/toasts.js';

interface Lists {
  readonly sampleQueries: readonly SampleQuery[];
  readonly quickQueries: readonly QuickQuery[];
  readonly nodeAppearances: readonly NodeAppearance[];
  readonly tapQueries: readonly TapQuery[];
}

const LISTS: { readonly [K in keyof Lists]: { value: Lists[K] } } = {
  sampleQueries: samples,
  quickQueries,
  nodeAppearances: appearances,
  tapQueries: feeds.definitions,
};
const PLACES: { readonly [K in keyof Lists]: string } = {
  sampleQueries: 'api/v2/queryUi/sampleQueries',
  quickQueries: 'api/v2/queryUi/quickQueries',
  nodeAppearances: 'api/v2/queryUi/nodeAppearances',
  tapQueries: 'api/v2/graph/quine/queryUi/tapQueries',
};

let last: Promise<unknown> = Promise.resolve();

/**
 * Changes follow one another: each is made to what the one before has left.
 *
 * @returns whether the service took it; what was wrong is shown. The list changes when it has.
 */
export function changeList<K extends keyof Lists>(
  name: K,
  changed: (items: Lists[K]) => Lists[K],
): Promise<boolean> {
  const saving = last.then(async () => {
    try {
      // What is shown may be some seconds old, and somebody else's change is not to go with it.
      const items = changed(await getJson<Lists[K]>(PLACES[name]));
      await ask('PUT', PLACES[name], items);
      // As the service keeps it.
      LISTS[name].value = await getJson<Lists[K]>(PLACES[name]);
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  });
  last = saving;
  return saving;
}

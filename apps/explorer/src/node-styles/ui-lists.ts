/** The lists that the service stores for everyone. Each is replaced as a whole. */
import { request, getJson } from '../api/http.js';
import type { EdgeAppearance, NodeAppearance, QuickQuery, SampleQuery, TapQuery } from '../api/types.js';
import { feeds, quickQueries, samples, styles } from '../session/session.js';
import { showError } from '../shell/toasts.js';

interface Lists {
  readonly sampleQueries: readonly SampleQuery[];
  readonly quickQueries: readonly QuickQuery[];
  readonly nodeAppearances: readonly NodeAppearance[];
  readonly edgeAppearances: readonly EdgeAppearance[];
  readonly tapQueries: readonly TapQuery[];
}

const LISTS: { readonly [K in keyof Lists]: { value: Lists[K] } } = {
  sampleQueries: samples,
  quickQueries,
  nodeAppearances: styles.nodes.shared,
  edgeAppearances: styles.edges.shared,
  tapQueries: feeds.definitions,
};
const PLACES: { readonly [K in keyof Lists]: string } = {
  sampleQueries: 'api/v2/queryUi/sampleQueries',
  quickQueries: 'api/v2/queryUi/quickQueries',
  nodeAppearances: 'api/v2/queryUi/nodeAppearances',
  edgeAppearances: 'api/v2/queryUi/edgeAppearances',
  tapQueries: 'api/v2/graph/quine/queryUi/tapQueries',
};

let last: Promise<unknown> = Promise.resolve();

/**
 * Changes run one after the other, each on the result of the previous one.
 *
 * @returns whether the service accepted the change; errors are shown. The list is updated after that.
 */
export function changeList<K extends keyof Lists>(
  name: K,
  changed: (items: Lists[K]) => Lists[K],
): Promise<boolean> {
  const saving = last.then(async () => {
    try {
      // The shown list may be some seconds old, and must not overwrite changes of other users.
      const items = changed(await getJson<Lists[K]>(PLACES[name]));
      await request('PUT', PLACES[name], items);
      // As stored by the service.
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

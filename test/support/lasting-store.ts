/** A store in memory that outlives its graph: it says that it is durable, closes to no effect, and notes what is recent. */
import type { NodeId } from '@weir/model';
import { createPersistorFactory, type Persistor, type WriteMark } from '@weir/persistor';

export async function lastingStore(name: string): Promise<Persistor> {
  const store = await createPersistorFactory({ type: 'memory' }).open(name);
  const recent: { readonly batch: number; readonly ids: readonly NodeId[] }[] = [];
  let batch = 0;
  const lasting: Partial<Persistor> = {
    supports: { ...store.supports, durable: true },
    write: group => {
      const ids = [...group.journal, ...(group.snapshots ?? [])].map(({ id }) => id);
      recent.push({ batch: batch++, ids });
      return store.write(group);
    },
    markWrites: () => batch as WriteMark,
    async *recentNodeIds() {
      for (const { ids } of [...recent]) yield ids;
    },
    forgetRecent: async before => {
      while (recent.length > 0 && recent[0]!.batch < before) recent.shift();
    },
    close: () => Promise.resolve(),
  };
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(name in lasting ? lasting : target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** An in-memory store that outlives its graph: it claims to be durable, ignores `close`, and tracks recent writes. */
import { createPersistorFactory, type Persistor, type RecentWrite, type WriteMark } from '@weir/persistor';

export async function lastingStore(name: string): Promise<Persistor> {
  const store = await createPersistorFactory({ type: 'memory' }).open(name);
  let recent: (readonly RecentWrite[])[] = [];
  let batch = 0;
  const lasting: Partial<Persistor> = {
    supports: { ...store.supports, durable: true },
    write: group => {
      const end = ++batch as WriteMark;
      const entries = group.journal.map(({ id, time }) => ({ id, time, isEntry: true, end }));
      const snapshots = (group.snapshots ?? []).map(({ id, snapshot: { time } }) => ({
        id,
        time,
        isEntry: false,
        end,
      }));
      recent.push([...entries, ...snapshots]);
      return store.write(group);
    },
    markWrites: () => batch as WriteMark,
    async *recentWrites() {
      yield* [...recent];
    },
    forgetRecent: async before => {
      recent = recent.filter(([write]) => write !== undefined && write.end > before);
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

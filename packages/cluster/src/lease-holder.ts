/** A directory whose held keys are renewed in the thread that it is used in. */
import type { Environment } from '@weir/platform';
import type { Directory, DirectoryKeys, DirectoryWatcher, HeldKey } from './directory.js';
import { Lease, type LeaseTerms } from './lease.js';

export class LeaseHolder implements Directory {
  private readonly leases = new Set<Lease>();

  constructor(
    private readonly keys: DirectoryKeys,
    private readonly environment: Environment,
  ) {}

  put(...given: Parameters<DirectoryKeys['put']>): Promise<number | undefined> {
    return this.keys.put(...given);
  }

  watch(watcher: DirectoryWatcher): () => void {
    return this.keys.watch({
      changed: change => {
        for (const lease of this.leases) {
          if (lease.isOver) this.leases.delete(lease);
          else lease.observed(change);
        }
        watcher.changed(change);
      },
      upToDate: () => watcher.upToDate(),
    });
  }

  holdKey(key: string, value: string, terms: LeaseTerms): HeldKey {
    const { keys: directory, environment } = this;
    const lease = new Lease({ key, value, terms, directory, environment });
    this.leases.add(lease);
    lease.renew();
    return lease;
  }
}

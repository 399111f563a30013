/** Registry of one sort of kinds in a process, by the `type` in definitions. */
import { WeirError } from '@weir/model/extension';

/** Module name of kinds passed as objects: another object with the same type is another kind. */
export const IN_PROCESS = 'this program';

export class Kinds<K extends { readonly type: string }> {
  private readonly entries = new Map<string, { readonly kind: K; readonly module: string }>();
  private isRead = false;

  /** @param what the sort in the singular, for messages: `source`. */
  constructor(private readonly what: string) {}

  /**
   * @param module that provides it; the same module may be loaded again, for another graph, without effect.
   * @throws WeirError `config.invalid` for a type that is taken, or once definitions have been read.
   */
  add(kind: K, module: string): void {
    const known = this.entries.get(kind.type);
    if (known?.kind === kind || (known?.module === module && module !== IN_PROCESS)) return;
    if (known !== undefined)
      throw refused(
        `${module} has a ${this.what} '${kind.type}', and so has ${known.module}. Rename one of them`,
      );
    if (this.isRead)
      throw refused(
        `The ${this.what} '${kind.type}' of ${module} was added too late: definitions have already been read. ` +
          'Load extensions before anything else',
      );
    this.entries.set(kind.type, { kind, module });
  }

  get(type: string): K | undefined {
    return this.entries.get(type)?.kind;
  }

  /** For the schema of definitions, which is created once: no kind can be added after this call. */
  all(): readonly K[] {
    this.isRead = true;
    return [...this.entries.values()].map(({ kind }) => kind);
  }
}

function refused(message: string): WeirError {
  return new WeirError('config.invalid', message);
}

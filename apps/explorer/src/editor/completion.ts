/** What may come next in a query, as the service says. */
import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import { completions } from '../api/language.js';

/** The editor's words for kinds, which its icons go by. */
const TYPES: Readonly<Record<string, string>> = {
  label: 'class',
  edgeType: 'type',
  procedure: 'method',
};

export const completing: CompletionSource = async context => {
  const word = context.matchBefore(/[\w:.|]+$/);
  if (word === null && !context.explicit) return null;
  try {
    const { from, to, items } = await completions(context.state.doc.toString(), context.pos);
    const options = items.map(({ label, insert, kind, detail, documentation }): Completion => {
      const about = {
        ...(detail === undefined ? {} : { detail: detail.slice(label.length) }),
        ...(documentation === undefined ? {} : { info: documentation }),
      };
      return { label, apply: insert, type: TYPES[kind] ?? kind, ...about };
    });
    // Who has gone on to something else wants no list over it.
    const isLate = context.aborted || context.view?.hasFocus === false;
    return isLate || options.length === 0 ? noneFor(context) : { from, to, options, validFor: /^\w*$/ };
  } catch {
    // Writing goes on without.
    return noneFor(context);
  }
};

/** The editor asks again for what was written meanwhile after a result that does not fit it, not after none. */
function noneFor({ view, state, pos }: CompletionContext): CompletionResult | null {
  const isChanged = view !== undefined && view.state.doc !== state.doc;
  return isChanged ? { from: pos, options: [] } : null;
}

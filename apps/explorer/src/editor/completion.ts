/** Completions of a query, from the service. */
import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import { completions } from '../api/language.js';

/** The editor's names for types, which determine its icons. */
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
    // A list must not open after the user has moved on.
    const isLate = context.aborted || context.view?.hasFocus === false;
    return isLate || options.length === 0 ? noneFor(context) : { from, to, options, validFor: /^\w*$/ };
  } catch {
    // Editing continues without completions.
    return noneFor(context);
  }
};

/**
 * After a result that does not fit, the editor requests completions again for the changed text, but not after an empty
 * one.
 */
function noneFor({ view, state, pos }: CompletionContext): CompletionResult | null {
  const isChanged = view !== undefined && view.state.doc !== state.doc;
  return isChanged ? { from: pos, options: [] } : null;
}

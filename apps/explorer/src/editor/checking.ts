/** Underlines errors of the query in the editor, as reported by the service. */
import type { Diagnostic, LintSource } from '@codemirror/lint';
import { checked } from '../api/language.js';

/** Shown in the status of the query when it runs; under the whole text it would be noise. */
const TOLD_ELSEWHERE = 'query.scan';

/**
 * @param before hidden text that precedes the query. Create one source for each editor: a new request cancels the
 * previous one.
 */
export function checking(before = ''): LintSource {
  let controller = new AbortController();
  return async view => {
    controller.abort();
    controller = new AbortController();
    const text = view.state.doc.toString();
    if (text.trim() === '') return [];
    try {
      const { diagnostics } = await checked(before + text, controller.signal);
      const placed = (offset: number): number => Math.min(text.length, Math.max(0, offset - before.length));
      return diagnostics
        .filter(({ code }) => code !== TOLD_ELSEWHERE)
        .map(({ from, to, severity, message }): Diagnostic => ({
          from: placed(from),
          to: placed(to),
          severity,
          message,
        }));
    } catch {
      // Too long, out of date, or the service is unreachable: editing continues without diagnostics.
      return [];
    }
  };
}

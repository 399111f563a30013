/** What is wrong with a query that is being written, as the service says; underlined where it is. */
import type { Diagnostic, LintSource } from '@codemirror/lint';
import { checked } from '../api/language.js';

/** The status of the query tells it, once it runs; under the whole text it would be noise. */
const TOLD_ELSEWHERE = 'query.scan';

/**
 * @param before stands before the text and is not shown. One source for each editor: what it asks ends the question
 * before.
 */
export function checking(before = ''): LintSource {
  let asked = new AbortController();
  return async view => {
    asked.abort();
    asked = new AbortController();
    const text = view.state.doc.toString();
    if (text.trim() === '') return [];
    try {
      const { diagnostics } = await checked(before + text, asked.signal);
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
      // Too long, out of date, or the service is not there: writing goes on without.
      return [];
    }
  };
}

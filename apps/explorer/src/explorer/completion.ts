/**
 * What may come next in a query. `Vocabulary` is the seam: today it is what the service lists of functions and
 * procedures, and what a sample of nodes shows of labels, types and keys.
 */
import type { CompletionSource } from '@codemirror/autocomplete';

export interface Vocabulary {
  readonly functions: readonly {
    readonly name: string;
    readonly signature: string;
    readonly description: string;
  }[];
  readonly procedures: readonly {
    readonly name: string;
    readonly signature: string;
    readonly description: string;
  }[];
  readonly labels: readonly string[];
  readonly edgeTypes: readonly string[];
  readonly keys: readonly string[];
}

export const KEYWORDS = (
  'MATCH OPTIONAL WHERE RETURN WITH UNWIND CALL YIELD CREATE MERGE SET REMOVE DELETE DETACH ORDER BY SKIP LIMIT ' +
  'DISTINCT AS AND OR NOT XOR IN IS NULL STARTS ENDS CONTAINS EXISTS COUNT CASE WHEN THEN ELSE END UNION ALL FOREACH EXPLAIN'
).split(' ');

export function completing(vocabulary: () => Vocabulary): CompletionSource {
  return context => {
    const { functions, procedures, labels, edgeTypes, keys } = vocabulary();
    const type = context.matchBefore(/\[\w*:[\w|]*$/);
    const label = type === null ? context.matchBefore(/[\w)]*:\w*$/) : null;
    const named = type ?? label;
    if (named !== null) {
      const from = named.from + Math.max(named.text.lastIndexOf(':'), named.text.lastIndexOf('|')) + 1;
      const names = type === null ? labels : edgeTypes;
      return { from, options: names.map(name => ({ label: name, type: type === null ? 'class' : 'type' })) };
    }
    const key = context.matchBefore(/\w\.\w*$/);
    if (key !== null)
      return { from: key.from + 2, options: keys.map(name => ({ label: name, type: 'property' })) };
    const word = context.matchBefore(/[\w.]+$/);
    if (word === null || (word.text.length < 2 && !context.explicit)) return null;
    const isCall = context.matchBefore(/CALL\s+[\w.]*$/i) !== null;
    const called = (isCall ? procedures : functions).map(({ name, signature, description }) => ({
      label: name,
      detail: signature.slice(name.length),
      info: description,
      type: isCall ? 'method' : 'function',
      apply: isCall ? name : `${name}(`,
    }));
    const keywords = isCall ? [] : KEYWORDS.map(name => ({ label: name, type: 'keyword' }));
    return { from: word.from, options: [...keywords, ...called] };
  };
}

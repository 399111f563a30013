import { WeirError } from '@weir/platform';
import {
  checkQuery,
  parseExpression,
  parseQuery,
  sameTree,
  walk,
  type AstNode,
  type Query,
} from './index.js';
import { goldenCases } from './testing/golden-file.js';
import { treeText } from './testing/tree-text.js';

const tree = (text: string): string => treeText(parseQuery(text));

function errorText(text: string): string {
  try {
    checkQuery(parseQuery(text), { isFunction: name => name !== 'foo', parameters: ['that'] });
  } catch (error) {
    if (error instanceof WeirError) return `${error.code} ${error.detail}\n${error.message.trimEnd()}`;
    throw error;
  }
  return 'accepted';
}

const queries = goldenCases('queries.golden', tree);
const errors = goldenCases('errors.golden', errorText);

describe('syntax trees', () => {
  test.each(queries)('$input', ({ input, output }) => {
    expect(tree(input)).toBe(output);
  });
});

describe('error texts', () => {
  test.each(errors)('$input', ({ input, output }) => {
    expect(errorText(input)).toBe(output);
  });
});

/**
 * The text of a variable in a map projection or SET target is the same; the kinds below cannot be parsed separately.
 */
const EXPRESSIONS: ReadonlySet<AstNode['kind']> = new Set([
  'literal',
  'list',
  'map',
  'variable',
  'parameter',
  'index',
  'slice',
  'unary',
  'binary',
  'comparison',
  'is-null',
  'has-labels',
  'case',
  'call',
  'count-star',
  'map-projection',
  'list-comprehension',
  'pattern-comprehension',
  'pattern-predicate',
  'shortest-path',
  'quantifier',
  'reduce',
  'subquery',
] as const);

function nodesOf(query: Query): readonly AstNode[] {
  const nodes: AstNode[] = [];
  walk(query, node => void nodes.push(node));
  return nodes;
}

describe('spans', () => {
  test.each(queries)('the source of every expression parses to the same expression: $input', ({ input }) => {
    const query = parseQuery(input);
    for (const node of nodesOf(query)) {
      if (!EXPRESSIONS.has(node.kind)) continue;
      const source = query.text.slice(node.span.start, node.span.end);
      expect([source, sameTree(parseExpression(source), node)]).toEqual([source, true]);
    }
  });

  test.each(queries)('a node lies inside its parent: $input', ({ input }) => {
    walk(parseQuery(input), node => {
      // The subject of `.key` in a map projection precedes it in the text.
      if (node.kind === 'property' && input.startsWith('.', node.span.start)) return;
      walk(node, inner => {
        expect(inner.span.start).toBeGreaterThanOrEqual(node.span.start);
        expect(inner.span.end).toBeLessThanOrEqual(node.span.end);
        return inner === node;
      });
    });
  });
});

/** Requests of query editors. */
import { z } from 'zod';
import { operations } from '../operation.js';

/** Characters: as much as a person edits, and parsed quickly. */
export const LONGEST_QUERY_TEXT = 16_384;

const textSchema = z
  .string()
  .max(LONGEST_QUERY_TEXT)
  .meta({ description: `Text of the query, at most ${LONGEST_QUERY_TEXT} characters` });
const offsetSchema = z.int().min(0).meta({
  description:
    'Position of the cursor in UTF-16 units from the start; a position beyond the end means the end',
});
const place = {
  from: z.int().meta({ description: 'Start in UTF-16 units from the beginning of the query' }),
  to: z.int().meta({ description: 'End, exclusive' }),
};

const queryToCheckSchema = z
  .object({
    text: textSchema,
    parameters: z
      .array(z.string())
      .optional()
      .meta({ description: 'Names of the parameters of the query; if absent, any name is allowed' }),
  })
  .meta({ id: 'QueryToCheck' });

const queryPlaceSchema = z.object({ text: textSchema, offset: offsetSchema }).meta({ id: 'QueryPlace' });

const diagnosticSchema = z
  .object({
    severity: z.enum(['error', 'warning']),
    code: z
      .string()
      .meta({ description: 'An error code; for a warning `query.scan` or `query.unknown-name`' }),
    message: z.string(),
    ...place,
    line: z.int().meta({ description: 'Line, from 1' }),
    column: z.int().meta({ description: 'Column in UTF-16 units, from 1' }),
  })
  .meta({ id: 'QueryDiagnostic' });

const checkedQuerySchema = z
  .object({
    kind: z.enum(['node', 'edge', 'table', 'sideEffects', 'unknown']).meta({
      description:
        'Content of the rows: only nodes, only edges, other values, or nothing; `unknown` if the text ' +
        'does not determine it or is invalid',
    }),
    columns: z.array(z.string()),
    isReadOnly: z.boolean(),
    canContainAllNodeScan: z.boolean(),
    diagnostics: z.array(diagnosticSchema),
  })
  .meta({ id: 'CheckedQuery' });

const completionSchema = z
  .object({
    label: z.string(),
    insert: z.string().meta({ description: 'Text that replaces the range from `from` to `to`' }),
    kind: z.enum(['keyword', 'variable', 'function', 'procedure', 'label', 'edgeType', 'property', 'column']),
    detail: z.string().optional().meta({ description: 'A signature, or the type of a variable' }),
    documentation: z.string().optional(),
  })
  .meta({ id: 'QueryCompletion' });

const completionsSchema = z
  .object({
    ...place,
    items: z.array(completionSchema),
    isIncomplete: z
      .boolean()
      .meta({ description: 'The list is incomplete: request it again when more text is written' }),
  })
  .meta({ id: 'QueryCompletions' });

const describedWordSchema = z
  .object({
    ...place,
    word: z.string(),
    signatures: z.array(z.string()).meta({ description: 'Null if nothing is known about the word' }),
    documentation: z.string(),
  })
  .meta({ id: 'DescribedWord' });

const topic = 'cypher';

export const queryLanguageOperations = operations({
  checkQuery: {
    topic,
    summary: 'Check a query without running it',
    description: 'An invalid query is not an error of the request: its problems are in `diagnostics`.',
    body: {
      kind: 'json',
      schema: queryToCheckSchema,
      example: { text: 'MATCH (n:Person) RETURN n' },
    },
    answer: { description: 'The kind of its rows, and its problems', schema: checkedQuerySchema },
  },
  completeQuery: {
    topic,
    summary: 'Complete a query at the position of the cursor',
    description:
      'Suggests keywords that the grammar allows, visible variables, functions and procedures, and ' +
      'the labels, edge types and property keys of the graph.',
    body: {
      kind: 'json',
      schema: queryPlaceSchema,
      example: { text: 'MATCH (n:Person) WHERE n.', offset: 25 },
    },
    answer: { description: 'Suggestions, the most likely ones first', schema: completionsSchema },
  },
  describeWord: {
    topic,
    summary: 'Describe the function or procedure at the cursor',
    body: {
      kind: 'json',
      schema: queryPlaceSchema,
      example: { text: 'RETURN toUpper("a")', offset: 9 },
    },
    answer: { description: 'Signatures and a description', schema: describedWordSchema },
  },
  openLanguageServer: {
    topic,
    summary: 'Connect to the language server for Cypher over a WebSocket',
    description:
      'Language Server Protocol, version 3.17: each frame is one JSON-RPC message without a header. ' +
      'Supports pull diagnostics, completion, hover and semantic tokens, and `quine/queryKind`, which ' +
      'returns the kind of the rows of a query. Queries are not run.',
    status: 101,
    answer: { description: 'The WebSocket is open' },
  },
});

export type QueryLanguageOperations = typeof queryLanguageOperations;
export type CheckedQuery = z.output<typeof checkedQuerySchema>;
export type QueryCompletion = z.output<typeof completionSchema>;
export type QueryCompletions = z.output<typeof completionsSchema>;
export type QueryDiagnostic = z.output<typeof diagnosticSchema>;
export type DescribedWord = z.output<typeof describedWordSchema>;

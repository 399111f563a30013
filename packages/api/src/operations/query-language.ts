/** What editors ask of a query that is being written. */
import { z } from 'zod';
import { operations } from '../operation.js';

/** Characters: what a person edits, and parsed in a moment. */
export const LONGEST_QUERY_TEXT = 16_384;

const textSchema = z
  .string()
  .max(LONGEST_QUERY_TEXT)
  .meta({ description: `The query as it is now; ${LONGEST_QUERY_TEXT} characters at most` });
const offsetSchema = z
  .int()
  .min(0)
  .meta({ description: 'Where the cursor is, in UTF-16 units from the start; beyond the end is the end' });
const place = {
  from: z.int().meta({ description: 'In UTF-16 units from the start' }),
  to: z.int().meta({ description: 'After the last one' }),
};

const queryToCheckSchema = z
  .object({
    text: textSchema,
    parameters: z
      .array(z.string())
      .optional()
      .meta({ description: 'Names of the parameters that there will be; absent: any' }),
  })
  .meta({ id: 'QueryToCheck' });

const queryPlaceSchema = z.object({ text: textSchema, offset: offsetSchema }).meta({ id: 'QueryPlace' });

const diagnosticSchema = z
  .object({
    severity: z.enum(['error', 'warning']),
    code: z.string().meta({ description: 'As in the list of error codes; `query.scan` for a warning' }),
    message: z.string(),
    ...place,
    line: z.int().meta({ description: '1-based' }),
    column: z.int().meta({ description: '1-based, in UTF-16 units' }),
  })
  .meta({ id: 'QueryDiagnostic' });

const checkedQuerySchema = z
  .object({
    kind: z.enum(['node', 'edge', 'table', 'sideEffects', 'unknown']).meta({
      description:
        'What its rows hold: nodes alone, edges alone, values of which some are neither, or nothing; `unknown` where the ' +
        'text does not tell, or is wrong',
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
    insert: z.string().meta({ description: 'Takes the place of what is between `from` and `to`' }),
    kind: z.enum(['keyword', 'variable', 'function', 'procedure', 'label', 'edgeType', 'property', 'column']),
    detail: z.string().optional().meta({ description: 'A signature, or what a variable holds' }),
    documentation: z.string().optional(),
  })
  .meta({ id: 'QueryCompletion' });

const completionsSchema = z
  .object({
    ...place,
    items: z.array(completionSchema),
    isIncomplete: z
      .boolean()
      .meta({ description: 'There are more than are told: ask again when more is written' }),
  })
  .meta({ id: 'QueryCompletions' });

const describedWordSchema = z
  .object({
    ...place,
    word: z.string(),
    signatures: z.array(z.string()).meta({ description: 'None: there is nothing to say of the word' }),
    documentation: z.string(),
  })
  .meta({ id: 'DescribedWord' });

const topic = 'cypher';

export const queryLanguageOperations = operations({
  checkQuery: {
    topic,
    summary: 'Check a query without running it',
    description:
      'A query that is wrong is no error of the request: `diagnostics` tells what is wrong with it.',
    body: {
      kind: 'json',
      schema: queryToCheckSchema,
      example: { text: 'MATCH (n:Person) RETURN n' },
    },
    answer: { description: 'What it would give, and what is wrong with it', schema: checkedQuerySchema },
  },
  completeQuery: {
    topic,
    summary: 'What may stand at a place of a query that is being written',
    description:
      'Keywords that the grammar allows there, variables in sight, functions and procedures; labels, types of edges and ' +
      'names of properties that a sample of the nodes in memory has.',
    body: {
      kind: 'json',
      schema: queryPlaceSchema,
      example: { text: 'MATCH (n:Person) WHERE n.', offset: 25 },
    },
    answer: { description: 'What may stand there, likely ones first', schema: completionsSchema },
  },
  describeWord: {
    topic,
    summary: 'What a word of a query is: the function or procedure of that name',
    body: {
      kind: 'json',
      schema: queryPlaceSchema,
      example: { text: 'RETURN toUpper("a")', offset: 9 },
    },
    answer: { description: 'Signatures and one sentence', schema: describedWordSchema },
  },
  openLanguageServer: {
    topic,
    summary: 'A language server for Cypher, over a WebSocket',
    description:
      'The Language Server Protocol, version 3.17: each frame is one message of JSON-RPC, without a header. Diagnostics ' +
      'that the client asks for, completion, hover texts, semantic tokens; and `quine/queryKind`, which tells what the ' +
      'rows of a query hold. Nothing is run.',
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

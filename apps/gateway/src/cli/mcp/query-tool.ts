/** The tool `query`: Cypher that only reads. */
import { dataOf, WeirClientError, writeExactly } from '@weir/client';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { GraphSource } from './graph-source.js';
import { answerOf, failureText, LARGEST_ANSWER, refusal, shortened } from './tool-answer.js';

const ONLY_READS = 'This tool only reads, whatever the role of the token.';
const DEFAULT_ROWS = 100;
const MOST_ROWS = 1_000;
const DEFAULT_SECONDS = 20;
const MOST_SECONDS = 60;
/** The server checks no longer text. */
const LONGEST_QUERY = 16_384;

const inputSchema = z.object({
  query: z.string().max(LONGEST_QUERY).describe('Cypher that only reads'),
  parameters: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Values of the parameters of the query, without the $ in their names'),
  limit: z
    .int()
    .min(1)
    .max(MOST_ROWS)
    .default(DEFAULT_ROWS)
    .describe('Maximum number of rows to return. The answer says whether there are more.'),
  timeout_seconds: z.number().positive().max(MOST_SECONDS).default(DEFAULT_SECONDS).describe('Time limit'),
  at_time: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Read the graph as it was at this time, such as 2026-01-31T12:00:00Z'),
});

type QueryInput = z.output<typeof inputSchema>;

export function addQueryTool(mcp: McpServer, source: GraphSource): void {
  mcp.registerTool(
    'query',
    {
      title: 'Run a read-only Cypher query',
      description:
        'Runs a Cypher query that only reads, and returns columns and rows. A query that may write is refused. ' +
        'Find nodes by id(n) = idFrom(...) or $parameters where possible: there are no indexes, so a query ' +
        'without an id scans all nodes. strId(n) returns the id of a node as text. Errors name the line and ' +
        'column of the problem.',
      inputSchema,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    (input, { mcpReq }) => answerOf(source.server, () => runQuery(source, input, mcpReq.signal)),
  );
}

async function runQuery(
  { client, server }: GraphSource,
  { query, parameters = {}, limit, timeout_seconds, at_time }: QueryInput,
  signal: AbortSignal,
): Promise<CallToolResult> {
  // `readOnly` below makes the server refuse writes. Older servers ignore it, so the query is also checked first.
  const params = { path: { graph: 'quine' } };
  const checked = await dataOf(
    client.api.v2.POST('/api/v2/graph/{graph}/cypher:check', { params, body: { text: query }, signal }),
  );
  const isValid = checked.diagnostics.every(({ severity }) => severity !== 'error');
  if (isValid && !checked.isReadOnly)
    return refusal(`access.denied: The query may write to the graph. ${ONLY_READS}`);
  const rows = client.query(query, parameters, {
    timeout: Math.ceil(timeout_seconds * 1000),
    readOnly: true,
    signal,
    ...(at_time === undefined ? {} : { atTime: new Date(at_time) }),
  });
  try {
    return await tableOf(rows, limit);
  } catch (error) {
    if (!(error instanceof WeirClientError) || error.code !== 'access.denied') throw error;
    return refusal(`${failureText(error, server)}\n${ONLY_READS}`);
  }
}

interface NamedRows extends AsyncIterable<Readonly<Record<string, unknown>>> {
  readonly columns: readonly string[] | undefined;
}

/** Leaving the loop ends the query on the server. */
async function tableOf(rows: NamedRows, limit: number): Promise<CallToolResult> {
  const texts: string[] = [];
  let length = 0;
  let cut: string | undefined;
  for await (const row of rows) {
    if (texts.length === limit) {
      cut = `The query has more rows than the limit of ${limit}`;
      break;
    }
    const text = writeExactly(rows.columns!.map(column => shortened(row[column])));
    length += text.length;
    if (length > LARGEST_ANSWER) {
      cut = `Row ${texts.length + 1} and later ones are left out: an answer has at most ${LARGEST_ANSWER} characters. Return fewer or smaller columns.`;
      break;
    }
    texts.push(text);
  }
  const lines = [
    `"columns":${JSON.stringify(rows.columns ?? [])}`,
    `"rows":[${texts.map(text => `\n${text}`).join(',')}]`,
    `"rowCount":${texts.length}`,
    ...(cut === undefined ? [] : [`"cut":${JSON.stringify(cut)}`]),
  ];
  return { content: [{ type: 'text', text: `{${lines.join(',\n')}}` }] };
}

/** Tools that read standing queries and their results. */
import { WeirClientError } from '@weir/client';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { suggestion } from '../arguments/read-arguments.js';
import type { GraphSource } from './graph-source.js';
import { readStandingQueries } from './read-standing-queries.js';
import { answer, answerOf, failureText, refusal } from './tool-answer.js';

const DEFAULT_MATCHES = 20;
const MOST_MATCHES = 200;

const nameSchema = z.string().describe('Name of the standing query, as list_standing_queries returns it');
const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

export function addStandingQueryTools(mcp: McpServer, source: GraphSource): void {
  const { client, server } = source;
  mcp.registerTool(
    'list_standing_queries',
    {
      title: 'List standing queries',
      description:
        'Lists the standing queries: patterns that the server evaluates on every write. Each has a name, its ' +
        'Cypher pattern, its outputs, and the number of matches since the server started.',
      annotations,
    },
    ({ mcpReq }) => answerOf(server, async () => answer(await readStandingQueries(client, mcpReq.signal))),
  );
  mcp.registerTool(
    'explain_standing_query',
    {
      title: 'Explain a standing query',
      description:
        'Returns the parts of the pattern of a standing query: the conditions and edges of each, what causes a ' +
        'new evaluation, and how many nodes hold state for it (`states`); and the number of results that are ' +
        'true now. Parts with few states are where matches fail.',
      inputSchema: z.object({ name: nameSchema }),
      annotations,
    },
    ({ name }, { mcpReq }) =>
      ofQuery(source, name, async () =>
        answer(await client.standingQueries.explain(name, {}, { signal: mcpReq.signal })),
      ),
  );
  mcp.registerTool(
    'latest_matches',
    {
      title: 'Latest matches of a standing query',
      description:
        'Returns the latest results of a standing query that the server keeps, oldest first. ' +
        '`isPositiveMatch: false` is a retraction of the match with the same `resultId`. `data` has the columns ' +
        'of the pattern.',
      inputSchema: z.object({
        name: nameSchema,
        count: z
          .int()
          .min(1)
          .max(MOST_MATCHES)
          .default(DEFAULT_MATCHES)
          .describe('Maximum number of results'),
      }),
      annotations: { ...annotations, idempotentHint: false },
    },
    ({ name, count }, { mcpReq }) =>
      ofQuery(source, name, async () =>
        answer(await client.standingQueries.latestResults(name, count, { signal: mcpReq.signal })),
      ),
  );
  mcp.registerTool(
    'why_not',
    {
      title: 'Why a node does not match',
      description:
        'Explains why a node does or does not match a standing query: which conditions and edges of the pattern ' +
        'hold on the node (`onNode`), what prevents a match (`missing`), and the same for its neighbors ' +
        '(`further`). Wakes no node.',
      inputSchema: z.object({
        name: nameSchema,
        node_id: z.string().describe('Id of the node, as strId(n) returns it in the tool query'),
      }),
      annotations,
    },
    ({ name, node_id: node }, { mcpReq }) =>
      ofQuery(source, name, async () => {
        const explained = await client.standingQueries.explain(name, { node }, { signal: mcpReq.signal });
        const { exists, matches, missing, onNode, further } = explained;
        return answer({ exists, matches, missing, onNode, further });
      }),
  );
}

/** The error about an unknown name also lists the known ones. */
function ofQuery(
  { client, server }: GraphSource,
  name: string,
  read: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  return answerOf(server, async () => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof WeirClientError) || error.code !== 'standing.not-found') throw error;
      const names = (await client.standingQueries.list()).map(query => query.name);
      const known = names.length === 0 ? 'There are none.' : `Standing queries: ${names.join(', ')}`;
      return refusal(`${failureText(error, server)}${suggestion(name, names)}\n${known}`);
    }
  });
}

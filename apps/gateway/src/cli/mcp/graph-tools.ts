/** Tools that read the schema of the graph and the ingest streams. */
import type { McpServer } from '@modelcontextprotocol/server';
import type { GraphSource } from './graph-source.js';
import { readSchema } from './read-schema.js';
import { answer, answerOf } from './tool-answer.js';

const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

export function addGraphTools(mcp: McpServer, { client, server }: GraphSource): void {
  mcp.registerTool(
    'get_schema',
    {
      title: 'Schema of the graph',
      description:
        'Returns the labels, edge types and properties of a sample of the graph, with types, the labels that ' +
        'edges connect, and one node for each set of labels. Call it before you write a query.',
      annotations,
    },
    ({ mcpReq }) => answerOf(server, async () => answer(await readSchema(client, mcpReq.signal))),
  );
  mcp.registerTool(
    'list_ingest_streams',
    {
      title: 'List ingest streams',
      description:
        'Lists the ingest streams with their status, the current problem or the reason of a failure (`message`), ' +
        'warnings, source, query, and counts of records. Secrets are masked.',
      annotations,
    },
    ({ mcpReq }) =>
      answerOf(server, async () => {
        const streams = await client.ingests.list({ signal: mcpReq.signal });
        return answer(
          streams.map(({ name, status, message, warnings, settings, stats }) => ({
            name,
            status,
            message,
            warnings,
            source: settings.source,
            query: settings.query,
            stats,
          })),
        );
      }),
  );
}

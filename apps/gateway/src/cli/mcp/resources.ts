/** Resources: a client can attach them to a conversation without a tool call. */
import type { McpServer } from '@modelcontextprotocol/server';
import type { GraphSource } from './graph-source.js';
import { readSchema } from './read-schema.js';
import { readStandingQueries } from './read-standing-queries.js';
import { answerText, failureText } from './tool-answer.js';

export function addResources(mcp: McpServer, { client, server }: GraphSource): void {
  const add = (
    path: string,
    title: string,
    description: string,
    read: (signal: AbortSignal) => Promise<unknown>,
  ): void => {
    const mimeType = 'application/json';
    mcp.registerResource(
      path,
      `weir://${path}`,
      { title, description, mimeType },
      async (uri, { mcpReq }) => {
        try {
          const text = answerText(await read(mcpReq.signal));
          return { contents: [{ uri: uri.href, mimeType, text }] };
        } catch (cause) {
          throw new Error(failureText(cause, server), { cause });
        }
      },
    );
  };
  add('schema', 'Schema of the graph', 'Labels, edge types and properties of a sample of the graph', signal =>
    readSchema(client, signal),
  );
  add('standing-queries', 'Standing queries', 'Patterns, outputs and numbers of matches', signal =>
    readStandingQueries(client, signal),
  );
}

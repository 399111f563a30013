/** Tasks that a person starts by name. */
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

export function addPrompts(mcp: McpServer): void {
  mcp.registerPrompt(
    'investigate_match',
    {
      title: 'Investigate a match',
      description: 'Finds out what led to the latest match of a standing query, or to a given one',
      argsSchema: z.object({
        name: z.string().describe('Name of the standing query'),
        result_id: z.string().optional().describe('resultId of the match; default: the latest one'),
      }),
    },
    ({ name, result_id }) => {
      const match = result_id === undefined ? 'the latest match' : `the match with the resultId ${result_id}`;
      return asked(
        `Investigate ${match} of the standing query ${name}.\n\n` +
          '1. Call explain_standing_query and latest_matches to read the pattern and the match.\n' +
          '2. Call get_schema. Then read the nodes of the match and their neighbors with query: find them by ' +
          'the values in the data of the match, by id where you have one.\n' +
          '3. Use at_time to compare with the graph before the match, if that helps.\n' +
          '4. Report what happened in which order, which facts completed the match, and whether it looks like ' +
          'a true finding. Name the nodes and values that support each statement, and say what you could not check.',
      );
    },
  );
  mcp.registerPrompt(
    'write_standing_query',
    {
      title: 'Write a standing query',
      description: 'Writes the pattern of a standing query for a situation, and tries it on the graph',
      argsSchema: z.object({
        situation: z.string().describe('Description of the situation that the query must detect'),
      }),
    },
    ({ situation }) =>
      asked(
        `Write a standing query that detects this situation: ${situation}\n\n` +
          '1. Call get_schema, and list_standing_queries for the style of the existing patterns.\n' +
          '2. Write a pattern: one MATCH with labels, edge types and WHERE conditions from the schema, and a ' +
          'RETURN of the properties that a reader of the match needs. Edges of variable length are not ' +
          'supported, unless their length has a limit. RETURN DISTINCT strId(n) reports each node once.\n' +
          '3. Run it with query and a small limit. If it finds nothing, remove one condition at a time to find ' +
          'the one that fails.\n' +
          '4. Answer with the pattern, what it reports and what it misses, and the definition for the server: ' +
          '{"name": "...", "pattern": {"type": "Cypher", "query": "..."}, "outputs": []}. ' +
          'You cannot register it: your tools only read.',
      ),
  );
}

function asked(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}

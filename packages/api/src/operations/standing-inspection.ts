/** Inspection of a running standing query: requests and responses of both forms of version 2. */
import { defaulted, lenientInt } from '@weir/definitions';
import { z } from 'zod';
import { nodeIdParameter } from '../parameters.js';
import { strictObject } from '../strict-object.js';

const nodeId = z.string().meta({ description: 'A node id' });
const mode = z.enum(['inner', 'semi', 'anti', 'count', 'aggregate', 'optional']).meta({
  description: 'inner, semi: required; anti: must be absent; count, aggregate, optional: evaluated',
});
const otherPatternNode = z
  .int()
  .nullable()
  .meta({ description: 'Pattern node at the other end; null if any node matches' });

const patternNodeSchema = z.object({
  part: z.int().meta({ description: 'Number of the pattern node' }),
  variable: z.string().nullable(),
  askedBy: z
    .int()
    .nullable()
    .meta({ description: 'Pattern node that depends on this one; null for the root' }),
  role: z.enum(['root', 'neighbour', 'home of groups']),
  hop: z.int().optional().meta({ description: 'Within a path, the number of edges up to this node' }),
  conditions: z.array(z.string()).meta({ description: 'Conditions on the node itself' }),
  filters: z
    .array(z.string())
    .meta({ description: 'Conditions on several nodes and edges, or on rows after WITH' }),
  watches: z.array(z.string()).meta({ description: 'Changes that cause a new evaluation' }),
  edges: z.array(z.object({ edge: z.string(), part: otherPatternNode, mode })),
  states: z.int().meta({ description: 'Number of graph nodes with a state for this pattern node' }),
});

const patternNodeOnNodeSchema = z.object({
  part: z.int().meta({ description: 'Number of the pattern node' }),
  variable: z.string().nullable(),
  isRoot: z.boolean(),
  isAsked: z.boolean().meta({ description: 'Whether another node depends on it, or it is the root' }),
  hop: z.int().optional().meta({ description: 'Within a path, the number of edges up to this node' }),
  askedBy: z
    .array(nodeId)
    .meta({ description: 'Nodes that depend on it, at most 20: partial matches are pending there' }),
  holds: z.boolean().meta({ description: 'Whether the conditions on the node itself hold' }),
  conditions: z.array(
    z.object({
      condition: z.string(),
      holds: z.boolean(),
      found: z.unknown().optional().meta({ description: 'Actual value; null if there is none' }),
      hint: z.string().optional().meta({ description: 'If it does not hold, a suggestion' }),
    }),
  ),
  edges: z.array(
    z.object({
      edge: z.string(),
      part: otherPatternNode,
      mode,
      neighbours: z.int().meta({ description: 'Number of nodes reached over matching edges' }),
      matchingCount: z.int(),
      matching: z.array(nodeId).meta({ description: 'Neighbors that match their pattern node, at most 20' }),
      others: z.array(nodeId).meta({ description: 'Neighbors that do not match, at most 20' }),
      isMissing: z.boolean(),
      hint: z.string().optional().meta({ description: 'If there is no such edge, a suggestion' }),
    }),
  ),
  filters: z
    .array(
      z.object({
        filter: z.string(),
        holds: z.int().meta({ description: 'Number of candidates that pass' }),
        fails: z.int(),
        failing: z.array(z.record(z.string(), z.unknown())).meta({
          description:
            'At most 10 candidates that fail: the evaluated values, such as `o.total`, and the id of the node ' +
            'under its variable, such as `o`',
        }),
      }),
    )
    .meta({ description: 'Conditions on several nodes, evaluated on the rows that neighbors reported' }),
  waitingFor: z
    .array(nodeId)
    .meta({ description: 'Number of nodes that must report before the result is known' }),
  rows: z.int().nullable().meta({ description: 'Reported rows; null if only the match is known' }),
  dropped: z
    .int()
    .meta({ description: 'Rows of the root that are not results because an expression or WHERE fails' }),
  groups: z.array(nodeId).meta({ description: 'Nodes that hold the groups of its rows' }),
  results: z.array(z.string()).meta({ description: 'Ids of the current results' }),
});

export const standingExplanationSchema = z
  .object({
    kind: z.enum(['traces', 'rows']),
    parts: z.array(patternNodeSchema),
    results: z.int().meta({ description: 'Results that are currently true' }),
    counting: z
      .object({
        done: z.int().meta({ description: 'Number of inspected nodes' }),
        of: z.int().optional().meta({ description: 'Approximate number of all nodes' }),
      })
      .optional()
      .meta({
        description:
          'Data from before the last start is still being counted, so the real numbers of states and ' +
          'results are higher',
      }),
    exists: z
      .boolean()
      .optional()
      .meta({ description: 'For a given node: whether the node was ever written' }),
    matches: z.boolean().optional().meta({
      description: 'For a given node: whether the query has results there or in the groups of its rows',
    }),
    missing: z
      .array(z.object({ node: nodeId, part: z.int(), variable: z.string().nullable(), what: z.string() }))
      .optional()
      .meta({ description: 'For a given node: a description of what prevents a match' }),
    onNode: z
      .array(patternNodeOnNodeSchema)
      .optional()
      .meta({ description: 'For a given node: its state for each pattern node' }),
    further: z
      .array(z.object({ node: nodeId, parts: z.array(patternNodeOnNodeSchema) }))
      .optional()
      .meta({
        description:
          'The same for neighbors that do not match, and for nodes with pending partial matches; at most 20 nodes',
      }),
  })
  .meta({ id: 'StandingQueryExplanation' });

export const auditReportSchema = z
  .object({
    whole: z.boolean().meta({
      description: 'Whether the whole graph was compared, on request or because the root has no name',
    }),
    nodes: z.int().meta({ description: 'Number of nodes that were compared individually' }),
    nodesWithResults: z
      .int()
      .meta({ description: 'Number of these nodes with results or with rows in groups' }),
    groups: z.int().meta({ description: 'Number of groups that were recomputed from their members' }),
    looked: z.int().meta({ description: 'Number of nodes inspected to choose the sample' }),
    seed: z
      .int()
      .optional()
      .meta({ description: 'Selects the same nodes again while the graph does not change' }),
    rows: z.int().meta({ description: 'Number of rows that the query run from scratch returned' }),
    differences: z.array(
      z.object({
        node: z.string().optional(),
        row: z.string().meta({ description: 'JSON' }),
        expected: z.int(),
        reported: z.int(),
      }),
    ),
    differenceCount: z.int().meta({ description: 'Total number of differences; at most 1000 are listed' }),
    unsettled: z.int().meta({
      description:
        'Differences that changed with each comparison because data changed at the same time; not counted ' +
        'as differences',
    }),
    failed: z.int().meta({
      description: 'Nodes for which the query run from scratch fails, so no comparison is possible',
    }),
    failure: z.string().optional().meta({ description: 'The first of those errors' }),
  })
  .meta({ id: 'AuditReport' });

export const explainRequestSchema = strictObject({ node: nodeIdParameter.optional() }).meta({
  id: 'ExplainRequest',
});

export const auditRequestSchema = strictObject({
  sample: defaulted(
    lenientInt.refine(size => size > 0 && size <= 100_000, { error: 'sample must be from 1 to 100000' }),
    100,
  ).meta({ description: 'Number of nodes with results, and also of nodes without results' }),
  seed: lenientInt
    .refine(seed => seed >= 0, { error: 'seed must not be negative' })
    .optional()
    .meta({
      description:
        'Seed of an earlier response, which selects the same nodes; default: different nodes each time',
    }),
  whole: defaulted(z.boolean(), false).meta({ description: 'Compares the whole graph and reads every node' }),
}).meta({ id: 'AuditRequest' });

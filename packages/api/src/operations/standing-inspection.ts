/** What is asked of a running standing query and answered about it, in both forms of the second version. */
import { defaulted, lenientInt } from '@weir/definitions';
import { z } from 'zod';
import { nodeIdParameter } from '../parameters.js';
import { strictObject } from '../strict-object.js';

const nodeId = z.string().meta({ description: 'A node id' });
const mode = z.enum(['inner', 'semi', 'anti', 'count', 'aggregate', 'optional']).meta({
  description: 'inner, semi: needed; anti: must not be there; count, aggregate, optional: looked at',
});
const otherPatternNode = z
  .int()
  .nullable()
  .meta({ description: 'The pattern node at the other end; null: any node fits' });

const patternNodeSchema = z.object({
  part: z.int().meta({ description: 'Number of the pattern node' }),
  variable: z.string().nullable(),
  askedBy: z.int().nullable().meta({ description: 'The pattern node that asks this one; null for the root' }),
  role: z.enum(['root', 'neighbour', 'home of groups']),
  hop: z.int().optional().meta({ description: 'Inside of a path: how many of its edges lead here' }),
  conditions: z.array(z.string()).meta({ description: 'What must hold on the node itself' }),
  filters: z
    .array(z.string())
    .meta({ description: 'What must hold of several nodes and edges together, or of rows that WITH makes' }),
  watches: z.array(z.string()).meta({ description: 'Changes that it looks at' }),
  edges: z.array(z.object({ edge: z.string(), part: otherPatternNode, mode })),
  states: z.int().meta({ description: 'Nodes that hold a state for it' }),
});

const patternNodeOnNodeSchema = z.object({
  part: z.int().meta({ description: 'Number of the pattern node' }),
  variable: z.string().nullable(),
  isRoot: z.boolean(),
  isAsked: z.boolean().meta({ description: 'Some node wants to know, or it is the root' }),
  hop: z.int().optional().meta({ description: 'Inside of a path: how many of its edges lead here' }),
  askedBy: z.array(nodeId).meta({ description: 'Nodes that do, at most 20: there a partial match waits' }),
  holds: z.boolean().meta({ description: 'What must hold on the node itself does' }),
  conditions: z.array(
    z.object({
      condition: z.string(),
      holds: z.boolean(),
      found: z.unknown().optional().meta({ description: 'What is there of what it looks at; null: nothing' }),
      hint: z.string().optional().meta({ description: 'If it does not hold: what may have been meant' }),
    }),
  ),
  edges: z.array(
    z.object({
      edge: z.string(),
      part: otherPatternNode,
      mode,
      neighbours: z.int().meta({ description: 'Over fitting edges' }),
      matchingCount: z.int(),
      matching: z.array(nodeId).meta({ description: 'Those that match their pattern node, at most 20' }),
      others: z.array(nodeId).meta({ description: 'Those that do not, at most 20' }),
      isMissing: z.boolean(),
      hint: z
        .string()
        .optional()
        .meta({ description: 'If there is no such edge: one that may have been meant' }),
    }),
  ),
  filters: z
    .array(
      z.object({
        filter: z.string(),
        holds: z.int().meta({ description: 'Candidates that pass' }),
        fails: z.int(),
        failing: z.array(z.record(z.string(), z.unknown())).meta({
          description:
            'Of those that fail at most 10: what was looked at, as `o.total`, and as `o` the id of the node',
        }),
      }),
    )
    .meta({ description: 'Conditions over several nodes, tried on what neighbours reported' }),
  waitingFor: z.array(nodeId).meta({ description: 'Nodes that have to answer before anything is reported' }),
  rows: z.int().nullable().meta({ description: 'What it reports; null where only the match is known' }),
  dropped: z.int().meta({ description: 'Rows of a root that are no result: an expression or WHERE fails' }),
  groups: z.array(nodeId).meta({ description: 'Where the groups live that its rows belong to' }),
  results: z.array(z.string()).meta({ description: 'Ids of results that stand' }),
});

export const standingExplanationSchema = z
  .object({
    kind: z.enum(['traces', 'rows']),
    parts: z.array(patternNodeSchema),
    results: z.int().meta({ description: 'What the query reports as true now' }),
    counting: z
      .object({
        done: z.int().meta({ description: 'Nodes that were looked at' }),
        of: z.int().optional().meta({ description: 'Nodes that there are, about' }),
      })
      .optional()
      .meta({
        description: 'What was there before the last start is not counted yet: states and results are more',
      }),
    exists: z.boolean().optional().meta({ description: 'If a node was named: something was written to it' }),
    matches: z.boolean().optional().meta({
      description:
        'If a node was named: the query has results there, or in the groups that its rows belong to',
    }),
    missing: z
      .array(z.object({ node: nodeId, part: z.int(), variable: z.string().nullable(), what: z.string() }))
      .optional()
      .meta({ description: 'If a node was named: what keeps it from matching, in words' }),
    onNode: z
      .array(patternNodeOnNodeSchema)
      .optional()
      .meta({ description: 'If a node was named: how far it is with each pattern node' }),
    further: z
      .array(z.object({ node: nodeId, parts: z.array(patternNodeOnNodeSchema) }))
      .optional()
      .meta({
        description:
          'The same of neighbours that are missing, and of nodes that wait for more; at most 20 nodes',
      }),
  })
  .meta({ id: 'StandingQueryExplanation' });

export const auditReportSchema = z
  .object({
    whole: z
      .boolean()
      .meta({ description: 'Everything was compared: as asked for, or because the root has no name' }),
    nodes: z.int().meta({ description: 'Compared one by one' }),
    nodesWithResults: z
      .int()
      .meta({ description: 'Those among them with results, or with a share in groups' }),
    groups: z.int().meta({ description: 'Groups that were worked out again from their members' }),
    looked: z.int().meta({ description: 'Nodes looked at to choose these' }),
    seed: z
      .int()
      .optional()
      .meta({ description: 'Chooses the same nodes again, while the graph is the same' }),
    rows: z.int().meta({ description: 'That the query run from scratch has found' }),
    differences: z.array(
      z.object({
        node: z.string().optional(),
        row: z.string().meta({ description: 'JSON' }),
        expected: z.int(),
        reported: z.int(),
      }),
    ),
    differenceCount: z.int().meta({ description: 'Of all; at most 1000 are listed' }),
    unsettled: z.int().meta({
      description: 'Differences that were others at each look, because data changed meanwhile: not believed',
    }),
    failed: z.int().meta({
      description:
        'Nodes for which the query run from scratch ends with an error, so there is nothing to compare with',
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
  ).meta({ description: 'So many nodes with results, and so many without' }),
  seed: lenientInt
    .refine(seed => seed >= 0, { error: 'seed must not be negative' })
    .optional()
    .meta({ description: 'Of an earlier answer: chooses the same nodes. Default: others each time' }),
  whole: defaulted(z.boolean(), false).meta({ description: 'Compares everything; looks at every node' }),
}).meta({ id: 'AuditRequest' });

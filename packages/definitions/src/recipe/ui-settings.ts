/** Settings of the exploration page: the lists of a recipe and of `/query-ui`. */
import { z } from 'zod';
import { defaulted, keyed, lenientDouble, optional } from '@weir/formats/forms';

export const sampleQuerySchema = z
  .object({
    name: z.string().meta({ description: 'A descriptive label for the query' }),
    query: z.string().meta({ description: 'The Cypher text' }),
  })
  .meta({ id: 'SampleQuery' });

export const uiNodePredicateSchema = z
  .object({
    propertyKeys: z.array(z.string()).meta({ description: 'Properties that the node must have' }),
    knownValues: keyed(z.unknown()).meta({ description: 'Properties with these exact values' }),
    dbLabel: optional(z.string()).meta({ description: 'Label that the node must have' }),
  })
  .meta({ id: 'UiNodePredicate' });

export const quickQuerySchema = z
  .object({
    predicate: uiNodePredicateSchema,
    quickQuery: z.object({
      name: z.string().meta({ description: 'Name in the node menu' }),
      querySuffix: z.string().meta({ description: 'Cypher that follows the MATCH of the node `n`' }),
      queryLanguage: defaulted(z.enum(['Gremlin', 'Cypher']), 'Cypher'),
      sort: defaulted(z.enum(['Text', 'Node']), 'Node'),
      edgeLabel: optional(z.string()).meta({ description: 'Draw an edge with this label to the results' }),
    }),
  })
  .meta({ id: 'UiNodeQuickQuery' });

export const uiNodeLabelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Constant'), value: z.string() }),
  z.object({ type: z.literal('Property'), key: z.string(), prefix: optional(z.string()) }),
]);

/** A scale controlled by the value of a property, from its first end to its last. */
export const valueScaleSchema = z.strictObject({
  key: z.string().meta({ description: 'Name of the property' }),
  from: optional(z.number()).meta({ description: 'Default: the smallest value shown' }),
  to: optional(z.number()).meta({ description: 'Default: the largest value shown' }),
});

/** Fields of node appearances that are accepted in every form of the API. */
export const nodeStyleFields = {
  sizeByDegree: optional(z.boolean()).meta({
    description:
      'Size by the number of edges on the canvas, from half of `size` to twice `size`; `sizeBy` takes precedence',
  }),
  secondLabel: optional(z.strictObject({ key: z.string() })).meta({
    description: 'Property that the caption shows after the first text',
  }),
};

export const nodeAppearanceSchema = z
  .object({
    predicate: uiNodePredicateSchema,
    size: optional(lenientDouble).meta({ description: 'Icon size in pixels' }),
    icon: optional(z.string()).meta({ description: 'A character, or the hexadecimal code point of one' }),
    color: optional(z.string()).meta({ description: 'Any CSS color' }),
    label: optional(uiNodeLabelSchema),
    colorBy: optional(valueScaleSchema).meta({
      description:
        'Property that sets the color: a number selects a shade of `color`, any other value its own color',
    }),
    sizeBy: optional(valueScaleSchema).meta({
      description: 'Property that sets the size: a number selects a size from half of `size` to twice `size`',
    }),
    ...nodeStyleFields,
  })
  .meta({ id: 'UiNodeAppearance' });

/** Drawing of the edges of one type. */
export const edgeAppearanceSchema = z
  .strictObject({
    edgeType: z.string().min(1).meta({ description: 'Type of the edges' }),
    color: optional(z.string()).meta({ description: 'Any CSS color' }),
    width: optional(z.number().min(0.5).max(20)).meta({
      description: 'Width, from 0.5 to 20. Default: 2',
    }),
    widthBy: optional(valueScaleSchema).meta({
      description:
        'Property of the edge that sets the width: a number selects a width from half of `width` to three times `width`',
    }),
  })
  .meta({ id: 'EdgeAppearance' });

export const CANVAS_LAYOUTS = ['force', 'tree', 'radial', 'grid'] as const;

/** Arrangement of the nodes on the canvas. */
export const canvasLayoutSchema = z.enum(CANVAS_LAYOUTS).meta({
  description: '`force`: by forces between nodes; `tree`: layers below the roots; `radial`: circles; `grid`',
});

/** How the exploration page draws the results of a standing query as they arrive. Unknown fields are rejected. */
export const tapQuerySchema = z
  .strictObject({
    name: z.string(),
    description: optional(z.string()),
    standingQueryName: z.string(),
    outputName: optional(z.string()).meta({ description: 'Default: results without changes' }),
    preEnrichment: defaulted(z.boolean(), false).meta({
      description: 'Results before the enrichment of the output',
    }),
    query: z.string().meta({ description: 'Query to run for each result, which is the parameter `that`' }),
    syntheticEdges: defaulted(
      z.array(
        z.strictObject({
          fromNode: z.string().meta({ description: 'Path into the result, such as `data.a`' }),
          toNode: z.string(),
          label: z.string(),
          direction: z.enum(['OUT', 'IN', 'UNDIRECTED']),
          nodeIdsFrom: defaulted(z.enum(['WIRETAP_MESSAGE']), 'WIRETAP_MESSAGE'),
        }),
      ),
      [],
    ),
  })
  .meta({ id: 'TapQuery' });

export type TapQuery = z.output<typeof tapQuerySchema>;
export type SampleQuery = z.output<typeof sampleQuerySchema>;
export type QuickQuery = z.output<typeof quickQuerySchema>;
export type NodeAppearance = z.output<typeof nodeAppearanceSchema>;
export type EdgeAppearance = z.output<typeof edgeAppearanceSchema>;
export type CanvasLayout = z.output<typeof canvasLayoutSchema>;

/** The lists by their name in paths and recipes. */
export interface UiLists {
  readonly sampleQueries: readonly SampleQuery[];
  readonly quickQueries: readonly QuickQuery[];
  readonly nodeAppearances: readonly NodeAppearance[];
  readonly edgeAppearances: readonly EdgeAppearance[];
  /** The first one is used. */
  readonly layouts: readonly CanvasLayout[];
}

const ANY_NODE = { propertyKeys: [], knownValues: {} };

/** The lists until a user changes them. */
export const DEFAULT_UI_LISTS: UiLists = {
  sampleQueries: [
    { name: 'Get a few recent nodes', query: 'CALL recentNodes(10)' },
    { name: 'Get nodes by their ID(s)', query: 'MATCH (n) WHERE id(n) = idFrom(0) RETURN n' },
  ],
  quickQueries: [
    {
      predicate: ANY_NODE,
      quickQuery: {
        name: 'Adjacent Nodes',
        querySuffix: 'MATCH (n)--(m) RETURN DISTINCT m',
        queryLanguage: 'Cypher',
        sort: 'Node',
      },
    },
    {
      predicate: ANY_NODE,
      quickQuery: { name: 'Refresh', querySuffix: 'RETURN n', queryLanguage: 'Cypher', sort: 'Node' },
    },
  ],
  nodeAppearances: [{ predicate: ANY_NODE, label: { type: 'Property', key: 'name' } }],
  edgeAppearances: [],
  layouts: [],
};

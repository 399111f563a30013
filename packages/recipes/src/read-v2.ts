/** Version 2 of the recipe file: substitute, check, name. */
import { availableIngest, recipeV2Schema, SAMPLE_RATE, standingPatternOfV2, type RecipeV2 } from '@weir/definitions';
import { WeirError } from '@weir/platform';
import type { FilePath, NamedItem, StandingItem } from './recipe.js';
import { textsOf, type RecipeForm } from './recipe-form.js';
import { isObject, substituteV2, type Substitution } from './variables.js';

type Complain = (path: FilePath, message: string) => void;

export const VERSION_2: RecipeForm<RecipeV2> = {
  schema: recipeV2Schema,
  // Other fields are allowed: other programs use them.
  topLevelFields: undefined,
  harmless: {
    ingestStreams: { source: { type: 'NumberIterator' }, query: '' },
    standingQueries: { pattern: { type: 'Cypher', query: '' } },
    output: { destinations: [{ type: 'Drop' }] },
  },
  parts: {
    ingestStreams: { source: { type: 'NumberIterator' }, query: '', onRecordError: undefined },
    standingQueries: { pattern: { type: 'Cypher', query: '' }, outputs: undefined },
  },

  substitute(root, substitution) {
    const value: Record<string, unknown> = { ...root };
    const streams = root['ingestStreams'];
    if (Array.isArray(streams)) {
      value['ingestStreams'] = streams.map((stream: unknown, i) =>
        substituteV2(substitution, withSample(stream, substitution), ['ingestStreams', i]),
      );
    }
    const queries = root['standingQueries'];
    if (Array.isArray(queries)) {
      value['standingQueries'] = queries.map((query: unknown, i) => withOutputs(query, i, substitution));
    }
    return value;
  },

  name(recipe, complain) {
    const { title, nodeAppearances, edgeAppearances, layout, quickQueries, sampleQueries, statusQuery } = recipe;
    const layouts = layout === undefined ? [] : [layout];
    const ingestStreams = recipe.ingestStreams.flatMap((stream, i) => namedStream(stream, i, complain));
    const standingQueries = recipe.standingQueries.map((query, i) => namedQuery(query, i, complain));
    refuseDoubles('ingest stream', ingestStreams, complain);
    refuseDoubles('standing query', standingQueries, complain);
    return {
      version: 2,
      title,
      about: textsOf(recipe),
      ingestStreams,
      standingQueries,
      ui: { nodeAppearances, edgeAppearances, layouts, quickQueries, sampleQueries },
      statusQuery: statusQuery?.cypherQuery,
    };
  },
};

/**
 * Reads the stream's sample in place of its source if a variable of the source has no value. Samples are JSON, whichever
 * text the source contains; only change events keep their format.
 */
function withSample(stream: unknown, substitution: Substitution): unknown {
  if (!isObject(stream) || !isObject(stream['sample'])) return stream;
  if (!substitution.lacksValues(stream['source'])) return stream;
  const { name, maxPerSecond = SAMPLE_RATE } = stream['sample'];
  const format = isObject(stream['source']) ? stream['source']['format'] : undefined;
  const isChange = isObject(format) && format['type'] === 'Debezium';
  const source = { type: 'Sample', name, ...(isChange ? { format } : {}) };
  return { ...stream, source, maxPerSecond };
}

function withOutputs(query: unknown, index: number, substitution: Substitution): unknown {
  if (!isObject(query) || !Array.isArray(query['outputs'])) return query;
  const path = ['standingQueries', index, 'outputs'];
  const outputs = query['outputs'].map((output: unknown, i) =>
    substituteV2(substitution, output, [...path, i]),
  );
  return { ...query, outputs };
}

type Stream = RecipeV2['ingestStreams'][number];
type Query = RecipeV2['standingQueries'][number];

function namedStream(
  { name = '', sample: _, ...definition }: Stream,
  index: number,
  complain: Complain,
): NamedItem<ReturnType<typeof availableIngest>>[] {
  const path = ['ingestStreams', index];
  try {
    return [{ name: name || `ingest-stream-${index}`, definition: availableIngest(definition), path }];
  } catch (error) {
    complain([...path, 'source'], WeirError.from(error).message);
    return [];
  }
}

function namedQuery(query: Query, index: number, complain: Complain): StandingItem {
  const { name, pattern, outputs, includeCancellations, inputBufferSize, provenance } = query;
  const path = ['standingQueries', index];
  const named = outputs.map(({ name: given, ...fields }, i) => ({
    name: given ?? `output-${i}`,
    workflow: { type: 'Workflow', ...fields } as const,
    path: [...path, 'outputs', i],
  }));
  refuseDoubles('output', named, complain);
  return {
    name: name ?? `standing-query-${index}`,
    path,
    outputPaths: Object.fromEntries(named.map(output => [output.name, output.path])),
    definition: {
      pattern: standingPatternOfV2(pattern),
      outputs: Object.fromEntries(named.map(output => [output.name, output.workflow])),
      ...(includeCancellations === undefined ? {} : { includeCancellations }),
      inputBufferSize,
      shouldCalculateResultHashCode: query.shouldCalculateResultHashCode,
      provenance,
    },
  };
}

function refuseDoubles(
  kind: string,
  items: readonly { readonly name: string; readonly path: FilePath }[],
  complain: Complain,
): void {
  const seen = new Set<string>();
  for (const { name, path } of items) {
    if (seen.has(name)) complain([...path, 'name'], `Two items of type '${kind}' have the name '${name}'`);
    seen.add(name);
  }
}

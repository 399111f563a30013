/** The sources of numbers and of samples, graph queries as destinations, and the destination that discards everything. */
import { declareDestination, declareSource } from '@weir/formats/kinds';
import { parseJson } from '@weir/model';
import { cypherDeadLettersOf, cypherResultsOf, dropResultsOf } from './definition/graph-destination.js';
import { numberSourceOf } from './definition/number-source.js';
import { sampleSourceOf } from './definition/sample-source.js';
import { numberVersion1 } from './definition/number-version1.js';
import { dropVersion1 } from './definition/drop-version1.js';

export const numberSource = declareSource({
  type: 'NumberIterator',
  member: numberSourceOf,
  frame: record => parseJson(new TextDecoder().decode(record)),
  version1: numberVersion1,
  prepare: async source => {
    const { prepareNumbers } = await import('./source/prepare-numbers.js');
    return prepareNumbers(source);
  },
});

export const sampleSource = declareSource({
  type: 'Sample',
  member: sampleSourceOf,
  frame: record => parseJson(new TextDecoder().decode(record)),
  prepare: async (source, context) => {
    const { prepareSamples } = await import('./source/prepare-samples.js');
    return prepareSamples(source, context);
  },
});

export const cypherDestination = declareDestination({
  type: 'CypherQuery',
  results: cypherResultsOf,
  deadLetters: cypherDeadLettersOf,
  recipe: { variables: ['query'] },
  makeSink: async (destination, structure, context) => {
    const [{ DropSink }, { graphSink }] = await Promise.all([
      import('./destination/drop-sink.js'),
      import('./destination/graph-sink.js'),
    ]);
    // The rows are discarded on purpose: without a next sink the query would warn about them.
    return graphSink(destination, structure, context, new DropSink());
  },
  openDeadLetters: async (destination, context) => {
    const { openCypherTaker } = await import('./destination/cypher-dead-letters.js');
    return openCypherTaker(destination, context);
  },
});

export const dropDestination = declareDestination({
  type: 'Drop',
  results: dropResultsOf,
  version1: dropVersion1,
  makeSink: async () => {
    const { DropSink } = await import('./destination/drop-sink.js');
    return new DropSink();
  },
});

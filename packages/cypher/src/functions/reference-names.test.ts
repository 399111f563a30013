/**
 * All functions, aggregates and procedures of the reference are available, as are the ones that users of other systems
 * miss most.
 */
import { MapGraph, runQuery } from '../testing/index.js';
import { BUILT_IN } from '../query/built-in-registry.js';

const FUNCTIONS = `
  abs sign ceil floor round sqrt exp log sin cos tan asin acos atan atan2 radians cot degrees haversin log10 e pi rand
  toInteger toFloat toBoolean toString toLower toUpper trim lTrim rTrim left right substring replace split reverse size
  length head last tail range keys properties labels id type nodes relationships startNode endNode coalesce timestamp
  strId quineId idFrom locIdFrom getHost hash kafkaHash bytes convert.stringToBytes text.utf8Encode text.utf8Decode
  toJson parseJson meta.type map.fromPairs map.sortedProperties map.removeKey map.merge map.dropNullValues text.split
  text.regexFirstMatch text.regexGroups text.regexReplaceAll text.urlencode text.urldecode coll.max coll.min
  datetime localdatetime date time localtime duration duration.between temporal.format
  elementId randomUUID isEmpty toIntegerOrNull toFloatOrNull toBooleanOrNull toStringOrNull
`;
const CAST_TYPES =
  'integer float boolean string map bytes node relationship path localdatetime datetime duration list';
const GENERATED = 'string integer float boolean bytes node';
const AGGREGATES = 'count collect sum avg min max stDev stDevP percentileCont percentileDisc';
const PROCEDURES = `
  recentNodes recentNodeIds loadJsonLines incrementCounter int.add float.add set.insert set.union create.relationship
  create.setProperty create.setLabels reify.time purgeNode do.when cypher.doIt cypher.do.case cypher.runTimeboxed
  util.sleep log standing.wiretap random.walk getFilteredEdges debug.node subscribers subscriptions debug.sleep
  help.functions help.procedures help.builtins db.indexes db.relationshipTypes db.propertyKeys dbms.labels
`;
const words = (text: string): string[] => text.trim().split(/\s+/);

test.each([
  ...words(FUNCTIONS),
  ...words(CAST_TYPES).flatMap(type => [`castOrNull.${type}`, `castOrThrow.${type}`]),
  ...words(GENERATED).map(type => `gen.${type}.from`),
])('function %s', name => {
  expect(BUILT_IN.function(name)?.name.toLowerCase()).toBe(name.toLowerCase());
});

test.each(words(AGGREGATES))('aggregate %s', name => {
  expect(BUILT_IN.aggregate(name)?.name.toLowerCase()).toBe(name.toLowerCase());
});

test.each(words(PROCEDURES))('procedure %s', name => {
  expect(BUILT_IN.procedure(name)?.name).toBe(name);
});

test.each([
  [
    'CALL help.functions() YIELD name RETURN collect(name)',
    [...BUILT_IN.functions(), ...BUILT_IN.aggregates()],
  ],
  [
    'CALL help.builtins() YIELD name RETURN collect(name)',
    [...BUILT_IN.functions(), ...BUILT_IN.aggregates()],
  ],
  ['SHOW FUNCTIONS YIELD name RETURN collect(name)', [...BUILT_IN.functions(), ...BUILT_IN.aggregates()]],
  ['CALL help.procedures() YIELD name RETURN collect(name)', BUILT_IN.procedures()],
  ['SHOW PROCEDURES YIELD name RETURN collect(name)', BUILT_IN.procedures()],
])('%s', async (query, all) => {
  const { rows } = await runQuery(new MapGraph(), query);
  expect(new Set(rows[0]![0] as string[])).toEqual(new Set(all.map(({ name }) => name)));
});

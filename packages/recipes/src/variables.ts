/**
 * Variables of a recipe: a whole string value `$name` stands for a value given at start, `$$text` is the
 * literal `$text`. Only addresses are substituted, so that Cypher parameters are never taken for variables.
 */
export interface Substitution {
  /** A copy with the variables replaced. */
  readonly value: unknown;
  /** Names without a value, in order, each once. */
  readonly missing: readonly string[];
}

/** Fields that may be variables, by the `type` of the object that holds them; `*` stands for every entry. */
const SUBSTITUTED: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['FileIngest', ['path']],
  ['KafkaIngest', ['bootstrapServers']],
  ['KinesisIngest', ['streamName', 'credentials.*', 'region.*']],
  ['KinesisKCLIngest', ['kinesisStreamName', 'credentials.*', 'region.*']],
  ['ServerSentEventsIngest', ['url']],
  ['SQSIngest', ['queueUrl', 'credentials.*', 'region.*']],
  ['WebsocketSimpleStartupIngest', ['url', 'initMessages.*']],
  ['PostToEndpoint', ['url', 'headers.*']],
  ['WriteToKafka', ['topic', 'bootstrapServers']],
  ['WriteToKinesis', ['credentials.*', 'region.*', 'streamName']],
  ['WriteToSNS', ['credentials.*', 'region.*', 'topic']],
  ['WriteToFile', ['path']],
  ['PostToSlack', ['hookUrl']],
  ['CypherQuery', ['query']],
]);

/** Substitutes in one ingest or output definition, the outputs nested under `andThen` included. */
export function substitute(definition: unknown, values: ReadonlyMap<string, string>): Substitution {
  const missing = new Set<string>();
  return { value: visit(definition, values, missing), missing: [...missing] };
}

function visit(definition: unknown, values: ReadonlyMap<string, string>, missing: Set<string>): unknown {
  if (!isObject(definition)) return definition;
  const fields = SUBSTITUTED.get(definition['type']) ?? [];
  let result = definition;
  for (const field of fields) result = replaceAt(result, field.split('.'), values, missing) as typeof result;
  if (isObject(result['andThen'])) result = { ...result, andThen: visit(result['andThen'], values, missing) };
  return result;
}

function replaceAt(
  owner: unknown,
  path: readonly string[],
  values: ReadonlyMap<string, string>,
  missing: Set<string>,
): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return typeof owner === 'string' ? expand(owner, values, missing) : owner;
  if (step === '*') {
    if (Array.isArray(owner)) return owner.map(item => replaceAt(item, rest, values, missing));
    if (!isObject(owner)) return replaceAt(owner, rest, values, missing);
    return Object.fromEntries(
      Object.entries(owner).map(([key, item]) => [key, replaceAt(item, rest, values, missing)]),
    );
  }
  if (!isObject(owner) || !Object.hasOwn(owner, step)) return owner;
  return { ...owner, [step]: replaceAt(owner[step], rest, values, missing) };
}

function expand(text: string, values: ReadonlyMap<string, string>, missing: Set<string>): string {
  if (text.startsWith('$$')) return text.slice(1);
  if (!text.startsWith('$')) return text;
  const name = text.slice(1);
  const value = values.get(name);
  if (value === undefined) missing.add(name);
  return value ?? text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The recipes that are bundled with Quine, each with a bundled recipe or a page that does its job here. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['apache_log', 'the recipe access-log'],
  ['apt-detection', 'the recipe process-tree'],
  ['backpressure-test', 'docs/internals/queues.md'],
  ['books', 'docs/guides/ingest/formats.md'],
  ['cdn', 'the recipe trace-root-cause'],
  ['certstream-firehose', 'docs/guides/ingest/web.md'],
  ['conways-gol', 'docs/guides/standing-queries/outputs.md'],
  ['duration', 'docs/guides/cypher.md'],
  ['entity-resolution', 'the recipe fraud-ring'],
  ['ethereum', 'the recipe money-mule'],
  ['finance', 'the recipe money-mule'],
  ['hpotter', 'docs/tutorial.md'],
  ['ingest', 'docs/guides/ingest.md'],
  ['kafka-ingest', 'docs/guides/ingest/kafka.md'],
  ['movieData', 'docs/guides/ingest/formats.md'],
  ['pi', 'docs/guides/recipes.md'],
  ['ping', 'docs/guides/recipes.md'],
  ['pipe', 'docs/guides/ingest.md'],
  ['planetside-2', 'docs/guides/ingest/web.md'],
  ['quine-logs-recipe', 'the recipe access-log'],
  ['sq-test', 'docs/guides/standing-queries.md'],
  ['template-recipe', 'docs/guides/recipes.md'],
  ['webhook', 'docs/guides/standing-queries/outputs.md'],
  ['wikipedia', 'docs/guides/ingest/web.md'],
  ['wikipedia-non-bot-revisions', 'docs/guides/ingest/web.md'],
]);

/** Returns what to use in place of a recipe of Quine; `undefined` for any other name. */
export function insteadOfQuineRecipe(name: string): string | undefined {
  const replacement = REPLACEMENTS.get(name);
  if (replacement === undefined) return undefined;
  return (
    `Recipe ${name} is bundled with Quine and not with Weir. ` +
    `See ${replacement}, or pass the path of Quine's own file: it works unchanged`
  );
}

/** The test file beside a recipe, `NAME.test.yaml`: states what the recipe should do. */
import { decodingFailures, readYamlDocument, RFC_3339, type YamlDocument } from '@weir/definitions';
import { z } from 'zod';
import { RecipeError } from '../recipe-error.js';
import type { RecipeProblem } from '../recipe-problem.js';
import type { FilePath } from '../recipe.js';

const instant = z.string().transform((text, context): number => {
  const millis = RFC_3339.test(text) ? Date.parse(text) : NaN;
  if (Number.isSafeInteger(millis)) return millis;
  const message = `'${text}' is not an instant such as 2026-01-01T00:00:00Z`;
  context.issues.push({ code: 'custom', input: text, message });
  return z.NEVER;
});

const records = z.record(z.string(), z.array(z.unknown()));

const expected = z.strictObject({
  matches: z.array(z.unknown()).default([]),
  retractions: z.array(z.unknown()).default([]),
  outputs: z.record(z.string(), z.array(z.unknown())).default({}),
});

const recipeCase = z.strictObject({
  name: z.string().min(1),
  now: instant.optional(),
  /** Records keyed by stream; a list of these if streams take turns. */
  given: z.union([records, z.array(records)]).default({}),
  /** Keyed by standing query. */
  then: z.record(z.string(), expected).default({}),
  answers: z
    .array(z.strictObject({ query: z.string(), rows: z.array(z.array(z.unknown())) }))
    .default([]),
});

const document = z.strictObject({
  recipe: z.string().optional(),
  values: z.record(z.string(), z.coerce.string()).default({}),
  now: instant.default(Date.UTC(2026, 0, 1)),
  cases: z.array(recipeCase).min(1, { error: 'At least one case is required' }),
});

export type RecipeCase = z.output<typeof recipeCase>;
export type ExpectedResults = z.output<typeof expected>;

export interface CaseDocument extends z.output<typeof document> {
  /** Returns the position in the file. */
  positionOf: YamlDocument['positionOf'];
}

/** @throws RecipeError `recipe.invalid`, with all errors. */
export function readCases(text: string): CaseDocument {
  const yaml = readYamlDocument(text);
  if ('syntaxErrors' in yaml) {
    throw new RecipeError(
      'recipe.invalid',
      yaml.syntaxErrors.map(({ message, position }) => problem(`ParsingFailure: ${message}`, position)),
    );
  }
  const decoded = document.safeParse(yaml.value, { reportInput: true });
  if (decoded.success) return { ...decoded.data, positionOf: path => yaml.positionOf(path) };
  const failures = decodingFailures(decoded.error.issues, yaml.value, document);
  throw new RecipeError(
    'recipe.invalid',
    failures.map(({ text, suggestion, path }) => problem(suggestion ?? text, yaml.positionOf(path))),
  );
}

/** Returns names that a case uses and the recipe does not define. */
export function unknownNames(
  { cases, positionOf }: CaseDocument,
  names: { readonly streams: ReadonlySet<string>; readonly standing: ReadonlyMap<string, ReadonlySet<string>> },
): RecipeProblem[] {
  const problems: RecipeProblem[] = [];
  const say = (path: FilePath, message: string): void => {
    problems.push(problem(message, positionOf(path)));
  };
  for (const [i, { given, then }] of cases.entries()) {
    for (const [k, part] of [given].flat().entries()) {
      for (const stream of Object.keys(part)) {
        if (names.streams.has(stream)) continue;
        const path = Array.isArray(given) ? ['cases', i, 'given', k, stream] : ['cases', i, 'given', stream];
        say(path, `The recipe has no ingest stream ${stream}; it has ${listed(names.streams)}`);
      }
    }
    for (const [standing, { outputs }] of Object.entries(then)) {
      const path = ['cases', i, 'then', standing];
      const known = names.standing.get(standing);
      if (known === undefined) {
        say(path, `The recipe has no standing query ${standing}; it has ${listed(names.standing.keys())}`);
        continue;
      }
      for (const output of Object.keys(outputs)) {
        if (known.has(output)) continue;
        const has = `it has ${listed(known)}`;
        say([...path, 'outputs', output], `The standing query ${standing} has no output ${output}; ${has}`);
      }
    }
  }
  return problems;
}

function listed(names: Iterable<string>): string {
  return [...names].join(', ') || 'none';
}

function problem(message: string, position: RecipeProblem['position']): RecipeProblem {
  return { severity: 'error', message, position };
}

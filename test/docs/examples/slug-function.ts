/** `text.slug`: converts a text to a segment of a web address. */
import { defineFunction, type Extensions } from '@weir/cypher/extension';

export const SLUG_FUNCTIONS = [
  defineFunction(
    'text.slug(input :: STRING, separator :: STRING?) :: STRING',
    'A text in lower case, with a separator in place of what is no letter or digit',
    ([input, separator = '-']) => {
      if (typeof input !== 'string' || typeof separator !== 'string') return undefined;
      const words = input.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      return words.join(separator);
    },
  ),
];

/** An embedding program makes it available to every query this way: see docs/guides/embedding.md. */
export function extensions(): Extensions {
  return { functions: SLUG_FUNCTIONS };
}

import { recipeOf } from './address.js';

test.each([
  ['recipes', '?recipe=a%20b', 'a b'],
  ['recipes', '?recipe=', undefined],
  ['recipes', '', undefined],
  ['streams', '?recipe=a', undefined],
] as const)('the page %s%s shows the recipe %j', (page, search, recipe) =>
  expect(recipeOf(page, search)).toBe(recipe),
);

import { readFragment, readScene, recipeOf } from './address.js';

test.each([
  ['recipes', '?recipe=a%20b', 'a b'],
  ['recipes', '?recipe=', undefined],
  ['recipes', '', undefined],
  ['streams', '?recipe=a', undefined],
] as const)('the page %s%s shows the recipe %j', (page, search, recipe) =>
  expect(recipeOf(page, search)).toBe(recipe),
);

test.each([
  ['#scene=a%20b', 'a b'],
  ['#scene=', undefined],
  ['#query=scene=a', undefined],
] as const)('%s links to the scene %j', (hash, scene) => expect(readScene(hash)).toBe(scene));

test('a link to a scene is not a query', () => expect(readFragment('#scene=a')).toBeUndefined());

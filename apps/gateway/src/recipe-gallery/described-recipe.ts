import type { BundledRecipe } from '@weir/api';
import { readRecipe, type Recipe } from '@weir/recipes';
import { iconCharacter } from '../ui/icon-names.js';

/** UTF-16 units of an emoji of several parts. */
const LONGEST_ICON = 12;

/**
 * @param isOption the program was started with the recipe: its parts have the names in the file.
 * @returns `undefined` if the text is not a recipe.
 */
export function describeRecipe(name: string, text: string, isOption: boolean): BundledRecipe | undefined {
  const { recipe: read, missing } = readRecipe(text, new Map());
  if (read === undefined) return undefined;
  const { title, about, ingestStreams, standingQueries, ui } = isOption ? read : namedApart(name, read);
  const { summary, description, iconImage } = about;
  const nodeAppearances = ui.nodeAppearances.map(({ icon, ...others }) => ({
    ...others,
    icon: icon === undefined ? undefined : iconCharacter(icon),
  }));
  const own = iconImage === undefined ? undefined : iconCharacter(iconImage);
  // If it is the address of a picture, it is not fetched.
  const icon =
    own !== undefined && own.length <= LONGEST_ICON
      ? own
      : nodeAppearances.find(appearance => appearance.icon !== undefined)?.icon;
  return {
    name,
    title,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon }),
    text,
    variables: missing,
    ingestStreams: ingestStreams.map(({ name: stream, definition }) => ({
      name: stream,
      source: definition.source.type,
      query: definition.query,
    })),
    standingQueries: standingQueries.map(({ name: query, definition: { pattern, outputs } }) => ({
      name: query,
      query: pattern.query,
      mode: pattern.mode,
      outputs: Object.keys(outputs),
    })),
    nodeAppearances,
    quickQueries: ui.quickQueries.map(({ quickQuery }) => quickQuery.name),
    sampleQueries: ui.sampleQueries,
  };
}

/** Files of version 1 name nothing: their parts are numbered, so two recipes would create the same names. */
export function namedApart(name: string, recipe: Recipe): Recipe {
  if (recipe.version !== 1) return recipe;
  const apart = <T extends { readonly name: string }>(item: T): T => ({
    ...item,
    name: `${name}-${item.name}`,
  });
  return {
    ...recipe,
    ingestStreams: recipe.ingestStreams.map(apart),
    standingQueries: recipe.standingQueries.map(apart),
  };
}

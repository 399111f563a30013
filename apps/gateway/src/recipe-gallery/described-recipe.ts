import type { BundledRecipe } from '@weir/api';
import { readRecipe, type Recipe } from '@weir/recipes';
import { iconCharacter } from '../ui/icon-names.js';

/** Units of an emoji of several parts. */
const LONGEST_ICON = 12;

/**
 * @param isOption it runs because the program was started with it: its parts have the names of the file.
 * @returns `undefined` where the text is no recipe.
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
  // Where it is the address of a picture, nobody fetches that.
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

/** Files of version 1 name nothing: what they make is numbered, and two of them would make the same names. */
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

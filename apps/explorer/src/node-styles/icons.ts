/** The icons of the font that the server ships, by name, from the font's own table of names. */
import table from 'ionicons/scss/_ionicons-variables.scss';

/** Name and character, sorted by name. Platform variants follow the plain icons. */
export const ICONS: readonly (readonly [name: string, character: string])[] = [
  ...table.matchAll(/\$ionicon-var-([\w-]+):\s*"\\([0-9a-f]+)"/g),
]
  .map(([, name, code]) => [name!, String.fromCodePoint(Number.parseInt(code!, 16))] as const)
  .sort(([a], [b]) => variant(a) - variant(b) || (a < b ? -1 : 1));

/** Returns the character of an icon that is given by name; other texts are returned unchanged. */
export function characterOf(icon: string | null | undefined): string | undefined {
  const name = icon?.replace(/^ion-/, '');
  return ICONS.find(([known]) => known === name)?.[1] ?? icon ?? undefined;
}

function variant(name: string): number {
  return ['android-', 'ios-', 'social-'].findIndex(prefix => name.startsWith(prefix)) + 1;
}

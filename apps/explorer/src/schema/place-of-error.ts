/** Which field of a form the service refuses, as its message says: `... (DecodingFailure at .source.servers[0]: why)`. */
const PLACE = /DecodingFailure at \.([^\s:]+): ([^]*?)\)?$/;
/** Of the query of a stream or the pattern of a standing query: its first line says what is wrong, and where. */
const CYPHER = /^(?:Syntax|Compile)Error at \d+\.\d+.*/;

/**
 * @param value of the form.
 * @returns the path of the field, as the form has it, with what is wrong with it; empty: the message names none.
 */
export function placeOfError(
  message: string,
  value: unknown,
): readonly (readonly [path: string, why: string])[] {
  const text = message.trim();
  const [cypher] = CYPHER.exec(text) ?? [];
  if (cypher !== undefined) {
    const values = value as Readonly<Record<string, unknown>>;
    return 'pattern' in values ? [['pattern.query', cypher]] : 'query' in values ? [['query', cypher]] : [];
  }
  const [, place, why] = PLACE.exec(text) ?? [];
  if (place === undefined || why === undefined) return [];
  return [[place.replaceAll(/\[(\d+)\]/g, '.$1'), why]];
}

/** Matches the field in an error message of the service: `... (DecodingFailure at .source.servers[0]: why)`. */
const PLACE = /DecodingFailure at \.([^\s:]+): ([^]*?)\)?$/;
/**
 * Matches an error in the query of a stream or the pattern of a standing query: its first line has the error and its
 * position.
 */
const CYPHER = /^(?:Syntax|Compile)Error at \d+\.\d+.*/;

/**
 * @param value of the form.
 * @returns the path of the field in the form, and its error; empty: the message names no field.
 */
export function fieldOfError(
  message: string,
  value: unknown,
): readonly (readonly [path: string, why: string])[] {
  const text = message.trim();
  const [cypher] = CYPHER.exec(text) ?? [];
  if (cypher !== undefined) {
    const values = value as Readonly<Record<string, unknown>>;
    return 'pattern' in values ? [['pattern.query', cypher]] : 'query' in values ? [['query', cypher]] : [];
  }
  const [, field, why] = PLACE.exec(text) ?? [];
  if (field === undefined || why === undefined) return [];
  return [[field.replaceAll(/\[(\d+)\]/g, '.$1'), why]];
}

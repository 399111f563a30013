/** Whether a line is a whole JSON object, as outputs write them. */
export function isObjectLine(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

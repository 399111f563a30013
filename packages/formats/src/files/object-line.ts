/** Returns whether a line is a whole JSON object, as outputs write them. */
export function isObjectLine(line: string): boolean {
  return line.startsWith('{') && isJson(line);
}

/** Also accepts a JSON string or number, since unreadable records are written in these forms too. */
export function isRecordLine(line: string): boolean {
  return /^["{\d-]/.test(line) && isJson(line);
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

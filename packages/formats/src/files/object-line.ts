/** Whether a line is a whole JSON object, as outputs write them. */
export function isObjectLine(line: string): boolean {
  return line.startsWith('{') && isJson(line);
}

/** The same, or a JSON text or number: records that could not be read are written like that. */
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

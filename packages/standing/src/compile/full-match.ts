/** Regular expressions of patterns. */
export function fullMatch(pattern: string): (text: string) => boolean {
  const regex = new RegExp(`^(?:${pattern})$`, 'u');
  return text => regex.test(text);
}

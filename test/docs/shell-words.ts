/**
 * Splits a command of the docs into words, as a shell does: single and double quotes, backslashes, line continuations.
 * Syntax that the docs do not use is an error.
 */
export function shellWords(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let i = 0; i < command.length; i++) {
    const char = command[i]!;
    if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === "'") {
      const end = command.indexOf("'", i + 1);
      if (end === -1) throw new Error(`an open quote in: ${command}`);
      word = (word ?? '') + command.slice(i + 1, end);
      i = end;
    } else if (char === '"') {
      let quoted = '';
      for (i++; command[i] !== '"'; i++) {
        if (i >= command.length) throw new Error(`an open quote in: ${command}`);
        if (command[i] === '\\' && /["\\$`]/.test(command[i + 1] ?? '')) i++;
        quoted += command[i];
      }
      word = (word ?? '') + quoted;
    } else if (char === '\\') {
      i++;
      if (command[i] !== '\n') word = (word ?? '') + (command[i] ?? '');
    } else if ('|&;<>$`'.includes(char)) {
      throw new Error(`'${char}' is not understood in: ${command}`);
    } else {
      word = (word ?? '') + char;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

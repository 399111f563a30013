/** Commands that begin with SHOW: each is a call of a procedure. */
const PROCEDURE_OF: Readonly<Record<string, string>> = {
  PROCEDURES: 'help.procedures',
  PROCEDURE: 'help.procedures',
  FUNCTIONS: 'help.functions',
  FUNCTION: 'help.functions',
  DATABASES: 'show.databases',
  DATABASE: 'show.databases',
  'DEFAULT DATABASE': 'show.databases',
  'HOME DATABASE': 'show.databases',
  INDEXES: 'show.indexes',
  INDEX: 'show.indexes',
  CONSTRAINTS: 'show.constraints',
  CONSTRAINT: 'show.constraints',
};

/**
 * @param words the words after SHOW.
 * @returns the name of the procedure; `undefined` for another command.
 */
export function shownProcedure(words: readonly string[]): string | undefined {
  return PROCEDURE_OF[words.join(' ').toUpperCase()];
}

/** Returns whether the word after SHOW only qualifies the next one: `SHOW HOME DATABASE`. */
export function isQualifier(word: string): boolean {
  return /^(?:DEFAULT|HOME)$/i.test(word);
}

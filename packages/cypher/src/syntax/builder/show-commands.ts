/** Commands that begin with SHOW: each is a call of a procedure. */

/** The words that may precede what is shown. Nothing that they select differs here. */
const NO_QUALIFIERS = /^$/;
const OF_DATABASE = /^(?:DEFAULT|HOME)?$/;
const OF_FUNCTIONS = /^(?:ALL)?$/;
const OF_INDEXES = /^(?:ALL|RANGE|TEXT|POINT|FULLTEXT|LOOKUP|VECTOR|BTREE)?$/;
const OF_CONSTRAINTS =
  /^(?:ALL|(?:(?:NODE|REL|RELATIONSHIP) )?(?:KEY|UNIQUE|UNIQUENESS|(?:PROPERTY )?(?:EXIST|EXISTENCE|TYPE)))?$/;

const SHOWN: Readonly<Record<string, readonly [procedure: string, qualifiers: RegExp]>> = {
  PROCEDURES: ['help.procedures', NO_QUALIFIERS],
  PROCEDURE: ['help.procedures', NO_QUALIFIERS],
  FUNCTIONS: ['help.functions', OF_FUNCTIONS],
  FUNCTION: ['help.functions', OF_FUNCTIONS],
  DATABASES: ['show.databases', NO_QUALIFIERS],
  DATABASE: ['show.databases', OF_DATABASE],
  INDEXES: ['show.indexes', OF_INDEXES],
  INDEX: ['show.indexes', OF_INDEXES],
  CONSTRAINTS: ['show.constraints', OF_CONSTRAINTS],
  CONSTRAINT: ['show.constraints', OF_CONSTRAINTS],
};

/**
 * @param words the words after SHOW, up to and including what is shown.
 * @returns the name of the procedure; `undefined` for another command.
 */
export function shownProcedure(words: readonly string[]): string | undefined {
  const upper = words.map(word => word.toUpperCase());
  const [procedure, qualifiers] = SHOWN[upper.pop() ?? ''] ?? [];
  return qualifiers?.test(upper.join(' ')) === true ? procedure : undefined;
}

/** Returns whether the word names what a command shows; the words before it qualify it. */
export function isShown(word: string): boolean {
  return Object.hasOwn(SHOWN, word.toUpperCase());
}

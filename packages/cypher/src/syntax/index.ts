/** The front end of the query language: text to a checked syntax tree. */
export * from './ast.js';
export { children, contains, sameTree, walk } from './ast-walk.js';
export { checkExpression, checkQuery } from './check.js';
export { localNames } from './local-names.js';
export { parseExpression, parseQuery } from './parse.js';
export * from './semantic-facts.js';

/** The front end of the query language: text to a checked syntax tree. */
export * from './ast/ast.js';
export { children, contains, sameTree, walk } from './ast/walk.js';
export { checkExpression, checkQuery } from './checks/check.js';
export { logicalChain } from './builder/logical-chain.js';
export { localNames } from './ast/local-names.js';
export { guarded, parseExpression, parseQuery } from './parse.js';
export * from './checks/semantic-facts.js';

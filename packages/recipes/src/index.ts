export * from './find-recipe.js';
export * from './load-recipe.js';
export * from './recipe-error.js';
export * from './recipe-problem.js';
export * from './recipe-target.js';
export * from './recipe.js';
export * from './run-recipe.js';

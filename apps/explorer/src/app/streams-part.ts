/** Pages and panels that share most of their code, loaded together: each further part splits the first scripts. */
export { RecipesPage } from '../recipes/recipes-page.js';
export { FirstSteps } from '../start/first-steps.js';
export { Tutorial } from '../start/tutorial.js';
export { StreamsPage } from '../streams/streams-page.js';

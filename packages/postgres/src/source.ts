export { preparePostgres } from './source/prepare-postgres.js';

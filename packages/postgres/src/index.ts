export { postgresSource } from './kinds.js';

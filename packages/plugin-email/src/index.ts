export { extensions } from './email.js';

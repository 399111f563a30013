export { createApp, type AppOptions } from './app.js';
export type { Services } from './services.js';
export { Weir, type WeirOptions } from './weir.js';

export { createApp, type AppOptions } from './http/app.js';
export type { Services } from './services/services.js';
export { Weir, type WeirOptions } from './weir.js';

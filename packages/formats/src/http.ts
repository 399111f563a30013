export { checkUrl } from './http/check-url.js';
export { OAuthTokens } from './http/oauth-tokens.js';
export { SchemaRegistry, SchemaRegistryError } from './http/schema-registry.js';

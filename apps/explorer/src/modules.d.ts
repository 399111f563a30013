/** What the builder takes in, and what has no types of its own. */
declare module '*.css';

declare module 'swagger-ui-dist/swagger-ui-bundle.js' {
  const swaggerUi: (options: Readonly<Record<string, unknown>>) => unknown;
  export default swaggerUi;
}

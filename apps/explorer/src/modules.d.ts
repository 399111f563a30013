/** Modules that the builder bundles, and modules without types. */
declare module '*.css';

declare module '*.scss' {
  const content: string;
  export default content;
}

declare module 'swagger-ui-dist/swagger-ui-bundle.js' {
  const swaggerUi: (options: Readonly<Record<string, unknown>>) => unknown;
  export default swaggerUi;
}

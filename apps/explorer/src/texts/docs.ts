/** Texts of the API page. */
export const docsTexts = {
  title: 'API',
  version: (version: number) => `Version ${version}`,
};

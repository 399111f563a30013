/** Texts of the first steps and of the tutorial. */
import { format } from './en.js';

export const startTexts = {
  title: 'Get started',
  hint: 'The graph is empty. It appears here as soon as records arrive.',
  recipe: 'Start a recipe',
  recipeHint: 'A recipe has the streams, standing queries and styles for one use case.',
  allRecipes: 'All recipes',
  start: (title: string) => `Start ${title}`,
  file: 'Load a file',
  fileHint: 'Drop a JSON, CSV or text file here, or choose one.',
  otherSources: 'Other sources',
  choose: 'Choose a file',
  tutorial: 'Tutorial',
  tutorialHint: 'Create a graph, query it, and watch a pattern, in five steps.',
  openTutorial: 'Open the tutorial',
  closeTutorial: 'Close the tutorial',
  writeQuery: 'Write a query',
  load: (file: string) => `Load ${file}`,
  loadHint: 'The query runs once per record. Adapt it to your data, for example to create edges.',
  loadAction: 'Load',
  loaded: (file: string, accepted: number, rejected: number) =>
    `${file}: ${format.many(accepted, 'record')} loaded` +
    (rejected === 0 ? '' : `, ${format.number(rejected)} rejected`),
  stepOf: (step: number, all: number) => `Tutorial, step ${step} of ${all}`,
  back: 'Back',
  next: 'Next',
  runStep: 'Run this step',
  steps: [
    {
      title: 'Create two nodes',
      explanation: 'A graph has nodes with labels and properties, and edges between them. This creates two.',
    },
    {
      title: 'Query the graph',
      explanation:
        'A query describes a pattern and returns what matches now. The result is drawn on the canvas.',
    },
    {
      title: 'Watch a pattern',
      explanation:
        'A standing query reports each match as soon as it exists. This one waits for a person who knows a person who knows another one.',
    },
    {
      title: 'Complete the pattern',
      explanation: 'This adds the missing edge. The match appears in the list at the side and on the canvas.',
    },
    {
      title: 'Use your data',
      explanation:
        'Usually records of a stream create the graph. Start a recipe to see a use case, or create an ingest stream for your own data.',
    },
  ],
};

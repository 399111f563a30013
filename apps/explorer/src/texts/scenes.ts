/** Texts of scenes. */
import { format } from './en.js';

export const sceneTexts = {
  title: 'Scenes',
  none: 'A scene saves this canvas under a name, in this browser or on the server for everyone.',
  name: 'Name of the scene',
  save: 'Save as a scene',
  where: 'Save the scene',
  browser: 'in this browser',
  server: 'on the server, for everyone',
  inBrowser: 'In this browser',
  onServer: 'Shared on the server',
  tooLarge: 'This canvas is too large to save in the browser. Save it as a file.',
  saved: (name: string) => `The scene ${name} was saved in this browser`,
  shared: (name: string) => `The scene ${name} was saved on the server`,
  details: (count: number, author: string | undefined) =>
    `${format.many(count, 'node')}${author === undefined ? '' : ` · ${author}`}`,
  rename: (name: string) => `Rename ${name}`,
  taken: (name: string) => `A scene named ${name} already exists.`,
  link: (name: string) => `Copy a link to the nodes of ${name}`,
  linkHint: (most: number) => `Copy a link to its nodes, at most ${format.number(most)}`,
  linkToScene: (name: string) => `Copy a link to ${name}`,
  confirm: (name: string) => `Delete the scene ${name}?`,
  confirmShared: 'It is deleted for everyone. The nodes that it shows stay in the graph.',
  confirmReplace: (name: string) => `Replace the scene ${name}?`,
  replace: 'Replace',
  confirmDetail: 'The nodes that it shows stay in the graph.',
  replaceDetail: 'The saved scene shows what is on the canvas now.',
} as const;

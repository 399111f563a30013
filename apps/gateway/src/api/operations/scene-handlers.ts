import type { SceneOperations } from '@weir/api';
import type { Handlers } from '../endpoint-router.js';
import type { Services } from '../../services.js';

export function sceneHandlers({ scenes }: Services): Handlers<SceneOperations> {
  return {
    listScenes: () => scenes.list(),
    createScene: ({ body }, { user }) => scenes.create(body, user),
    getScene: ({ id }) => scenes.get(id),
    replaceScene: ({ id, body }, { user }) => scenes.replace(id, body, user),
    renameScene: ({ id, body }) => scenes.rename(id, body.name),
    deleteScene: ({ id }) => scenes.delete(id),
  };
}

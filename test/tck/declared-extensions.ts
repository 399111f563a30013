/** The procedures that a scenario declares, as a module that each thread of a graph imports. */
import type { ExtensionFactory, ModuleReference } from '@weir/runtime';
import { declaredProcedure } from './declared-procedure.js';
import type { ProcedureDeclaration } from './scenario.js';

export const extensions: ExtensionFactory = options => ({
  procedures: (JSON.parse(options['declarations'] as string) as ProcedureDeclaration[]).map(
    declaredProcedure,
  ),
});

export function declaredExtensions(declarations: readonly ProcedureDeclaration[]): ModuleReference {
  return { module: import.meta.url, options: { declarations: JSON.stringify(declarations) } };
}

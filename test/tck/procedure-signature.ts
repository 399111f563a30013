import type { ProcedureField, ProcedureSignature } from '@weir/cypher';

/** Reads `name(input :: TYPE?, ...) :: (output :: TYPE?, ...)`. */
export function procedureSignature(text: string): readonly [name: string, ProcedureSignature] {
  const match = /^([\w.]+)\((.*)\) :: \((.*)\)$/.exec(text.trim());
  if (match === null) throw new Error(`no procedure signature: ${text}`);
  return [match[1]!, { inputs: fields(match[2]!), outputs: fields(match[3]!) }];
}

function fields(text: string): ProcedureField[] {
  if (text.trim() === '') return [];
  return text.split(',').map(field => {
    const [name = '', type = ''] = field.split('::').map(part => part.trim());
    return { name, type: type.replace(/\?$/, '') };
  });
}

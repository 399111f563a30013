/** Protobuf messages by a compiled descriptor set. */
import { createFileRegistry, type DescMessage, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

/**
 * @param typeName with its package, or without if it is unambiguous.
 * @throws Error for an invalid descriptor set, and for a name that no message has, or several.
 */
export function protobufMessage(schema: Uint8Array, typeName: string): DescMessage {
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, schema));
  const whole = registry.getMessage(typeName);
  if (whole !== undefined) return whole;
  const found = [...registry].filter(
    (each): each is DescMessage => each.kind === 'message' && each.typeName.endsWith(`.${typeName}`),
  );
  if (found.length === 1) return found[0]!;
  if (found.length === 0) throw new Error(`it has no message '${typeName}'`);
  throw new Error(`'${typeName}' may be ${found.map(each => each.typeName).join(' or ')}`);
}

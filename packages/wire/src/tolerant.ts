import * as z from 'zod/mini';

/** The tolerant form of each schema that has been asked for. */
const made = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/**
 * The rule by which a page reads what the server says: it ignores unknown members, at every depth, and messages of an unknown
 * type, because the server may be newer than the page. The schemas themselves are strict, because they document what the
 * server sends. Headers and events stay strict: the ledger judges them. A worker stays strict too: a job with an unknown
 * member may ask another question than the one that it would answer.
 *
 * Returns the schema without its refusals of unknown members. The result has none of these members.
 */
export function tolerant<Schema extends z.core.$ZodType>(schema: Schema): Schema {
  const known = made.get(schema) ?? tolerantForm(schema);
  made.set(schema, known);
  return known as Schema;
}

function tolerantForm(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const changes = changesOf(def);
  return changes ? z.clone(schema, { ...def, ...changes }) : schema;
}

/** The parts of a schema that contain schemas, in their tolerant form. Null if there are none. */
function changesOf(def: z.core.$ZodTypes['_zod']['def']): object | null {
  switch (def.type) {
    case 'object': {
      const shape = Object.entries(def.shape).map(([name, member]) => [name, tolerant(member)]);
      return { shape: Object.fromEntries(shape), catchall: isRefusal(def.catchall) ? undefined : def.catchall };
    }
    case 'array':
      return { element: tolerant(def.element) };
    case 'tuple':
      return { items: def.items.map(tolerant) };
    case 'union':
      return { options: def.options.map(tolerant) };
    case 'record':
      return { valueType: tolerant(def.valueType) };
    case 'optional':
    case 'nullable':
    case 'default':
      return { innerType: tolerant(def.innerType) };
    default:
      return null;
  }
}

function isRefusal(catchall: z.core.$ZodType | undefined): boolean {
  return catchall?._zod.def.type === 'never';
}

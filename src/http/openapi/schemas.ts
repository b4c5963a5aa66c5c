import { isDeepStrictEqual } from 'node:util';

/** An object in the OpenAPI document. */
export type Json = Record<string, unknown>;

/** The document's schemas by name. Contains every schema with an `$id`. */
export type SchemaComponents = Map<string, Json>;

const OF_ONE = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames'];
const OF_LIST = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const OF_NAMED = ['properties', 'patternProperties'];
/** TypeBox's pattern for a record with arbitrary keys. */
const ANY_KEY = '^.*$';

/**
 * Converts a schema to OpenAPI 3.1 (JSON Schema 2020-12). Removes TypeBox internals, and replaces each schema with an
 * `$id` by a reference. Keywords in `documentedAs` replace the schema's own keywords in the document. Throws if two
 * different schemas have the same `$id`.
 */
export function schemaOf(schema: unknown, components: SchemaComponents): Json {
  // TypeBox internals are not enumerable, so copying removes them.
  return rewrite(structuredCloneOfJson(schema), components);
}

/** Returns the properties of an object schema, and whether each is required. Returns none for other schemas. */
export function propertiesOf(schema: unknown): { name: string; schema: unknown; isRequired: boolean }[] {
  const { properties, required } = structuredCloneOfJson(schema);
  if (!isObject(properties)) return [];
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    isRequired: names.includes(name),
  }));
}

function structuredCloneOfJson(schema: unknown): Json {
  const copy: unknown = JSON.parse(JSON.stringify(schema));
  return isObject(copy) ? copy : {};
}

function rewrite(schema: Json, components: SchemaComponents): Json {
  const { $id: id, documentedAs, ...rest } = schema;
  const plain = simplify(mapParts(rest, (part) => rewrite(part, components)));
  const written = isObject(documentedAs) ? { ...plain, ...documentedAs } : plain;
  if (typeof id !== 'string') return written;
  const known = components.get(id);
  if (known && !isDeepStrictEqual(known, written)) throw new Error(`Two different schemas have the same $id ${id}`);
  components.set(id, written);
  return { $ref: `#/components/schemas/${id}` };
}

/** Returns the schema with `change` applied to each subschema. */
function mapParts(schema: Json, change: (part: Json) => Json): Json {
  const mapped = (part: unknown): unknown => (isObject(part) ? change(part) : part);
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (OF_ONE.includes(key)) return [key, mapped(value)];
      if (OF_LIST.includes(key) && Array.isArray(value)) return [key, value.map(mapped)];
      if (OF_NAMED.includes(key) && isObject(value)) {
        return [key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapped(part)]))];
      }
      return [key, value];
    }),
  );
}

/** Shortens the verbose output of TypeBox without changing its meaning. */
function simplify(schema: Json): Json {
  return withPlainRecord(withNullableType(withTypedEnum(withEnum(schema))));
}

/** Replaces an `anyOf` of constants with an `enum`. */
function withEnum(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length === 0) return schema;
  const values = anyOf.map((part: unknown) =>
    isObject(part) && isPlain(part, ['type', 'const']) ? part['const'] : [],
  );
  const isConstants = values.every((value) => typeof value === 'string' || typeof value === 'number');
  return isConstants ? { ...rest, enum: values } : schema;
}

function withTypedEnum(schema: Json): Json {
  const values = schema['enum'];
  if (!Array.isArray(values) || schema['type'] !== undefined) return schema;
  return values.every((value) => typeof value === 'string') ? { type: 'string', ...schema } : schema;
}

/** Replaces an `anyOf` of a simple type and null with one nullable type. */
function withNullableType(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [first, second]: unknown[] = anyOf;
  if (!isObject(first) || !isObject(second) || second['type'] !== 'null') return schema;
  const isTyped = typeof first['type'] === 'string' && first['const'] === undefined;
  if (!isTyped) return schema;
  const values = first['enum'];
  return {
    ...first,
    ...rest,
    type: [first['type'], 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}

function withPlainRecord(schema: Json): Json {
  const { patternProperties, ...rest } = schema;
  const isRecord = isObject(patternProperties) && isPlain(patternProperties, [ANY_KEY]);
  return isRecord ? { ...rest, additionalProperties: patternProperties[ANY_KEY] } : schema;
}

function isPlain(object: Json, keys: readonly string[]): boolean {
  return Object.keys(object).every((key) => keys.includes(key));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

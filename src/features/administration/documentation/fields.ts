import type { ApiDocument, Schema } from './operations.ts';

/** Deeper fields are told by the example. */
const MAX_DEPTH = 4;

/** A field of a body, for a row of a table. */
export interface FieldRow {
  /** Dotted from the outside, `[]` for each of a list. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** The fields of a schema, those within others below them. Pure. */
export function fieldsOf(schema: Schema, components: ApiDocument['components'], prefix = '', depth = 0): FieldRow[] {
  if (depth >= MAX_DEPTH) return [];
  const known = resolved(schema, components);
  const within = (part: Schema, at: string): FieldRow[] => fieldsOf(part, components, at, depth + 1);
  if (known.items) return within(known.items, prefix === '' ? '[].' : prefix.replace(/\.$/, '[].'));
  const parts = [...(known.anyOf ?? []), ...(known.oneOf ?? [])];
  if (parts.length > 0) return parts.flatMap((part) => fieldsOf(part, components, prefix, depth + 1));
  return Object.entries(known.properties ?? {}).flatMap(([name, property]) => {
    const row: FieldRow = {
      name: prefix + name,
      type: typeOf(property, components),
      isRequired: known.required?.includes(name) ?? false,
      description: property.description ?? resolved(property, components).description ?? '',
    };
    return [row].concat(within(property, `${prefix}${name}.`));
  });
}

/** What values a schema takes, in a few words. Pure. */
export function typeOf(schema: Schema, components: ApiDocument['components'], depth = 0): string {
  const { $ref, anyOf, const: constant, enum: values, format, items, oneOf, type } = schema;
  if ($ref !== undefined) return typeOf(resolved(schema, components), components, depth);
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (constant !== undefined) return JSON.stringify(constant);
  const parts = anyOf ?? oneOf;
  if (parts) return [...new Set(parts.map((part) => typeOf(part, components, depth + 1)))].join(' or ');
  const names = [type ?? 'any'].flat().map((name) => (name === 'string' && format !== undefined ? format : name));
  const of = items && depth < 2 ? ` of ${typeOf(items, components, depth + 1)}` : '';
  return names.map((name) => (name === 'array' ? `array${of}` : name)).join(' or ');
}

function resolved(schema: Schema, { schemas }: ApiDocument['components']): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? {});
}

import type { TSchema } from 'typebox';
import { shown } from './shown.ts';

/** Maximum number of fields in one error response. */
export const MAX_FIELDS_AT_FAULT = 100;

/** Collects messages by dotted path, up to MAX_FIELDS_AT_FAULT paths. */
export interface FieldFaults {
  /** Adds a message that forms a sentence with the field's name, such as `must be a string.` */
  add(path: string, sentence: string): void;
  readonly isFull: boolean;
  /** Returns the collected messages by path, or undefined if there are none. */
  errors(): Record<string, string[]> | undefined;
}

/** Creates an empty collection of error messages. */
export function createFieldFaults(): FieldFaults {
  const found = new Map<string, string[]>();
  return {
    add(path, sentence) {
      const key = shown(path) || 'body';
      const sentences = found.get(key);
      if (sentences) sentences.push(sentence);
      else if (found.size < MAX_FIELDS_AT_FAULT) found.set(key, [sentence]);
    },
    get isFull() {
      return found.size >= MAX_FIELDS_AT_FAULT;
    },
    errors: () => (found.size === 0 ? undefined : Object.fromEntries(found)),
  };
}

/** Keywords of JSON Schema (2020-12) that are in use. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Names of the JSON types in messages. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

/**
 * Adds messages for violations of the schema, such as `must have 1 to 5 characters, not 6.`, until `faults` is full.
 */
export function explainFaults(schema: TSchema, value: unknown, faults: FieldFaults): void {
  explain(schema, value, '', faults);
}

function explain(schema: Schema, value: unknown, path: string, faults: FieldFaults): void {
  if (faults.isFull) return;
  if (schema.anyOf) return explainUnion(schema.anyOf, value, path, faults);
  const allowed = 'const' in schema ? [schema.const] : schema.enum;
  if (allowed) return explainChoice(allowed, value, path, faults);
  if (schema.type !== undefined && !hasType(schema.type, value)) {
    faults.add(path, `must be ${TYPE_WORDS[schema.type] ?? schema.type}.`);
    return;
  }
  if (typeof value === 'string') explainText(schema, value, path, faults);
  else if (typeof value === 'number') explainNumber(schema, value, path, faults);
  else if (Array.isArray(value)) explainArray(schema, value, path, faults);
  else if (isObject(value)) explainObject(schema, value, path, faults);
}

function explainChoice(allowed: readonly unknown[], value: unknown, path: string, faults: FieldFaults): void {
  if (allowed.includes(value)) return;
  faults.add(path, `must be ${allowed.length > 1 ? 'one of ' : ''}${allowed.map(asJson).join(', ')}.`);
}

/**
 * Explains why the value does not match the first alternative for its type. If no alternative has this type, lists the
 * types of the alternatives.
 */
function explainUnion(schemas: readonly Schema[], value: unknown, path: string, faults: FieldFaults): void {
  if (schemas.every((schema) => 'const' in schema)) {
    return explainChoice(
      schemas.map((schema) => schema.const),
      value,
      path,
      faults,
    );
  }
  const sameType = schemas.filter((schema) => schema.type !== undefined && hasType(schema.type, value));
  const untyped = schemas.filter((schema) => schema.type === undefined);
  const meant = [...sameType, ...untyped].map((schema) => {
    const branch = createFieldFaults();
    explain(schema, value, path, branch);
    return branch.errors();
  });
  if (meant.some((errors) => errors === undefined)) return;
  const [first] = meant;
  if (first) {
    for (const [key, sentences] of Object.entries(first)) for (const sentence of sentences) faults.add(key, sentence);
    return;
  }
  const words = schemas.map((schema) => TYPE_WORDS[schema.type ?? ''] ?? 'another value');
  faults.add(path, `must be ${words.filter((word) => word !== 'null').join(' or ')}.`);
}

function explainText(schema: Schema, value: string, path: string, faults: FieldFaults): void {
  const { minLength, maxLength, pattern } = schema;
  const length = lengthOf(value);
  if (outside(length, minLength, maxLength)) {
    faults.add(path, `must have ${range(minLength, maxLength)} characters, not ${length}.`);
  }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) {
    faults.add(path, `must match the pattern ${pattern}.`);
  }
}

function explainNumber({ minimum, maximum }: Schema, value: number, path: string, faults: FieldFaults): void {
  if (outside(value, minimum, maximum)) faults.add(path, `must be ${range(minimum, maximum)}, not ${value}.`);
}

function explainArray(schema: Schema, value: readonly unknown[], path: string, faults: FieldFaults): void {
  const { items, minItems, maxItems } = schema;
  if (outside(value.length, minItems, maxItems)) {
    faults.add(path, `must have ${range(minItems, maxItems)} items, not ${value.length}.`);
  }
  if (!items) return;
  for (const [index, item] of value.entries()) {
    if (faults.isFull) return;
    explain(items, item, join(path, String(index)), faults);
  }
}

function explainObject(schema: Schema, value: Record<string, unknown>, path: string, faults: FieldFaults): void {
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name) || value[name] === undefined) faults.add(join(path, name), 'is required.');
  }
  const count = Object.keys(value).length;
  if (outside(count, schema.minProperties, schema.maxProperties)) {
    faults.add(path, `must have ${range(schema.minProperties, schema.maxProperties)} keys, not ${count}.`);
  }
  for (const [name, item] of Object.entries(value)) {
    if (faults.isFull) return;
    const property = schemaOfProperty(schema, name);
    if (item === undefined || property === true) continue;
    if (property === false) faults.add(join(path, name), 'is not a known field.');
    else explain(property, item, join(path, name), faults);
  }
}

function schemaOfProperty(schema: Schema, name: string): Schema | boolean {
  if (schema.properties && Object.hasOwn(schema.properties, name)) return schema.properties[name] ?? true;
  for (const [pattern, property] of Object.entries(schema.patternProperties ?? {})) {
    if (new RegExp(pattern, 'u').test(name)) return property;
  }
  return schema.additionalProperties ?? true;
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Counts characters in code points, as JSON Schema does. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function outside(value: number, least: number | undefined, most: number | undefined): boolean {
  return (least !== undefined && value < least) || (most !== undefined && value > most);
}

function range(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `at most ${most}`;
  if (most === undefined) return `at least ${least}`;
  return least === most ? `exactly ${least}` : `${least} to ${most}`;
}

function asJson(value: unknown): string {
  return JSON.stringify(value);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

import { listOf, partOf, textOf, type Part } from './document.ts';
import { identifier, typeName } from './names.ts';

/** Style of rendered types. */
export interface TypeStyle {
  /** Returns the type name of the shared schema with this `$ref`, or undefined if no shared schema has it. */
  readonly nameOf: (reference: string) => string | undefined;
  /** Whether the type is for input. Its optional properties may then also be undefined. */
  readonly isInput: boolean;
}

/**
 * Returns the TypeScript type for a JSON Schema 2020-12 or OpenAPI 3.0 schema, or `unknown` if the schema is not
 * supported. `depth` is the indentation level of the lines.
 */
export function typeOf(schema: unknown, style: TypeStyle, depth = 0): string {
  if (schema === false) return 'never';
  const part = partOf(schema);
  const reference = part['$ref'];
  if (typeof reference === 'string') return style.nameOf(reference) ?? 'unknown';
  const type = bareTypeOf(part, style, depth);
  return part['nullable'] === true && type !== 'unknown' ? `${type} | null` : type;
}

function bareTypeOf(part: Part, style: TypeStyle, depth: number): string {
  if ('const' in part) return literalOf(part['const']);
  if (Array.isArray(part['enum'])) return union(part['enum'].map(literalOf));
  const alternatives = listOf(part['anyOf'] ?? part['oneOf']);
  if (alternatives.length > 0) return union(alternatives.map((each) => typeOf(each, style, depth)));
  const all = listOf(part['allOf']);
  if (all.length > 0) {
    const own = 'properties' in part ? [objectOf(part, style, depth)] : [];
    return [...all.map((each) => typeOf(each, style, depth)), ...own].map(bracketed).join(' & ');
  }
  const types = typeof part['type'] === 'string' ? [part['type']] : listOf(part['type']).map(textOf);
  if (types.length === 0) return 'properties' in part ? objectOf(part, style, depth) : 'unknown';
  return union(types.map((type) => ofType(type, part, style, depth)));
}

function ofType(type: string, part: Part, style: TypeStyle, depth: number): string {
  switch (type) {
    case 'string':
      return part['format'] === 'binary' ? 'Blob | Uint8Array' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `readonly ${bracketed('items' in part ? typeOf(part['items'], style, depth) : 'unknown')}[]`;
    case 'object':
      return objectOf(part, style, depth);
    default:
      return 'unknown';
  }
}

function objectOf(part: Part, style: TypeStyle, depth: number): string {
  const properties = Object.entries(partOf(part['properties']));
  const required = listOf(part['required']);
  const others = part['additionalProperties'];
  if (properties.length === 0) {
    const value = others === undefined || others === true ? 'unknown' : typeOf(others, style, depth);
    return others === false ? 'Readonly<Record<string, never>>' : `Readonly<Record<string, ${value}>>`;
  }
  const indent = '  '.repeat(depth + 1);
  const lines = properties.flatMap(([name, schema]) => {
    const type = typeOf(schema, style, depth + 1);
    const isOptional = !required.includes(name);
    const shown = isOptional && style.isInput && type !== 'unknown' ? `${type} | undefined` : type;
    const description = textOf(partOf(schema)['description']);
    const comment = docLines(description).map((line) => indent + line);
    return comment.concat(`${indent}readonly ${keyOf(name)}${isOptional ? '?' : ''}: ${shown};`);
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

/** Returns the declaration of a named type: an interface if the type is a single object, otherwise a type alias. */
export function declarationOf(name: string, type: string): string {
  // The first unindented closing brace ends the type if the type is a single object, because closing braces of nested
  // objects are indented and string types contain no line breaks.
  const isObject = type.startsWith('{') && type.indexOf('\n}') === type.length - 2;
  return isObject ? `export interface ${name} ${type}` : `export type ${name} = ${type};`;
}

/**
 * Returns the lines of a doc comment, or no lines if the text is empty. Escapes the text so that it cannot end the
 * comment.
 */
export function docLines(text: string): string[] {
  const lines = text.replaceAll('*/', '* /').trim().split(/\r?\n/);
  if (lines[0] === '' || lines[0] === undefined) return [];
  if (lines.length === 1) return [`/** ${lines[0]} */`];
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'];
}

/** Returns a value as a TypeScript literal. */
export function literalOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : 'unknown';
}

/** Returns text as a TypeScript string literal in single quotes. */
export function quoted(text: string): string {
  const body = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${body}'`;
}

/** Returns the name of a property, quoted if it is not an identifier. */
export function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

function union(types: readonly string[]): string {
  const single = [...new Set(types)];
  if (single.length === 0) return 'never';
  return single.includes('unknown') ? 'unknown' : single.map(bracketedFunction).join(' | ');
}

function bracketed(type: string): string {
  return /[|&]/.test(outside(type)) || type.startsWith('readonly ') ? `(${type})` : type;
}

function bracketedFunction(type: string): string {
  return /&/.test(outside(type)) ? `(${type})` : type;
}

/** Removes comments and all text in braces, angle brackets, parentheses, and quotes from a type. */
function outside(type: string): string {
  let bare = type.replaceAll(/'(?:\\.|[^'\\])*'/g, "''").replaceAll(/\/\*[\s\S]*?\*\//g, '');
  for (let before = ''; before !== bare;) {
    before = bare;
    bare = bare.replaceAll(/\{[^{}]*\}|<[^<>]*>|\([^()]*\)/g, '');
  }
  return bare;
}

/** Creates a function that returns unique type names. */
export function createTypeNames(reserved: readonly string[]): (wanted: string) => string {
  const taken = new Set(reserved);
  return (wanted) => {
    const base = /^[A-Za-z_$][\w$]*$/.test(wanted) ? wanted : typeName(identifier(wanted));
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}${number}`;
    taken.add(name);
    return name;
  };
}

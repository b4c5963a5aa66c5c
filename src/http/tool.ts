import type { TSchema } from 'typebox';
import { invalid, type Refusal } from '../base/refusal.ts';
import type { Parser } from './parser.ts';
import type { Principal } from './principal.ts';
import type { ProblemBody } from './problems.ts';
import { shown } from './shown.ts';

/** Greatest number of unknown arguments that a refusal names. */
const MAX_NAMED_ARGUMENTS = 20;

/** Who calls a tool, and how a refusal is shown to them. */
export interface ToolCall {
  readonly principal: Principal;
  /** The error object that a refusal is answered with. */
  readonly problem: (error: Refusal) => ProblemBody;
}

/** What a tool does to the world, as the Model Context Protocol's annotations say it. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Annotations of a tool that changes nothing. */
export const READ_ONLY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** What a model reads before it chooses a tool. */
interface ToolDescription {
  readonly purpose: string;
  readonly notFor: string;
  readonly whenToUse: string;
  readonly workflow: string;
}

/** How a tool is written down. */
export interface ToolSpec<Input> {
  /** Words with hyphens: `send-email`. */
  readonly name: string;
  readonly title: string;
  readonly description: ToolDescription;
  /** Scope that the key must have, of several one. */
  readonly scope: string | readonly string[];
  /** As of a route: whether a key that is limited to one domain may call it. */
  readonly isForDomainKeys?: boolean;
  readonly annotations: ToolAnnotations;
  /** Its schema, an object, is what models are shown. */
  readonly input: Parser<Input>;
  /** Other names of arguments, and which they stand for; an argument under its own name wins. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Arguments beyond the schema that `handle` has a better refusal for than that they are unknown. */
  readonly alsoRead?: readonly string[];
  /** Shape of the result, an object. */
  readonly output: TSchema;
  handle(call: ToolCall, input: Input): Promise<object>;
}

/** A tool that closes over its parser. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: string | readonly string[];
  readonly isForDomainKeys?: boolean | undefined;
  readonly annotations: ToolAnnotations;
  /** JSON Schema (2020-12) without `$id`, so that clients can compile many side by side. */
  readonly inputSchema: JsonObjectSchema;
  readonly outputSchema: JsonObjectSchema;
  /** Parses and handles; rejects with validation_error or with whatever the handler throws. */
  run(call: ToolCall, given: Readonly<Record<string, unknown>>): Promise<object>;
}

/** A JSON Schema of an object. */
export interface JsonObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/** Binds a handler to its parser, so that it only ever sees arguments that keep their rules. */
export function tool<Input>(spec: ToolSpec<Input>): Tool {
  const inputSchema = closed(plainSchema(spec.input.schema));
  return {
    name: spec.name,
    title: spec.title,
    description: textOf(spec.description),
    scope: spec.scope,
    isForDomainKeys: spec.isForDomainKeys,
    annotations: spec.annotations,
    inputSchema,
    outputSchema: plainSchema(spec.output),
    async run(call, given) {
      const names = { known: namesIn(inputSchema), aliases: spec.aliases ?? {}, alsoRead: spec.alsoRead ?? [] };
      return spec.handle(call, spec.input.parse(argumentsOf(given, names)));
    },
  };
}

/** The names that arguments may have. */
export interface ArgumentNames {
  readonly known: readonly string[];
  readonly aliases: Readonly<Record<string, string>>;
  readonly alsoRead: readonly string[];
}

/**
 * Arguments under their own names, null as absent. Throws validation_error for unknown ones: a model that gives
 * `dry_run` to a tool without it must not find that the mail is gone.
 */
export function argumentsOf(
  given: Readonly<Record<string, unknown>>,
  { known, aliases, alsoRead }: ArgumentNames,
): Record<string, unknown> {
  const entries = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  const isTaken = (name: string): boolean => known.includes(name) || alsoRead.includes(name);
  const own = entries.filter(([name]) => isTaken(name));
  const aliased = entries.filter(([name]) => Object.hasOwn(aliases, name));
  const unknown = entries.filter(([name]) => !isTaken(name) && !Object.hasOwn(aliases, name));
  if (unknown.length > 0) {
    const named = unknown.slice(0, MAX_NAMED_ARGUMENTS).map(([name]) => shown(name));
    const sentence = `is not an argument of this tool. Known arguments: ${known.join(', ') || 'none'}.`;
    throw invalid(Object.fromEntries(named.map((name) => [name, [sentence]])));
  }
  const renamed = aliased.map(([name, value]): [string, unknown] => [aliases[name] ?? name, value]);
  return Object.fromEntries([...renamed, ...own]);
}

/** The arguments that a schema of an object names. */
export function namesIn(schema: TSchema): readonly string[] {
  return 'properties' in schema ? Object.keys(schema.properties as object) : [];
}

function textOf({ purpose, notFor, whenToUse, workflow }: ToolDescription): string {
  return [
    `**Purpose:** ${purpose}`,
    `**NOT for:** ${notFor}`,
    `**When to use:** ${whenToUse}`,
    `**Workflow:** ${workflow}`,
  ].join('\n\n');
}

function plainSchema(schema: TSchema): JsonObjectSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$id' || key === 'documentedAs' ? undefined : value,
  );
  const plain: unknown = JSON.parse(text);
  if (!isObjectSchema(plain)) throw new TypeError('The schemas of a tool must be object schemas');
  return plain;
}

/** Without room for what is not named, all the way down: `argumentsOf` refuses it, and models are told so beforehand. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  const isOpen = parts['type'] === 'object' && !Object.hasOwn(parts, 'additionalProperties');
  // The same keywords with the same shapes, and one more.
  return { ...parts, ...(isOpen && { additionalProperties: false }) } as T;
}

function isObjectSchema(value: unknown): value is JsonObjectSchema {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'object';
}

import type { TSchema } from 'typebox';
import { invalid, type Refusal } from '../base/refusal.ts';
import type { Parser } from './parser.ts';
import type { Principal } from './principal.ts';
import type { ProblemBody } from './problems.ts';
import { shown } from './shown.ts';

/** Maximum number of unknown arguments that an error message lists. */
const MAX_NAMED_ARGUMENTS = 20;

/** The caller of a tool, and the error format for that caller. */
export interface ToolCall {
  readonly principal: Principal;
  /** Converts a `Refusal` to the error object that the caller receives. */
  readonly problem: (error: Refusal) => ProblemBody;
}

/** Effects of a tool, as annotations of the Model Context Protocol. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Annotations for a tool that changes nothing. */
export const READ_ONLY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Description that helps a model choose the tool. */
interface ToolDescription {
  readonly purpose: string;
  readonly notFor: string;
  readonly whenToUse: string;
  readonly workflow: string;
}

/** Definition of a tool for AI assistants. */
export interface ToolSpec<Input> {
  /** Tool name: words joined by hyphens, such as `send-email`. */
  readonly name: string;
  readonly title: string;
  readonly description: ToolDescription;
  /** Scope that the key needs. If there are several, one is sufficient. */
  readonly scope: string | readonly string[];
  /** Whether a key that is limited to one domain may call the tool. */
  readonly isForDomainKeys?: boolean;
  readonly annotations: ToolAnnotations;
  /** Parser for the arguments. Models receive its schema, which describes an object. */
  readonly input: Parser<Input>;
  /** Argument names by alias. If a call contains both, the argument's own name takes precedence. */
  readonly aliases?: Readonly<Record<string, string>>;
  /**
   * Arguments that are not in the schema but are passed to `handle`, which rejects them with a more helpful error
   * message.
   */
  readonly alsoRead?: readonly string[];
  /** Schema of the result, which is an object. */
  readonly output: TSchema;
  handle(call: ToolCall, input: Input): Promise<object>;
}

/** A tool that parses the arguments before it handles a call. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: string | readonly string[];
  readonly isForDomainKeys?: boolean | undefined;
  readonly annotations: ToolAnnotations;
  /** JSON Schema (2020-12) without `$id`, because clients may compile many schemas together. */
  readonly inputSchema: JsonObjectSchema;
  readonly outputSchema: JsonObjectSchema;
  /** Parses and handles a call. Rejects with validation_error or with the error from the handler. */
  run(call: ToolCall, given: Readonly<Record<string, unknown>>): Promise<object>;
}

export interface JsonObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/** Creates a tool whose handler is only called with valid arguments. */
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

/**
 * Argument names that a tool accepts: those in its schema (`known`), aliases, and those that are not in the schema but
 * are passed to the handler (`alsoRead`).
 */
export interface ArgumentNames {
  readonly known: readonly string[];
  readonly aliases: Readonly<Record<string, string>>;
  readonly alsoRead: readonly string[];
}

/**
 * Resolves aliases and removes null values. Throws validation_error for unknown arguments: a model that passes
 * `dry_run` to a tool that does not support it must not send an email by accident.
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

/** Disallows additional properties in all objects of a schema that do not define them. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  const isOpen = parts['type'] === 'object' && !Object.hasOwn(parts, 'additionalProperties');
  // Safe cast: the result has all properties of the schema and, in some cases, `additionalProperties`.
  return { ...parts, ...(isOpen && { additionalProperties: false }) } as T;
}

function isObjectSchema(value: unknown): value is JsonObjectSchema {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'object';
}

import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalid } from '../base/refusal.ts';
import { createFieldFaults, explainFaults } from './schema-errors.ts';

/** Turns what came over the wire into a value that keeps every rule; the schema is also what OpenAPI shows. */
export interface Parser<T> {
  readonly schema: TSchema;
  /** What it takes, where that is more than the schema shows. */
  readonly takes?: TSchema;
  /** Throws a `validation_error` Refusal that names every field at fault, by its dotted path, with sentences. */
  parse(value: unknown): T;
}

/** Rules beyond the schema: returns the parsed value, after calling `fail` once for each broken rule. */
export type Refine<Given, T> = (value: Given, fail: (field: string, sentence: string) => void) => T;

/** A parser that passes on what the schema allows, unknown keys included. Compiles the schema once. */
export function parserOf<S extends TSchema>(schema: S): Parser<Static<S>>;
/** A parser that also applies `refine`, to values that keep the schema only; its result is what `parse` returns. */
export function parserOf<S extends TSchema, T>(schema: S, refine: Refine<Static<S>, T>): Parser<T>;
export function parserOf<S extends TSchema>(schema: S, refine?: Refine<Static<S>, unknown>): Parser<unknown> {
  const compiled = Compile(schema);
  return {
    schema,
    parse(value) {
      if (!compiled.Check(value)) throw schemaRefusal(schema, compiled.Errors(value), value);
      return refine ? applyRefinement(refine, value) : value;
    },
  };
}

/** A parser that the API document shows with another schema: what it takes beyond that is for clients that write loosely. */
export function shownAs<T>(schema: TSchema, parser: Parser<T>): Parser<T> {
  return { schema, takes: parser.takes ?? parser.schema, parse: (value) => parser.parse(value) };
}

function applyRefinement<Given>(refine: Refine<Given, unknown>, value: Given): unknown {
  const faults = createFieldFaults();
  const result = refine(value, (field, sentence) => faults.add(field, sentence));
  const errors = faults.errors();
  if (errors) throw invalid(errors);
  return result;
}

function schemaRefusal(
  schema: TSchema,
  found: readonly { readonly instancePath: string; readonly message: string }[],
  value: unknown,
): Error {
  const faults = createFieldFaults();
  explainFaults(schema, value, faults);
  if (!faults.errors()) {
    // A keyword that our sentences do not know: the library's own words name the field at least.
    for (const { instancePath, message } of found) faults.add(dotted(instancePath), `${message}.`);
  }
  return invalid(faults.errors() ?? { body: ['is not valid.'] });
}

/** JSON Pointer (RFC 6901) -> dotted path. */
function dotted(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

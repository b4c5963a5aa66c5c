import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalid } from '../base/refusal.ts';
import { createFieldFaults, explainFaults } from './schema-errors.ts';

/** Validates and converts input. The schema is also used in the OpenAPI document. */
export interface Parser<T> {
  readonly schema: TSchema;
  /** Schema of the accepted input, if the parser accepts more than the documented schema. */
  readonly takes?: TSchema;
  /** Parses the input. Throws validation_error with the messages for invalid fields, by dotted path. */
  parse(value: unknown): T;
}

/** Checks rules that are not in the schema, and returns the parsed value. Calls `fail` for each violated rule. */
export type Refine<Given, T> = (value: Given, fail: (field: string, sentence: string) => void) => T;

/** Creates a parser that returns valid values unchanged, including unknown keys. Compiles the schema once. */
export function parserOf<S extends TSchema>(schema: S): Parser<Static<S>>;
/**
 * Creates a parser that also applies `refine` to values that match the schema. `parse` returns the result of `refine`.
 */
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

/** Wraps a parser so that the API document shows another schema. The parser may accept more than that schema. */
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
    // `explainFaults` has no message for the violated keyword, so use the message of the library.
    for (const { instancePath, message } of found) faults.add(dotted(instancePath), `${message}.`);
  }
  return invalid(faults.errors() ?? { body: ['is not valid.'] });
}

/** Converts a JSON Pointer (RFC 6901) to a dotted path. */
function dotted(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

import type { Static, TSchema } from 'typebox';

/**
 * Type of a response, derived from its schema in the API document. The compiler then checks the response against the
 * schema.
 */
export type AnswerOf<Schema extends TSchema> = DeepReadonly<Static<Schema>>;

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value;

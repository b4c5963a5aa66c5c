import type { Static, TSchema } from 'typebox';

/**
 * Type of a response, derived from its schema in the API document, so that the compiler checks both against each other.
 */
export type AnswerOf<Schema extends TSchema> = DeepReadonly<Static<Schema>>;

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value;

import type { Static, TSchema } from 'typebox';

/** What a presenter gives, by the schema under which the API document shows it: said once, and held by the compiler. */
export type AnswerOf<Schema extends TSchema> = DeepReadonly<Static<Schema>>;

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value;

import { Type, type TSchema, type TSchemaOptions } from 'typebox';
import type { AnswerOf } from '../answer-of.ts';
import type { Input } from './input.ts';

/**
 * Section of the data export and step of the erasure that cover a field with personal data, or the reason why none
 * does. See `DATA_MAP` in the contact-privacy feature.
 */
interface Personal {
  readonly exported: string | { readonly not: string };
  readonly erased: string | { readonly not: string };
}

export interface FieldOptions<Value = unknown> {
  readonly example: Value;
  /** Name of the field in the API, if it differs from the column name. */
  readonly as?: string;
  /** Description of the field in the API document's responses. */
  readonly answer?: string;
  /** Omits the field from responses. */
  readonly isHidden?: true;
  /** How the value is documented and parsed in requests. If absent, clients cannot write the field. */
  readonly input?: Input<NoInfer<Value>>;
  /** Set if clients cannot write the field, but the server stores a value that it computes from other fields. */
  readonly isWritten?: true;
  /** SQL expression that reads the field, if the field is not a column of the table. */
  readonly select?: string;
  /** SQL expression for the field when a row is inserted. */
  readonly inserted?: string;
  /** SQL expression for the field when a row is updated. `clock.at` is the time of the update. */
  readonly updated?: string;
  /**
   * Export and erasure of the personal data in the field. If absent, the field contains no personal data of contacts.
   */
  readonly personal?: Personal;
}

/** A field that is stored in a column or read by an SQL expression. */
export interface Column<Value> {
  /** PostgreSQL type, as written in `sql/schema.sql`. */
  readonly sql: string;
  readonly isNullable: boolean;
  readonly schema: TSchema;
  /** Default value in new objects if the request omits the field. */
  readonly blank: Value;
}

/** Creates a kind of column from its SQL type, its response schema, and its default value in new objects. */
function kind<Value>(sql: string, blank: Value, schemaOf: (said: TSchemaOptions) => TSchema) {
  return <const O extends FieldOptions<Value>>(options: O): Column<Value> & O => ({
    ...options,
    sql,
    isNullable: blank === null,
    schema: schemaOf(options.answer === undefined ? {} : { description: options.answer }),
    blank,
  });
}

const orNull = (schema: TSchema) => (said: TSchemaOptions) => Type.Union([schema, Type.Null()], said);

export const text = kind('text', '', Type.String);
export const textOrNull = kind<string | null>('text', null, orNull(Type.String()));
export const flag = kind<boolean>('boolean', false, Type.Boolean);
export const flagOrNull = kind<boolean | null>('boolean', null, orNull(Type.Boolean()));
export const id = kind('bigint', 0, Type.Integer);
export const idOrNull = kind<number | null>('bigint', null, orNull(Type.Integer()));
export const ids = kind<readonly number[]>('bigint[]', [], (said) => Type.Array(Type.Integer(), said));
export const number = kind('double precision', 0, Type.Number);
export const integer = kind('integer', 0, Type.Integer);
export const integerOrNull = kind<number | null>('integer', null, orNull(Type.Integer()));
export const smallintOrNull = kind<number | null>('smallint', null, orNull(Type.Integer()));
export const time = kind('timestamp with time zone', new Date(0), (said) =>
  Type.String({ format: 'date-time', ...said }),
);
export const timeOrNull = kind<Date | null>(
  'timestamp with time zone',
  null,
  orNull(Type.String({ format: 'date-time' })),
);
export const json = <Value>(schema: TSchema, blank: Value) => kind<Value>('jsonb', blank, () => schema);

/** Creation and update times of an object. */
export const createdAt = time({ example: new Date('2026-11-22T08:15:00.000Z') });
export const updatedAt = time({ example: new Date('2026-11-22T08:15:00.000Z'), updated: 'clock.at' });

/** Kinds of columns whose value is one of the given strings. `choiceOrNull` also allows null. */
export const choice = <const Choice extends string>(choices: readonly Choice[]) =>
  // The first choice is the default value. Safe cast: every field has at least one choice.
  kind<Choice>('text', choices[0] as Choice, (said) => Type.Enum([...choices] as string[], said));
export const choiceOrNull = <const Choice extends string>(choices: readonly Choice[]) =>
  kind<Choice | null>('text', null, orNull(Type.Enum([...choices] as string[])));

/** A field that is computed for responses and may have another meaning in requests. */
export interface Computed<Value> {
  readonly computed: TSchema;
  readonly example: Value;
}

export function computed<S extends TSchema>(schema: S, example: AnswerOf<S>): Computed<AnswerOf<S>>;
export function computed<S extends TSchema, const O extends Pick<FieldOptions, 'as' | 'input'>>(
  schema: S,
  example: AnswerOf<S>,
  options: O,
): Computed<AnswerOf<S>> & O;
export function computed(schema: TSchema, example: unknown, options = {}): Computed<unknown> {
  return { computed: schema, example, ...options };
}

/**
 * Returns a field that occurs only in requests, and is stored and shown in another form. `as` is its API name, if it
 * differs from the key.
 */
export const requestOnly = <Value>(input: Input<Value>, as?: string) => ({
  computed: Type.Null(),
  example: null,
  isHidden: true as const,
  input,
  ...(as !== undefined && { as }),
});

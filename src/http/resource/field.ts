import { Type, type TSchema, type TSchemaOptions } from 'typebox';
import type { AnswerOf } from '../answer-of.ts';
import type { Input } from './input.ts';

/** What is done about personal data in a field, as `DATA_MAP` of contact-privacy says it. */
interface Personal {
  readonly exported: string | { readonly not: string };
  readonly erased: string | { readonly not: string };
}

/** What a field is declared with. */
export interface FieldOptions<Value = unknown> {
  readonly example: Value;
  /** Its name in the API, where that is not the column's. */
  readonly as?: string;
  /** What the API document says of it in answers. */
  readonly answer?: string;
  /** It is not part of answers. */
  readonly isHidden?: true;
  /** How clients write it; without, they do not. */
  readonly input?: Input<NoInfer<Value>>;
  /** The program writes it, from what clients wrote. */
  readonly isWritten?: true;
  /** SQL that reads it, for what is no column of the table. */
  readonly select?: string;
  /** SQL that it is set to when its row is inserted. */
  readonly inserted?: string;
  /** The same for updates; `clock.at` is their time. */
  readonly updated?: string;
  /** Without: nobody's but the account's. */
  readonly personal?: Personal;
}

/** A field that is stored in a column, or read by SQL. */
export interface Column<Value> {
  /** Type in PostgreSQL, as `sql/schema.sql` spells it. */
  readonly sql: string;
  readonly isNullable: boolean;
  readonly schema: TSchema;
  /** The value of a new object where none is given. */
  readonly blank: Value;
}

/** A kind of column with a value of this type: its schema in answers, and its value where none is given. */
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

/** What every object of an account has. */
export const createdAt = time({ example: new Date('2026-11-22T08:15:00.000Z') });
export const updatedAt = time({ example: new Date('2026-11-22T08:15:00.000Z'), updated: 'clock.at' });

/** A text of some that there are, and the same or null. */
export const choice = <const Choice extends string>(choices: readonly Choice[]) =>
  // Nobody leaves it out: the first stands for the value that it does not have.
  kind<Choice>('text', choices[0] as Choice, (said) => Type.Enum([...choices] as string[], said));
export const choiceOrNull = <const Choice extends string>(choices: readonly Choice[]) =>
  kind<Choice | null>('text', null, orNull(Type.Enum([...choices] as string[])));

/** A field of answers that is computed, of requests that means something else, or both. */
export interface Computed<Value> {
  readonly computed: TSchema;
  readonly example: Value;
}

export function computed<S extends TSchema>(schema: S, example: AnswerOf<S>): Computed<AnswerOf<S>>;
export function computed<S extends TSchema, const O extends Pick<FieldOptions, 'as' | 'input' | 'isHidden'>>(
  schema: S,
  example: AnswerOf<S>,
  options: O,
): Computed<AnswerOf<S>> & O;
export function computed(schema: TSchema, example: unknown, options = {}): Computed<unknown> {
  return { computed: schema, example, ...options };
}

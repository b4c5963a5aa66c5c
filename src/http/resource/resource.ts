import { Type, type TProperties, type TUnsafe } from 'typebox';
import { parserOf, shownAs, type Parser } from '../parser.ts';
import type { Column, Computed, FieldOptions } from './field.ts';
import type { Fail, Input } from './input.ts';

/** Fields of a resource. Stored fields are keyed by column, and computed fields by their name in the API. */
export type Fields = Readonly<Record<string, (Column<unknown> | Computed<unknown>) & FieldOptions>>;

type ValueOf<F> = F extends Column<infer Value> ? Value : F extends Computed<infer Value> ? Value : never;
type NameOf<F, Key> = F extends { as: infer As extends string } ? As : Key;
type OnWire<Value> = Value extends Date ? string : Value;

/** Row type of a resource, keyed by column. */
export type RowOf<R extends { fields: Fields }> = {
  readonly [K in keyof R['fields'] as R['fields'][K] extends { sql: string } ? K : never]: ValueOf<R['fields'][K]>;
};

/** Values to insert or update, for columns that clients or the server write. */
export type WrittenOf<R extends { fields: Fields }> = {
  readonly [
    K in keyof R['fields'] as R['fields'][K] extends { select: string }
      ? never
      : R['fields'][K] extends { sql: string } & ({ input: object } | { isWritten: true })
        ? K
        : never
  ]: ValueOf<R['fields'][K]>;
};

/** Values of a request, keyed like `fields`. Fields without a value stay unchanged. */
export type ChangeOf<R extends { fields: Fields }> = {
  readonly [K in keyof R['fields'] as R['fields'][K] extends { input: object } ? K : never]?: R['fields'][K] extends {
    input: Input<infer Value>;
  }
    ? Value
    : never;
};

/** An object as formatted by the API. */
export type PresentedOf<R extends { fields: Fields }> = {
  readonly [
    K in keyof R['fields'] as R['fields'][K] extends { isHidden: true } ? never : NameOf<R['fields'][K], K>
  ]: OnWire<ValueOf<R['fields'][K]>>;
};

type ComputedOf<R extends { fields: Fields }> = {
  readonly [K in keyof R['fields'] as R['fields'][K] extends { isHidden: true } | { sql: string } ? never : K]: ValueOf<
    R['fields'][K]
  >;
};

/** Declaration of a resource. */
interface Declaration<F extends Fields> {
  readonly table: string;
  /** Name of the schema in the API document. Absent if it appears only within other schemas. */
  readonly schemaId?: string;
  /**
   * Reason why fields without `personal` contain no personal data of contacts. `DATA_MAP` in contact-privacy uses this
   * text.
   */
  readonly nobody: string;
  /** Other columns that may contain text. They contain no personal data and are not selected with the fields. */
  readonly besides?: readonly string[];
  readonly fields: F;
  /** Validation across fields. Called with the values of a create or update request. */
  readonly rules?: Rules<NoInfer<F>>;
}

/** A resource, with the types, parsers, and documentation that are derived from its declaration. */
export interface Resource<F extends Fields> extends Declaration<F> {
  /** Schema for responses in the API document. */
  readonly schema: TUnsafe<PresentedOf<{ fields: F }>>;
  readonly properties: TProperties;
  /** An example object, as a row and as formatted by the API. */
  readonly row: RowOf<{ fields: F }>;
  readonly example: PresentedOf<{ fields: F }>;
  /** Default values for a new object. */
  readonly blank: WrittenOf<{ fields: F }>;
  /** Parsers for requests that create an object and for requests that change an object. */
  readonly created: Parser<ChangeOf<{ fields: F }>>;
  readonly changed: Parser<ChangeOf<{ fields: F }>>;
  /** Returns an object, with its computed fields, as formatted by the API. Pure. */
  present(row: RowOf<{ fields: F }>, computed: ComputedOf<{ fields: F }>): PresentedOf<{ fields: F }>;
}

/** Declares a resource of the account API, and derives its types, parsers, and documentation. */
export function resource<const F extends Fields>(declaration: Declaration<F>): Resource<F> {
  const { fields, schemaId } = declaration;
  const all = Object.entries(fields).map(([key, field]) => ({ key, field, name: field.as ?? key }));
  const columns = all.flatMap(({ key, field }) => ('sql' in field ? [{ key, field }] : []));
  const written = columns.filter(({ field }) => field.select === undefined && (field.input || field.isWritten));
  const shown = all.filter(({ field }) => !field.isHidden);
  const properties = Object.fromEntries(
    shown.map(({ field, name }) => [name, 'sql' in field ? field.schema : field.computed]),
  );
  const present = (row: object, computed: object) => {
    const values = new Map<string, unknown>([...Object.entries(row), ...Object.entries(computed)]);
    return Object.fromEntries(shown.map(({ key, name }) => [name, onWire(values.get(key))]));
  };
  const row = Object.fromEntries(columns.map(({ key, field }) => [key, field.example]));
  const examples = Object.fromEntries(all.map(({ key, field }) => [key, field.example]));
  const derived = {
    ...declaration,
    schema: Type.Object(properties, schemaId === undefined ? {} : { $id: schemaId }),
    properties,
    row,
    example: present(row, examples),
    blank: Object.fromEntries(written.map(({ key, field }) => [key, field.blank])),
    created: requestOf(fields, true, declaration.rules),
    changed: requestOf(fields, false, declaration.rules),
    present,
  };
  // Safe cast: the types are derived from the fields in the same way as these values.
  return derived as unknown as Resource<F>;
}

type Rules<F extends Fields> = (given: ChangeOf<{ fields: F }>, fail: Fail, isNew: boolean) => void;

/** Returns the parser for a request. Requests use the field names of the API, and the result is keyed like `fields`. */
export function requestOf<const F extends Fields>(
  fields: F,
  isNew: boolean,
  rules: Rules<NoInfer<F>> = () => {},
): Parser<ChangeOf<{ fields: F }>> {
  const inputs = Object.entries(fields).flatMap(([key, { as: name = key, input }]) =>
    input ? [{ key, name, input }] : [],
  );
  const objectOf = (which: 'shown' | 'taken', isRequired: (input: Input<unknown>) => boolean) =>
    Type.Object(
      Object.fromEntries(
        inputs.map(({ name, input }) => [name, isRequired(input) ? input[which] : Type.Optional(input[which])]),
      ),
    );
  // Fields with a lenient schema are optional in the schema. If one is missing, the code below reports it together with
  // all other errors.
  const isMissed = (input: Input<unknown>) => isNew && input.isRequired;
  const taken = objectOf('taken', (input) => isMissed(input) && input.taken === input.shown);
  const parser = parserOf(taken, (given, fail) => {
    const values = new Map(Object.entries(given));
    const read = inputs.flatMap(({ input, key, name }) => {
      const value = values.get(name);
      if (value === undefined && isMissed(input)) fail(name, input.missing ?? 'is required.');
      const parsed = value === undefined ? undefined : input.read(value, name, fail);
      return parsed === undefined ? [] : [[key, parsed] as const];
    });
    // Safe cast: the inputs of the fields determine the types of the values.
    const change = Object.fromEntries(read) as ChangeOf<{ fields: F }>;
    rules(change, fail, isNew);
    return change;
  });
  return shownAs(objectOf('shown', isMissed), parser);
}

function onWire(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

import { Type, type TProperties, type TUnsafe } from 'typebox';
import { parserOf, shownAs, type Parser } from '../parser.ts';
import type { Column, Computed, FieldOptions } from './field.ts';
import type { Fail, Input } from './input.ts';

/** The fields of a resource: by their columns, and what is computed by its name in the API. */
export type Fields = Readonly<Record<string, (Column<unknown> | Computed<unknown>) & FieldOptions>>;

type ValueOf<F> = F extends Column<infer Value> ? Value : F extends Computed<infer Value> ? Value : never;
type NameOf<F, Key> = F extends { as: infer As extends string } ? As : Key;
type OnWire<Value> = Value extends Date ? string : Value;

/** A row: its columns. */
export type RowOf<R extends { fields: Fields }> = {
  readonly [K in keyof R['fields'] as R['fields'][K] extends { sql: string } ? K : never]: ValueOf<R['fields'][K]>;
};

/** What is inserted and updated: the columns of the table that clients or the program write. */
export type WrittenOf<R extends { fields: Fields }> = {
  readonly [
    K in keyof R['fields'] as R['fields'][K] extends { select: string }
      ? never
      : R['fields'][K] extends { sql: string } & ({ input: object } | { isWritten: true })
        ? K
        : never
  ]: ValueOf<R['fields'][K]>;
};

/** What a request says of an object, by columns; what is absent stays. */
export type ChangeOf<R extends { fields: Fields }> = {
  readonly [K in keyof R['fields'] as R['fields'][K] extends { input: object } ? K : never]?: R['fields'][K] extends {
    input: Input<infer Value>;
  }
    ? Value
    : never;
};

/** An object as the API shows it. */
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

/** What is declared of a resource. */
interface Declaration<F extends Fields> {
  readonly table: string;
  /** Name of its schema in the API document, for one that is not only shown as a part of others. */
  readonly schemaId?: string;
  /** Whose data it is, for `DATA_MAP` of contact-privacy: fields that are not `personal` are nobody's. */
  readonly nobody: string;
  /** Columns of nobody that can hold text and are not read with the others. */
  readonly besides?: readonly string[];
  readonly fields: F;
  /** Rules of requests across fields: called with what they say, of a new object or of a change. */
  readonly rules?: Rules<NoInfer<F>>;
}

/** All that follows from the declaration of a resource. */
export interface Resource<F extends Fields> extends Declaration<F> {
  /** What the API document shows of it in answers. */
  readonly schema: TUnsafe<PresentedOf<{ fields: F }>>;
  readonly properties: TProperties;
  /** An example, as a row and as the API shows it. */
  readonly row: RowOf<{ fields: F }>;
  readonly example: PresentedOf<{ fields: F }>;
  /** What is written of an object of which nothing is said. */
  readonly blank: WrittenOf<{ fields: F }>;
  /** Parsers of a new object, and of a change of one. */
  readonly created: Parser<ChangeOf<{ fields: F }>>;
  readonly changed: Parser<ChangeOf<{ fields: F }>>;
  /** An object as the API shows it, with what is computed. Pure. */
  present(row: RowOf<{ fields: F }>, computed: ComputedOf<{ fields: F }>): PresentedOf<{ fields: F }>;
}

/**
 * Declares a resource of the account API once. Types, parsers, documents and presenters follow here, statements in `rows.ts`,
 * routes in `routes.ts`.
 */
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
  // The types say by the fields what the lines above do with them.
  return derived as unknown as Resource<F>;
}

type Rules<F extends Fields> = (given: ChangeOf<{ fields: F }>, fail: Fail, isNew: boolean) => void;

/** The parser of a request with these fields: they come by their names in the API, its result is by columns. */
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
  // What is taken loosely is missed below, together with whatever else is wrong.
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
    // The inputs of the fields say what their values are.
    const change = Object.fromEntries(read) as ChangeOf<{ fields: F }>;
    rules(change, fail, isNew);
    return change;
  });
  return shownAs(objectOf('shown', isMissed), parser);
}

function onWire(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

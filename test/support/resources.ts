import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Column, FieldOptions } from '../../src/http/resource/field.ts';
import type { Fields } from '../../src/http/resource/resource.ts';

/** A resource of the account API that is declared with `resource()`. */
interface Declared {
  readonly table: string;
  readonly nobody: string;
  readonly besides?: readonly string[];
  readonly fields: Fields;
}

/** Matches the PostgreSQL types whose values can contain text. */
const HOLDS_TEXT = /^(text|bytea|json)/;

const files = readdirSync('src/features', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('resource.ts'))
  .toSorted((a, b) => a.localeCompare(b));

/** Returns all resources that files named `resource.ts` export. */
export const resources: readonly Declared[] = (
  await Promise.all(files.map(async (file) => import(pathToFileURL(join('src/features', file)).href)))
).flatMap((module: object) => Object.values(module).filter(isDeclared));

/** Returns the table columns that a resource declares. */
export function ownColumns({ fields }: Declared): (Column<unknown> & FieldOptions & { readonly name: string })[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    'sql' in field && field.select === undefined ? [{ ...field, name }] : [],
  );
}

/** Returns how personal data in a resource's text columns is handled, in the format of `DATA_MAP`. */
export function dataMapOf(resource: Declared) {
  const columns = ownColumns(resource).filter(({ sql }) => HOLDS_TEXT.test(sql));
  const nobodys = [...columns.flatMap(({ name, personal }) => (personal ? [] : [name])), ...(resource.besides ?? [])];
  const persons = columns.flatMap(({ name, personal }) => (personal ? [{ columns: [name], ...personal }] : []));
  return persons.length > 0 ? { persons, others: nobodys } : { nobody: resource.nobody, columns: nobodys };
}

/** Describes the columns whose declaration in a resource differs from `sql/schema.sql`. */
export function columnsUnlikeSchema(schema: string, declared: readonly Declared[]): string[] {
  return declared.flatMap((resource) => {
    const [, body = ''] = new RegExp(`^create table ${resource.table} \\(\n(.*?)^\\);`, 'ms').exec(schema) ?? [];
    return ownColumns(resource).flatMap(({ isNullable, name, sql }) => {
      const line =
        body
          .split('\n')
          .find((candidate) => candidate.startsWith(`  ${name} `))
          ?.replace(/,$/, '') ?? '';
      const isLike = `${line} `.startsWith(`  ${name} ${sql} `) && line.endsWith(' not null') !== isNullable;
      return isLike ? [] : [`${resource.table}.${name} ${sql}${isNullable ? '' : ' not null'}, not "${line.trim()}"`];
    });
  });
}

function isDeclared(value: unknown): value is Declared {
  return typeof value === 'object' && value !== null && 'table' in value && 'fields' in value;
}

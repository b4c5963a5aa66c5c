import { isCondition } from './containers.ts';

/** A condition as people choose it. */
export interface When {
  readonly name: string;
  readonly is: 'there' | 'not there' | 'equal' | 'different';
  readonly value: string;
}

const NAME = String.raw`[\w-]+(?:\.[\w-]+)*`;
const FORMS: readonly (readonly [RegExp, When['is']])[] = [
  [new RegExp(`^(${NAME})$`), 'there'],
  [new RegExp(`^(${NAME}) == (?:blank|"")$`), 'not there'],
  [new RegExp(`^(${NAME}) == "([^"]*)"$`), 'equal'],
  [new RegExp(`^(${NAME}) != "([^"]*)"$`), 'different'],
];

/** What stands in `{% if ... %}` as it was chosen; undefined for what was written by hand. Pure. */
export function whenOf(written: string): When | undefined {
  for (const [form, is] of FORMS) {
    const found = form.exec(written.trim());
    if (found) return { name: found[1] ?? '', is, value: found[2] ?? '' };
  }
  return undefined;
}

/** The same back; undefined where it would be no condition. Pure. */
export function writtenOf({ is, name, value }: When): string | undefined {
  if (is === 'there') return name;
  if (is === 'not there') return `${name} == blank`;
  const written = `${name} ${is === 'equal' ? '==' : '!='} "${value}"`;
  return !value.includes('"') && isCondition(written) ? written : undefined;
}

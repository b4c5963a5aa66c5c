import { invalid, Refusal } from '../../../base/refusal.ts';
import type { FilledContent, VariableValue, VariableValues } from '../../../mail/template/variables.ts';
import type { Variable } from '../../../mail/template/variable-uses.ts';
import type { Db } from '../../../base/db.ts';
import { contentErrors } from '../mail-content/index.ts';
import type { RowOf } from '../../../http/resource/resource.ts';
import { MAX_TEMPLATES } from './limits.ts';
import { summaries, templateNamed, templates, templateWithAlias, type SUMMARY } from './queries.ts';
import { TEMPLATE, type TemplateFields, type TemplateRow } from './resource.ts';
import { fillContent, type FillParts } from './send.ts';
import { contentOf, variablesOf } from './templates.ts';
import { NOT_TEXT, variableValue } from './values.ts';
import { contentIn, versionsOf } from './versions.ts';

/** A template and the values for it, as given by clients of other vendors' APIs. */
export interface Templated {
  /** The alias, the name, or the ID of a template. */
  readonly template: string;
  /** The version of the template to use, and the path of its name in the request. Default: the active version. */
  readonly version?: { readonly name: string; readonly field: string } | undefined;
  /** Values by name. Objects contain the values of names with a period, such as `order.number`. */
  readonly model: Readonly<Record<string, unknown>>;
  /** Whether a missing value is an error. Otherwise, a missing value is treated as empty text. */
  readonly isStrict: boolean;
  /** Path of the model in the request, for errors. */
  readonly field: string;
}

/** The content of a template with its values, and whether the template has its own text part. */
export interface FilledTemplate extends FilledContent {
  readonly hasOwnText: boolean;
}

const ID = /^[1-9]\d{0,14}$/;

/**
 * Fills in a template with the values of a model. Values that the template does not use are ignored, because clients of
 * other vendors' APIs send the same model with several templates. Throws not_found if there is no such template,
 * conflict if it has no content yet, and validation_error for an unknown version and for values that the template
 * cannot use.
 */
export async function fillFromModel(
  parts: FillParts,
  accountId: number,
  { field, isStrict, model, template: given, version }: Templated,
): Promise<FilledTemplate> {
  const active = await requireNamed(parts.db, accountId, given);
  const template = version === undefined ? active : await withVersion(parts.db, accountId, active, version);
  const filled = await fillContent(parts, accountId, template, valuesIn(template, { field, isStrict, model }), field);
  return { ...filled, hasOwnText: template.plain_text !== null };
}

async function withVersion(
  db: Db,
  accountId: number,
  template: TemplateRow,
  { field, name }: NonNullable<Templated['version']>,
): Promise<TemplateRow> {
  const found = (await versionsOf(db, accountId, template)).find((version) => version.name === name);
  if (!found) throw invalid({ [field]: ['must be the name of a version of the template.'] });
  return { ...template, ...contentIn(found) };
}

/** Returns the template with an alias, a name, or an ID. Throws not_found if there is no such template. */
export async function requireNamed(db: Db, accountId: number, given: string): Promise<TemplateRow> {
  const [named] = await templateNamed(db, accountId, given);
  const id = named?.id ?? (ID.test(given) ? Number(given) : 0);
  const [template] = await templates.byId(db, accountId, id);
  if (template) return template;
  throw new Refusal('not_found', {
    message: `No template has the name or ID ${given}.`,
    fix: 'Create the template in the dashboard under Templates, and give it this name.',
  });
}

/** Returns the ID of the template with an alias, or undefined if no template has it. */
export async function idOfAlias(db: Db, accountId: number, alias: string): Promise<number | undefined> {
  return (await templateWithAlias(db, accountId, alias))[0]?.id;
}

/** Returns the templates of an account without their content, newest first. */
export async function listNamed(db: Db, accountId: number): Promise<readonly RowOf<typeof SUMMARY>[]> {
  return summaries.page(db, accountId, MAX_TEMPLATES, 0);
}

/**
 * Returns the values for the variables of a template. Throws validation_error for a value that cannot be used and, if
 * `isStrict` is true, for a missing value of a required variable.
 */
function valuesIn(
  template: Pick<TemplateFields, 'variables'>,
  { field, isStrict, model }: Omit<Templated, 'template'>,
): VariableValues {
  const values: Record<string, VariableValue> = {};
  for (const { name, required } of variablesOf(template)) {
    const value = valueAt(model, name);
    if (value === undefined || value === null) {
      if (required && isStrict) throw invalid({ [field]: [`has no value for ${name}.`] });
      if (required) values[name] = '';
    } else values[name] = variableValue(value, `${field}.${name}`);
  }
  return values;
}

/**
 * Result of filling in content: either its errors by field, or its variables and the content with the values filled in.
 */
export type Trial =
  | { readonly errors: Readonly<Record<string, readonly string[]>> }
  | { readonly variables: readonly Variable[]; readonly filled: FilledContent };

/**
 * Fills in content that is not stored. Returns the errors in the content by field. Throws validation_error for values
 * that the content cannot use.
 */
export async function tryContent(
  { html: work }: Pick<FillParts, 'html'>,
  accountId: number,
  content: Pick<TemplateFields, 'subject' | 'html' | 'plain_text'>,
  about: Omit<Templated, 'template'>,
): Promise<Trial> {
  const whole = contentOf({ ...TEMPLATE.blank, ...content });
  const found = await work.run(accountId, 'examineVariables', whole);
  if ('faults' in found) return { errors: contentErrors(found.faults) };
  const variables = Object.fromEntries(found.variables.map(({ name, required }) => [name, required]));
  const filled = await work.run(accountId, 'fillVariables', whole, valuesIn({ variables }, about));
  if (filled === undefined) return { errors: { html: ['makes the email too large.'] } };
  if ('faults' in filled) return { errors: contentErrors(filled.faults) };
  if ('missing' in filled) throw new Error('A template variable has no value');
  if ('notText' in filled) {
    throw invalid(Object.fromEntries(filled.notText.map((name) => [`${about.field}.${name}`, [NOT_TEXT]])));
  }
  return { variables: found.variables, filled };
}

function valueAt(model: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(model, name)) return model[name];
  return name
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
      model,
    );
}

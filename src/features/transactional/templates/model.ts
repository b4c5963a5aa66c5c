import { invalid, Refusal } from '../../../base/refusal.ts';
import type { FilledContent, VariableValues } from '../../../mail/template/variables.ts';
import { templateNamed, templates } from './queries.ts';
import { fillTemplate, type FillParts } from './send.ts';
import { variablesOf } from './templates.ts';

/** A template and the values for it, as given by clients of other vendors' APIs. */
export interface Templated {
  /** The name of a template, or its ID. */
  readonly template: string;
  /** Values by name. Objects contain the values of names with a period, such as `order.number`. */
  readonly model: Readonly<Record<string, unknown>>;
  /** Whether a missing value is an error. Otherwise, a missing value is treated as empty text. */
  readonly isStrict: boolean;
  /** Path of the model in the request, for errors. */
  readonly field: string;
}

const ID = /^[1-9]\d{0,14}$/;

/**
 * Fills in a template with the values of a model. Values that the template does not use are ignored, because clients of
 * other vendors' APIs send the same model with several templates. Throws not_found, and validation_error for values
 * that are not text, numbers, or booleans.
 */
export async function fillFromModel(
  parts: FillParts,
  accountId: number,
  { field, isStrict, model, template: given }: Templated,
): Promise<FilledContent> {
  const [named] = await templateNamed(parts.db, accountId, given);
  const id = named?.id ?? (ID.test(given) ? Number(given) : 0);
  const [template] = await templates.byId(parts.db, accountId, id);
  if (!template) {
    throw new Refusal('not_found', {
      message: `No template has the name or ID ${given}.`,
      fix: 'Create the template in the dashboard under Templates, and give it this name.',
    });
  }
  const values: Record<string, string | number | boolean> = {};
  for (const { name, required } of variablesOf(template)) {
    const value = valueAt(model, name);
    if (value === undefined || value === null) {
      if (required && isStrict) throw invalid({ [field]: [`has no value for ${name}.`] });
      if (required) values[name] = '';
    } else values[name] = scalarOf(value, `${field}.${name}`);
  }
  return fillTemplate(parts, accountId, id, values);
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

function scalarOf(value: unknown, field: string): VariableValues[string] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw invalid({ [field]: ['must be a string, a number, or a boolean. Lists and objects are not supported.'] });
}

import { invalid, Refusal } from '../../../base/refusal.ts';
import type { Db } from '../../../base/db.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { fillTemplate, idOfAlias } from '../../transactional/templates/index.ts';
import { faultAt, objectOf } from '../fields/index.ts';
import { isAbsent, isObject } from './absent.ts';
import { nativeId } from './account/objects.ts';
import { SEND_EMAIL } from './operations.ts';

interface Parts {
  readonly db: Db;
  readonly html: HtmlWork;
}

/**
 * Replaces the template of an email with its content. Returns an email without a template unchanged. Throws
 * validation_error for an unknown template, for missing and unknown variables, and if the email also has a body.
 */
export async function withTemplate(parts: Parts, accountId: number, given: unknown): Promise<unknown> {
  if (!isObject(given) || isAbsent(given['template'])) return given;
  const { subject, template: value, ...fields } = given;
  const template = objectOf(value, 'template', SEND_EMAIL.objects.template);
  for (const name of ['html', 'text']) {
    if (!isAbsent(fields[name])) throw faultAt(name, 'cannot be combined with `template`.');
  }
  const named = template?.values['id'];
  const id =
    nativeId('template', named) ??
    (typeof named === 'string' ? await idOfAlias(parts.db, accountId, named) : undefined);
  if (id === undefined) throw faultAt('template.id', 'must be the ID or the alias of a template.');
  try {
    const content = await fillTemplate(parts, accountId, id, variablesIn(template?.values['variables']));
    return { ...fields, ...content, ...(!isAbsent(subject) && { subject }) };
  } catch (error) {
    throw underTemplate(error);
  }
}

function variablesIn(given: unknown): Readonly<Record<string, string | number>> {
  if (isAbsent(given)) return {};
  if (!isObject(given)) throw faultAt('variables', 'must be an object.');
  return Object.fromEntries(
    Object.entries(given).map(([name, value]): [string, string | number] => {
      if (typeof value === 'string' || typeof value === 'number') return [name, value];
      throw faultAt(`variables.${name}`, 'must be a string or a number.');
    }),
  );
}

function underTemplate(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  if (error.code === 'not_found') return faultAt('template.id', 'must be the ID or the alias of a template.');
  const { errors } = error.details;
  if (!errors) return error;
  return invalid(Object.fromEntries(Object.entries(errors).map(([field, list]) => [`template.${field}`, list])));
}

/** An email of a batch whose template could not be filled in. */
export class Unfilled {
  readonly given: unknown;
  readonly refusal: Refusal;

  constructor(given: unknown, refusal: Refusal) {
    this.given = given;
    this.refusal = refusal;
  }
}

/** Same as `withTemplate`, but for each email of a batch. An email with an error is replaced by that error. */
export async function withTemplates(parts: Parts, accountId: number, batch: unknown): Promise<unknown> {
  if (!Array.isArray(batch)) return batch;
  const filled: unknown[] = [];
  for (const given of batch) {
    try {
      filled.push(await withTemplate(parts, accountId, given));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      filled.push(new Unfilled(given, error));
    }
  }
  return filled;
}

import { Type, type Static } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { contentErrors } from '../mail-content/index.ts';
import { knownFieldsOnly } from '../../../http/known-fields.ts';
import { parserOf } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import type { VariableValues } from '../../../mail/template/variables.ts';
import {
  agreedKey,
  keyedSendFields,
  parseSend,
  sendMessage,
  type SendParts,
  type SendResult,
} from '../messages/index.ts';
import { templates } from './queries.ts';
import type { TemplateRow } from './resource.ts';
import { contentOf, variablesOf, type TemplateParts } from './templates.ts';
import { NOT_TEXT, variableValue } from './values.ts';
import { isEmpty } from './versions.ts';

const { subject: _subject, html: _html, text: _text, ...envelope } = keyedSendFields.properties;

/** Fields of a send that takes its content from a template. */
const templateSendFields = Type.Object({
  ...envelope,
  variables: Type.Optional(
    Type.Union(
      [
        Type.Record(
          Type.String(),
          Type.Union([
            Type.String(),
            Type.Number(),
            Type.Boolean(),
            Type.Array(Type.Unknown()),
            Type.Record(Type.String(), Type.Unknown()),
          ]),
          {
            description:
              'Values, keyed by variable name, such as `first_name` or `order.number`. A variable that the template loops over can be a list of values or objects. Postrider escapes the values in HTML.',
          },
        ),
        Type.Null(),
      ],
      {},
    ),
  ),
});

/** Parses a request to send a template. Throws validation_error, including for unknown fields. */
export const templateSend = knownFieldsOnly(parserOf(templateSendFields), {
  subject: 'is not supported here. The subject is part of the template.',
  html: 'is not supported here. The content is part of the template.',
  text: 'is not supported here. The content is part of the template.',
});

export interface TemplateSendParts extends TemplateParts, SendParts {}

/**
 * Fills in a template and sends the result as a transactional email. Throws the same errors as `fillTemplate` and as
 * any other send.
 */
export async function sendTemplate(
  parts: TemplateSendParts,
  principal: Principal,
  id: number,
  { headerKey, given }: { readonly given: Static<typeof templateSendFields>; readonly headerKey: string | undefined },
): Promise<SendResult> {
  const { idempotency_key: key, variables, ...fields } = given;
  const values = Object.entries(variables ?? {}).map(([name, value]) => [
    name,
    variableValue(value, `variables.${name}`),
  ]);
  const content = await fillTemplate(parts, principal.accountId, id, Object.fromEntries(values));
  const send = parseSend({ ...fields, ...content });
  return sendMessage(parts, principal, send, agreedKey(headerKey, key ?? undefined));
}

/** Dependencies for filling in templates. */
export interface FillParts {
  readonly db: Db;
  readonly html: Pick<HtmlWork, 'run'>;
}

/**
 * Returns the content of a template with its variables filled in. Throws not_found for an unknown template, conflict if
 * the template has no content yet, and validation_error for missing, unknown, and unusable values, and if the result is
 * too large.
 */
export async function fillTemplate(
  { db, html: work }: FillParts,
  accountId: number,
  id: number,
  values: VariableValues,
) {
  const [template] = await templates.byId(db, accountId, id);
  if (!template) throw new Refusal('not_found', { message: `No template has the ID ${id}.` });
  return fillContent({ html: work }, accountId, template, values);
}

/**
 * Returns the content of a template with its variables filled in. Throws the same errors as `fillTemplate`, except
 * not_found. `field` is the path of the values in the request.
 */
export async function fillContent(
  { html: work }: Pick<FillParts, 'html'>,
  accountId: number,
  template: TemplateRow,
  values: VariableValues,
  field = 'variables',
) {
  if (isEmpty(template)) {
    throw new Refusal('conflict', {
      message: 'The template has no content yet.',
      fix: 'Add a version to the template.',
    });
  }
  const made = await work.run(accountId, 'fillVariables', contentOf(template), values);
  if (made === undefined) {
    throw invalid({ [field]: ['make the email too large. Use shorter values, or a template without nested loops.'] });
  }
  if ('faults' in made) throw invalid(contentErrors(made.faults));
  if ('notText' in made) throw invalid(errorsOf(made.notText, field, NOT_TEXT));
  if ('missing' in made) {
    throw invalid({
      ...errorsOf(made.missing, field, 'is required by the template.'),
      ...errorsOf(made.unknown, field, unknownSentence(variablesOf(template))),
    });
  }
  return made;
}

function errorsOf(names: readonly string[], field: string, sentence: string): Record<string, string[]> {
  return Object.fromEntries(names.map((name) => [`${field}.${name}`, [sentence]]));
}

function unknownSentence(variables: readonly { readonly name: string }[]): string {
  const names = variables.map(({ name }) => name);
  return names.length === 0
    ? 'is not a variable of the template, which has no variables.'
    : `is not a variable of the template. Known variables: ${names.slice(0, 20).join(', ')}.`;
}

import { Type } from 'typebox';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { parserOf } from '../../../http/parser.ts';
import { findPage } from '../../../http/resource/rows.ts';
import { READ_ONLY, tool, type Tool } from '../../../http/tool.ts';
import { createForm } from './forms.ts';
import { FORM_IN_FULL, presentForm, presentForms } from './present.ts';
import { forms } from './queries.ts';
import { FORM } from './resource.ts';
import type { FormParts } from './routes.ts';

/** Number of forms per page in a tool result. */
const PER_PAGE = 20;

/** Returns the form tools, which require the same scopes as the account API. */
export function formTools(parts: FormParts): Tool[] {
  const { db } = parts;
  return [
    tool({
      ...listDoc,
      scope: ACCOUNT_READ_SCOPES,
      annotations: READ_ONLY,
      input: parserOf(listDoc.input),
      async handle({ principal: { accountId } }, { page = 1, query }) {
        const { rows, total } = await findPage(forms, db, accountId, { page, perPage: PER_PAGE, text: query });
        return { data: await presentForms(parts, accountId, rows), total };
      },
    }),
    tool({
      ...createDoc,
      scope: ACCOUNT_SCOPE,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
      input: parserOf(createDoc.input),
      handle: async ({ principal: { accountId } }, given) =>
        presentForm(parts, accountId, await createForm(db, accountId, FORM.created.parse(given))),
    }),
  ];
}

const listDoc = {
  name: 'list-forms',
  title: 'List forms',
  description: {
    purpose: 'Lists the account’s forms with their lists and sign-up pages, newest first.',
    notFor: 'Seeing who signed up: use list-contacts with the lists of the form.',
    whenToUse: 'When the user mentions a form, or asks where people can sign up.',
    workflow: 'Returns 20 forms per page.',
  },
  input: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Page number, starting at 1.' })),
    query: Type.Optional(Type.String({ maxLength: 191, description: 'Only forms whose title contains this text.' })),
  }),
  output: Type.Object({ data: Type.Array(FORM.schema), total: Type.Integer() }),
};

const text = (description: string) => Type.Optional(Type.String({ description }));

const createDoc = {
  name: 'create-form',
  title: 'Create a form',
  description: {
    purpose: 'Creates a sign-up form with a public page and embed code.',
    notFor: 'Adding contacts directly. Use a form to let people sign themselves up.',
    whenToUse: 'When the user wants people to sign up for lists.',
    workflow: 'Get list IDs from list-lists. Show the user the URL (`url`) and the embed code (`embed`).',
  },
  input: Type.Object({
    title: Type.String({ description: 'Title of the form, shown above the form if `heading` is not set.' }),
    lists: Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'Lists that new subscribers are added to, as IDs from list-lists. At least one list is required.',
    }),
    redirect_url: text('URL to redirect to after sign-up. Default: the built-in thank-you page.'),
    gdpr_required: Type.Optional(Type.Boolean({ description: 'Whether the consent checkbox is required.' })),
    heading: text('Heading above the form.'),
    description: text('Text below the heading.'),
    button: text('Label of the button.'),
    consent_text: text('Label of the consent checkbox.'),
    fields: Type.Optional(Type.Array(Type.String(), { description: 'Names of the custom fields in the form.' })),
  }),
  output: FORM_IN_FULL.schema,
};

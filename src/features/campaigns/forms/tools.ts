import { Type } from 'typebox';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { parserOf } from '../../../http/parser.ts';
import { READ_ONLY, tool, type Tool } from '../../../http/tool.ts';
import { createForm, findForms } from './forms.ts';
import { formInFullSchema, formSchema, presentForm, presentForms } from './present.ts';
import type { FormParts } from './routes.ts';
import { newForm } from './schema.ts';

/** Forms that a tool shows at a time. */
const PER_PAGE = 20;

/** The tools of forms, for those whom the account API lets do the same. */
export function formTools(parts: FormParts): Tool[] {
  const { db } = parts;
  return [
    tool({
      ...listDoc,
      scope: ACCOUNT_READ_SCOPES,
      annotations: READ_ONLY,
      input: parserOf(listDoc.input),
      async handle({ principal: { accountId } }, { page = 1, query }) {
        const { forms, total } = await findForms(db, accountId, { page, perPage: PER_PAGE, text: query });
        return { data: await presentForms(parts, accountId, forms), total };
      },
    }),
    tool({
      ...createDoc,
      scope: ACCOUNT_SCOPE,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
      input: parserOf(createDoc.input),
      handle: async ({ principal: { accountId } }, given) =>
        presentForm(parts, accountId, await createForm(db, accountId, newForm.parse(given))),
    }),
  ];
}

const listDoc = {
  name: 'list-forms',
  title: 'List the forms',
  description: {
    purpose: 'Shows forms of the account with their lists and the address of their page, newest first.',
    notFor: 'Who signed up: use list-contacts with the lists of the form.',
    whenToUse: 'When the user speaks of a form, or asks where people sign up.',
    workflow: '20 a page.',
  },
  input: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'From 1.' })),
    query: Type.Optional(Type.String({ maxLength: 191, description: 'Part of the title.' })),
  }),
  output: Type.Object({ data: Type.Array(formSchema), total: Type.Integer() }),
};

const text = (description: string) => Type.Optional(Type.String({ description }));

const createDoc = {
  name: 'create-form',
  title: 'Create a form',
  description: {
    purpose: 'Makes a form that people sign up with, at a public address and as code for other pages.',
    notFor: 'Adding people by yourself: they sign up themselves.',
    whenToUse: 'When the user wants people to sign up for lists.',
    workflow: 'Take the ids of lists from list-lists. Show the user the address (`url`) and the code (`embed`).',
  },
  input: Type.Object({
    title: Type.String({ description: 'Shown above the form unless there is a heading.' }),
    lists: Type.Array(Type.Integer({ minimum: 1 }), { description: 'Ids from list-lists, one at least.' }),
    redirect_url: text('Where people come after they have signed up; a page that thanks them without it.'),
    gdpr_required: Type.Optional(Type.Boolean({ description: 'Whether a box has to be ticked.' })),
    heading: text('Above the form.'),
    description: text('Below the heading.'),
    button: text('Words on the button.'),
    consent_text: text('Words beside the box.'),
    fields: Type.Optional(Type.Array(Type.String(), { description: 'Names of custom fields that it asks for.' })),
  }),
  output: formInFullSchema,
};

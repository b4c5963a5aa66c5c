import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { LIST_EXAMPLE, listSchema, presentedLists } from '../../audience/lists/index.ts';
import { embedsOf, pageUrlOf } from './embeds.ts';
import { codeOfAccount, type FormRow } from './queries.ts';

/** A form as listings show it. */
export type PresentedForm = AnswerOf<typeof formSchema>;

/** A form that is looked at. */
export type PresentedFormInFull = AnswerOf<typeof formInFullSchema>;

/** Where forms are shown. */
interface Presenting {
  readonly db: Db;
  readonly baseUrl: () => string;
}

/** Forms of the account, as the API shows them; lists that are deleted are left out. */
export async function presentForms(
  { baseUrl, db }: Presenting,
  accountId: number,
  rows: readonly FormRow[],
): Promise<PresentedForm[]> {
  const lists = await presentedLists(db, accountId, [...new Set(rows.flatMap((row) => row.list_ids))]);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    landing_page_id: row.landing_page_id,
    redirect_url: row.redirect_url,
    gdpr_required: row.gdpr_required,
    double_opt_in: row.double_opt_in,
    url: pageUrlOf(baseUrl(), row.code),
    lists: row.list_ids.flatMap((id) => lists.get(id) ?? []),
    heading: row.heading,
    description: row.description,
    button: row.button,
    consent_text: row.consent_text,
    fields: row.fields.map(({ name }) => name),
    submissions_count: row.submissions,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

/** A form with what puts it on other pages. */
export async function presentForm(parts: Presenting, accountId: number, row: FormRow): Promise<PresentedFormInFull> {
  const [form] = await presentForms(parts, accountId, [row]);
  const [account] = await codeOfAccount(parts.db, accountId);
  if (!form || !account) throw new Error(`Form ${row.id} has no code`);
  return { ...form, embed: embedsOf(parts.baseUrl(), account.code, row) };
}

const TIME = Type.String({ format: 'date-time' });
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const form = {
  id: Type.Integer(),
  title: Type.String(),
  landing_page_id: Type.Union([Type.Integer(), Type.Null()], { description: 'The landing page that shows the form.' }),
  redirect_url: textOrNull('URL to redirect to after sign-up. If null, the built-in thank-you page is shown.'),
  gdpr_required: Type.Boolean({ description: 'Whether the consent checkbox is required.' }),
  double_opt_in: Type.Union([Type.Boolean(), Type.Null()], {
    description:
      'Postrider extension. Whether new subscribers must confirm their address. If null, the account setting applies.',
  }),
  url: Type.String({ format: 'uri', description: 'URL of the sign-up page.' }),
  lists: Type.Array(listSchema, { description: 'Lists that new subscribers are added to.' }),
  heading: textOrNull('Postrider extension. If null, the title is used.'),
  description: textOrNull('Postrider extension.'),
  button: textOrNull('Postrider extension. If null, the default text is used.'),
  consent_text: textOrNull('Postrider extension. If null, the default text is used.'),
  fields: Type.Array(Type.String(), { description: 'Postrider extension. Names of the custom fields in the form.' }),
  submissions_count: Type.Integer({
    description: 'Postrider extension. Number of submissions, including those that did not result in a sign-up.',
  }),
  created_at: TIME,
  updated_at: TIME,
};

/** A form, as the API document shows it in listings. */
export const formSchema = Type.Object(form, { $id: 'Form' });

/** A form by itself. */
export const formInFullSchema = Type.Object(
  {
    ...form,
    embed: Type.Object(
      {
        html: Type.String({ description: 'HTML form for your own pages. The form works without JavaScript.' }),
        script: Type.String({
          description: 'Script tag that inserts the styled form, with a link for browsers without JavaScript.',
        }),
        link: Type.String({ description: 'Link to the sign-up page.' }),
      },
      { description: 'Postrider extension. Code to embed the form in other pages.' },
    ),
  },
  { $id: 'FormInFull' },
);

const ROW: FormRow = {
  id: 4,
  code: 'k3x9qa',
  title: 'Newsletter',
  redirect_url: 'https://www.acme.example/thanks',
  gdpr_required: true,
  double_opt_in: null,
  list_ids: [LIST_EXAMPLE.id],
  landing_page_id: null,
  heading: 'News from the workshop',
  description: 'One email a month.',
  button: null,
  consent_text: null,
  field_ids: [7],
  fields: [{ name: 'city', label: 'City', type: 'text' }],
  submissions: 12,
  created_at: new Date('2026-11-22T08:15:00.000Z'),
  updated_at: new Date('2026-11-22T08:15:00.000Z'),
};
const HOST = 'https://mail.example.com';

/** One of them, in listings. */
export const FORM_EXAMPLE: PresentedForm = {
  id: ROW.id,
  title: ROW.title,
  landing_page_id: null,
  redirect_url: ROW.redirect_url,
  gdpr_required: ROW.gdpr_required,
  double_opt_in: null,
  url: pageUrlOf(HOST, ROW.code),
  lists: [LIST_EXAMPLE],
  heading: ROW.heading,
  description: ROW.description,
  button: null,
  consent_text: null,
  fields: ['city'],
  submissions_count: ROW.submissions,
  created_at: ROW.created_at.toISOString(),
  updated_at: ROW.updated_at.toISOString(),
};

/** One of them, by itself. */
export const FORM_IN_FULL_EXAMPLE: PresentedFormInFull = { ...FORM_EXAMPLE, embed: embedsOf(HOST, 'ab12cd', ROW) };

import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { presentedLists } from '../../audience/lists/index.ts';
import { embedsOf, pageUrlOf } from './embeds.ts';
import { codeOfAccount } from './queries.ts';
import { FORM, type FormRow, type PresentedForm } from './resource.ts';

/** A form with its embed code. */
export type PresentedFormInFull = PresentedForm & { readonly embed: AnswerOf<typeof embed> };

interface Presenting {
  readonly db: Db;
  readonly baseUrl: () => string;
}

/** Returns forms in API format. Deleted lists are left out. */
export async function presentForms(
  { baseUrl, db }: Presenting,
  accountId: number,
  rows: readonly FormRow[],
): Promise<PresentedForm[]> {
  const lists = await presentedLists(db, accountId, [...new Set(rows.flatMap((row) => row.list_ids))]);
  return rows.map((row) =>
    FORM.present(row, {
      url: pageUrlOf(baseUrl(), row.code),
      lists: row.list_ids.flatMap((id) => lists.get(id) ?? []),
      field_names: row.fields.map(({ name }) => name),
    }),
  );
}

export async function presentForm(parts: Presenting, accountId: number, row: FormRow): Promise<PresentedFormInFull> {
  const [form] = await presentForms(parts, accountId, [row]);
  const [account] = await codeOfAccount(parts.db, accountId);
  if (!form || !account) throw new Error(`Form ${row.id} has no code`);
  const { code, language, texts } = account;
  const embed = embedsOf(parts.baseUrl(), code, { ...row, account_language: language, own_texts: texts });
  return { ...form, embed };
}

const embed = Type.Object(
  {
    html: Type.String({ description: 'HTML form for your own pages. The form works without JavaScript.' }),
    script: Type.String({
      description: 'Script tag that inserts the styled form, with a link for browsers without JavaScript.',
    }),
    link: Type.String({ description: 'Link to the sign-up page.' }),
  },
  { description: 'Postrider extension. Code to embed the form in other pages.' },
);

/** Schema and example of a form with its embed code, for the API documentation. */
export const FORM_IN_FULL = {
  schema: Type.Object({ ...FORM.properties, embed }, { $id: 'FormInFull' }),
  example: {
    ...FORM.example,
    embed: embedsOf('https://mail.example.com', 'ab12cd', { ...FORM.row, account_language: null, own_texts: null }),
  },
};

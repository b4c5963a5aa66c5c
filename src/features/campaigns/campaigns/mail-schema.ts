import { Type, type Static } from 'typebox';
import { changeOf, isEmpty, taken, type DraftChange } from './schema.ts';

const { properties } = taken;

/** Fields of a mail that belongs to something else, as they may come: whom it goes to, and when, is not its own. */
export const mailTaken = {
  title: properties.title,
  subject: properties.subject,
  preview_text: properties.preview_text,
  html: properties.html,
  design: properties.design,
  text: properties.text,
  inline_css: properties.inline_css,
  from_name: properties.from_name,
  from_email: properties.from_email,
  reply_to: properties.reply_to,
  track_opens: properties.track_opens,
  track_clicks: properties.track_clicks,
};

const taking = Type.Object(mailTaken);
const NEEDED = ['subject', 'from_name', 'from_email'] as const;
const NAMES = Object.keys(mailTaken);

type Fail = (field: string, sentence: string) => void;

/** What a request says of a mail; a new one needs subject and sender. Calls `fail` for what is wrong with it. Pure. */
export function mailOf(given: Static<typeof taking>, fail: Fail, isNew: boolean): DraftChange {
  for (const field of NEEDED) {
    if (isNew ? isEmpty(given[field]) : given[field] !== undefined && isEmpty(given[field])) {
      fail(field, isNew ? 'is required.' : 'must not be empty.');
    }
  }
  const { title, ...own } = Object.fromEntries(Object.entries(given).filter(([name]) => NAMES.includes(name)));
  // An empty title is none.
  return changeOf(typeof title === 'string' && !isEmpty(title) ? { ...own, title } : own, fail);
}

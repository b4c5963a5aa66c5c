import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { LinkTokens } from '../../../mail/link-purpose.ts';
import { compileTemplate, type CompiledTemplate } from '../../../mail/template/compile.ts';
import { TemplateTooCostly, type TemplateSource } from '../../../mail/template/source.ts';
import {
  matchingIds,
  resolveFilter,
  type FilterParts,
  type ResolvedFilter,
} from '../../audience/contact-filters/index.ts';
import type { AudienceColumns } from '../campaigns/index.ts';
import { readRecipients, slotsToRead } from './recipients.ts';
import { fieldErrors } from './refusals.ts';

/** Somebody whose mail is looked at: a contact, or nobody, whose id is null. */
export interface Reader {
  readonly contactId: number | null;
  readonly email: string;
  readonly values: Readonly<Record<string, string>>;
}

const TOO_COSTLY = { html: ['takes too much work for one mail: use fewer loops, or let them have fewer turns.'] };

/** Who reads where there is no contact yet. */
const NOBODY: Reader = {
  contactId: null,
  email: 'ann@example.com',
  values: { email: 'ann@example.com', first_name: 'Ann', last_name: 'Example' },
};

/** The texts of a mail as a reader sees them. */
export interface ShownMail {
  readonly subject: string;
  readonly previewText: string | null;
  readonly html: string | null;
  readonly text: string;
}

export interface ReaderParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly filterParts: FilterParts;
}

/**
 * The contact that is asked for, else the first of the audience, else somebody who is made up. Throws validation_error for an
 * id that is of none of the account's contacts.
 */
export async function readerOf(
  parts: ReaderParts,
  accountId: number,
  audience: AudienceColumns,
  asked: { readonly contactId: number | undefined; readonly slots: readonly string[] },
): Promise<Reader> {
  const id = asked.contactId ?? (await firstOf(parts, accountId, audience));
  const found = id === undefined ? undefined : await contactAsReader(parts.db, accountId, id, asked.slots);
  if (found) return found;
  if (asked.contactId === undefined) return NOBODY;
  throw invalid({ contact_id: ['is the id of none of your contacts.'] });
}

/** A contact with the values of a template's slots; undefined when it is gone. */
export async function contactAsReader(
  db: Db,
  accountId: number,
  contactId: number,
  slots: readonly string[],
): Promise<Reader | undefined> {
  return recipientAsReader(db, accountId, contactId, await slotsToRead(db, accountId, slots));
}

/** The same with slots as recipients are read with. */
export async function recipientAsReader(
  db: Db,
  accountId: number,
  contactId: number,
  slots: readonly string[],
): Promise<Reader | undefined> {
  const [found] = await readRecipients(db, accountId, [contactId], slots);
  return found && { contactId, email: found.address, values: found.values ?? {} };
}

/** A template that can be shown. Throws validation_error with what is wrong with it. */
export function compiledToShow(template: TemplateSource, variant: number): CompiledTemplate {
  const compiled = compileTemplate(template);
  if ('faults' in compiled) throw invalid(fieldErrors(compiled.faults, variant));
  return compiled;
}

/** What a reader sees; `linkToken` makes the tokens of its links. Throws validation_error on a mail that takes too much work. */
export function shownTo(
  template: TemplateSource,
  compiled: CompiledTemplate,
  { values }: Pick<Reader, 'values'>,
  linkToken: LinkTokens,
): ShownMail {
  const recipient = { values, linkToken };
  try {
    const { html, subject, text } = compiled.texts(recipient);
    return { subject, previewText: previewOf(template, recipient), html: html ?? null, text: text ?? '' };
  } catch (error) {
    if (error instanceof TemplateTooCostly) throw invalid(TOO_COSTLY);
    throw error;
  }
}

/** Throws validation_error when a mail takes more work than a mail may, for who has values or for who has none. */
export function requireCheap(template: TemplateSource, compiled: CompiledTemplate): void {
  for (const values of [NOBODY.values, {}]) shownTo(template, compiled, { values }, () => '');
}

/** The preview text stands unseen within the HTML: alone it is read as a subject is. */
function previewOf(template: TemplateSource, recipient: Parameters<CompiledTemplate['texts']>[0]): string | null {
  if (template.previewText === undefined) return null;
  const alone = { ...template, subject: template.previewText, previewText: undefined, html: undefined, text: '' };
  const compiled = compileTemplate(alone);
  return 'faults' in compiled ? null : compiled.texts(recipient).subject;
}

/** A contact that would get it; undefined when the audience is empty. */
async function firstOf(
  { clock, db, filterParts }: ReaderParts,
  accountId: number,
  audience: AudienceColumns,
): Promise<number | undefined> {
  const isExcluded = { notInListIds: audience.excluded_list_ids, notTagIds: audience.excluded_tag_ids };
  const among = { status: 'active', ...isExcluded } as const;
  const filters: ResolvedFilter[] = [];
  if (audience.list_ids.length > 0) filters.push({ all: [{ ...among, inListIds: audience.list_ids }] });
  if (audience.tag_ids.length > 0) filters.push({ all: [{ ...among, tagIds: audience.tag_ids }] });
  for (const segmentId of audience.segment_ids) {
    const resolved = await resolvedOrNone(db, accountId, segmentId, filterParts);
    if (resolved) filters.push({ all: [among, ...resolved.all] });
  }
  for (const filter of filters) {
    const [id] = await matchingIds(db, accountId, filter, new Date(clock.now()), { afterId: 0, limit: 1 });
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The filter of a segment; one that was deleted since has nobody in it. */
async function resolvedOrNone(
  db: Db,
  accountId: number,
  segmentId: number,
  filterParts: FilterParts,
): Promise<ResolvedFilter | undefined> {
  try {
    return await resolveFilter(db, accountId, { segmentId }, filterParts);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

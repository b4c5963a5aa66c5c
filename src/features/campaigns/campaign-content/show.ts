import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { MailPreview, TemplateReader } from '../../../mail/html-jobs.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { NO_TOKENS } from '../../../mail/link-purpose.ts';
import { tooLarge } from '../../../mail/size.ts';
import type { TemplateSource } from '../../../mail/template/source.ts';
import {
  matchingIds,
  resolveFilter,
  type ContactFilter,
  type FilterParts,
  type ResolvedFilter,
} from '../../audience/contact-filters/index.ts';
import type { AudienceColumns } from '../campaigns/index.ts';
import { readRecipients, slotsToRead } from './recipients.ts';
import { fieldErrors } from './refusals.ts';

/** The recipient that an email is rendered for. `contactId` is null for sample data. */
export interface Reader {
  readonly contactId: number | null;
  readonly email: string;
  readonly values: Readonly<Record<string, string>>;
}

const TOO_COSTLY = { html: ['is too complex to render. Use fewer loops or fewer iterations.'] };

/** Sample recipient. */
const NOBODY: Reader = {
  contactId: null,
  email: 'ann@example.com',
  values: { email: 'ann@example.com', first_name: 'Ann', last_name: 'Example' },
};

export interface ReaderParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly filterParts: FilterParts;
}

/**
 * Returns the requested contact, or the first contact of the audience, or a sample recipient if the audience is empty.
 * Throws validation_error if the ID does not belong to a contact of the account.
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
  throw invalid({ contact_id: ['must be the ID of one of your contacts.'] });
}

/**
 * Returns a contact with the values for the slots (merge tags) of a template, or undefined if the contact was deleted.
 */
export async function contactAsReader(
  db: Db,
  accountId: number,
  contactId: number,
  slots: readonly string[],
): Promise<Reader | undefined> {
  return recipientAsReader(db, accountId, contactId, await slotsToRead(db, accountId, slots));
}

/** Same as `contactAsReader`, but for slots that `slotsToRead` has already converted. */
export async function recipientAsReader(
  db: Db,
  accountId: number,
  contactId: number,
  slots: readonly string[],
): Promise<Reader | undefined> {
  const [found] = await readRecipients(db, accountId, [contactId], slots);
  return found && { contactId, email: found.address, values: found.values ?? {} };
}

/** Returns the slots (merge tags) that a template uses. Throws validation_error for errors in the template. */
export async function slotsOfTemplate(
  html: Pick<HtmlWork, 'run'>,
  accountId: number,
  template: TemplateSource,
  variant: number,
): Promise<readonly string[]> {
  const read = await html.run(accountId, 'readTemplate', template);
  if ('faults' in read) throw invalid(fieldErrors(read.faults, variant));
  return read.slots;
}

/**
 * Returns the email as rendered for a recipient. Throws validation_error for errors in the template, and if rendering
 * takes too long.
 */
export async function shownTo(
  html: Pick<HtmlWork, 'run'>,
  accountId: number,
  { template, variant }: { readonly template: TemplateSource; readonly variant: number },
  reader: TemplateReader,
): Promise<MailPreview> {
  const all = await html.run(accountId, 'showTemplate', template, [reader]);
  if ('faults' in all) throw invalid(fieldErrors(all.faults, variant));
  const [shown] = all;
  if (!shown) throw invalid(TOO_COSTLY);
  return shown;
}

/**
 * Throws the same errors as `shownTo`, and validation_error if the message is too large for a sample recipient or for a
 * recipient without values.
 */
export async function requireSendable(
  html: Pick<HtmlWork, 'run'>,
  accountId: number,
  template: TemplateSource,
  variant: number,
): Promise<void> {
  const readers = [NOBODY.values, {}].map((values) => ({ values, tokens: NO_TOKENS }));
  const sizes = await html.run(accountId, 'measureTemplate', template, readers);
  if ('faults' in sizes) throw invalid(fieldErrors(sizes.faults, variant));
  if (sizes.includes(undefined)) throw invalid(TOO_COSTLY);
  const sentence = tooLarge(Math.max(...sizes.map((bytes = 0) => bytes)));
  if (sentence !== undefined) throw invalid({ [template.html === undefined ? 'text' : 'html']: [sentence] });
}

/**
 * Returns the first active contact in the lists, tags, or segments of the audience, without excluded contacts. Ignores
 * segments that can no longer be used. Returns undefined if there are no such contacts.
 */
async function firstOf(
  { clock, db, filterParts }: ReaderParts,
  accountId: number,
  audience: AudienceColumns,
): Promise<number | undefined> {
  const isExcluded = { not_in_list_ids: audience.excluded_list_ids, not_tag_ids: audience.excluded_tag_ids };
  const among = { status: 'active', ...isExcluded } as const;
  const segments = (ids: readonly number[]) => resolvedSegments(db, accountId, ids, filterParts);
  const excluded = (await segments(audience.excluded_segment_ids)).map((filter) => ({ not: filter }));
  const filters: ContactFilter[] = [
    ...(audience.list_ids.length > 0 ? [{ in_list_ids: audience.list_ids }] : []),
    ...(audience.tag_ids.length > 0 ? [{ tag_ids: audience.tag_ids }] : []),
    ...(await segments(audience.segment_ids)),
  ];
  for (const filter of filters) {
    const whole = { all: [among, filter, ...excluded] };
    const [id] = await matchingIds(db, accountId, whole, new Date(clock.now()), { afterId: 0, limit: 1 });
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Returns the filters of segments, without segments that were deleted or refer to deleted objects. */
async function resolvedSegments(
  db: Db,
  accountId: number,
  ids: readonly number[],
  filterParts: FilterParts,
): Promise<ResolvedFilter[]> {
  const resolved = ids.map(async (id) => resolveFilter(db, accountId, { segment_id: id }, filterParts));
  const results = await Promise.allSettled(resolved);
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return [result.value];
    if (result.reason instanceof Refusal) return [];
    throw result.reason;
  });
}

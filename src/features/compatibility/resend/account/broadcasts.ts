import { Refusal } from '../../../../base/refusal.ts';
import { isFault, parseMailbox, presentMailbox } from '../../../../mail/address.ts';
import { faultAt, objectOf, textOf, type Given } from '../../fields/index.ts';
import { broadcastText } from './merge-tags.ts';
import { bodyOf, underNames, type CompatRequest } from './native.ts';
import { fieldId, shownObjectId } from './objects.ts';
import { BROADCAST, BROADCAST_SEND } from './operations.ts';
import type { AccountParts, BroadcastSummary } from './parts.ts';

type Parts = Pick<AccountParts, 'native' | 'topics'>;

/** A campaign, as shown by Postrider's own API. */
export interface Broadcast extends BroadcastSummary {
  readonly subject: string;
  readonly from_name: string;
  readonly from_email: string;
  readonly reply_to: string | null;
  readonly preview_text: string | null;
  readonly html: string | null;
  readonly text: string | null;
}

/** Field names of this API, keyed by the field names of campaigns. */
const NAMES: Readonly<Record<string, string>> = {
  title: 'name',
  from_name: 'from',
  from_email: 'from',
  lists: 'segment_id',
};
const STATUSES: Readonly<Record<string, string>> = { draft: 'draft', sent: 'sent', cancelled: 'canceled' };

/** Creates a broadcast, and sends or schedules it if requested. A rejected request creates nothing. */
export async function createBroadcast(parts: Parts, request: CompatRequest, body: unknown): Promise<number> {
  const given = objectOf(body, '', BROADCAST.objects['']) ?? { at: '', values: {} };
  const isSent = given.values['send'] === true;
  const scheduledAt = textOf(given, 'scheduled_at');
  if (scheduledAt !== undefined && !isSent) throw faultAt('scheduled_at', 'requires `send` to be true.');
  const topic = await topicIn(parts, request, given);
  const { subject } = given.values;
  const title = textOf(given, 'name') ?? (typeof subject === 'string' ? subject : '');
  const fields = { ...fieldsIn(given), title };
  const { id } = await reported(() => bodyOf<Broadcast>(parts.native, request, 'POST /campaigns', { body: fields }));
  if (topic !== undefined) await parts.topics.setOfBroadcast(request.principal.accountId, id, topic ?? undefined);
  if (!isSent) return id;
  try {
    await sendBroadcast(parts, request, id, { scheduled_at: scheduledAt });
  } catch (error) {
    await bodyOf(parts.native, request, 'DELETE /campaigns/:id', { params: { id: String(id) } });
    throw error;
  }
  return id;
}

export async function changeBroadcast(parts: Parts, request: CompatRequest, id: string, body: unknown): Promise<void> {
  const given = objectOf(body, '', BROADCAST.objects['']) ?? { at: '', values: {} };
  for (const name of ['send', 'scheduled_at']) {
    if (given.values[name]) throw faultAt(name, 'cannot be set here. Use POST /broadcasts/{id}/send.');
  }
  const topic = await topicIn(parts, request, given);
  const title = textOf(given, 'name');
  const fields = { ...fieldsIn(given), ...(title !== undefined && { title }) };
  await reported(() => bodyOf(parts.native, request, 'PATCH /campaigns/:id', { params: { id }, body: fields }));
  if (topic !== undefined) {
    await parts.topics.setOfBroadcast(request.principal.accountId, Number(id), topic ?? undefined);
  }
}

/** Sends a broadcast now, or schedules it. */
export async function sendBroadcast(
  { native }: Parts,
  request: CompatRequest,
  id: number | string,
  body: unknown,
): Promise<void> {
  const scheduledAt = textOf(objectOf(body, '', BROADCAST_SEND.objects['']), 'scheduled_at');
  const params = { id: String(id) };
  await reported(() =>
    scheduledAt === undefined
      ? bodyOf(native, request, 'POST /campaigns/:id/send', { params })
      : bodyOf(native, request, 'PATCH /campaigns/:id', { params, body: { scheduled_at: scheduledAt } }),
  );
}

/** Returns the given fields under the names of Postrider's own API. Throws validation_error. */
function fieldsIn(given: Given): Readonly<Record<string, unknown>> {
  const segment = given.values['segment_id'] ?? given.values['audience_id'];
  const texts = (['subject', 'html', 'text'] as const).flatMap((name): [string, string][] => {
    const text = textOf(given, name);
    return text === undefined ? [] : [[name, broadcastText(text, name)]];
  });
  const preview = textOf(given, 'preview_text');
  return {
    ...Object.fromEntries(texts),
    ...(preview !== undefined && { preview_text: broadcastText(preview, 'preview_text') }),
    ...senderIn(given),
    ...replyIn(given),
    ...(segment !== undefined && segment !== null && { lists: [fieldId('segment', segment, 'segment_id')] }),
  };
}

/**
 * Returns the topic ID in a request, null if the request removes the topic, or undefined if the field is absent. Throws
 * validation_error.
 */
async function topicIn(
  { topics }: Parts,
  { principal }: CompatRequest,
  given: Given,
): Promise<number | null | undefined> {
  const { topic_id: value } = given.values;
  if (value === undefined || value === null || value === '') return value === undefined ? undefined : null;
  const id = fieldId('topic', value, 'topic_id');
  await topics.read(principal.accountId, id).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'not_found'
      ? faultAt('topic_id', 'must be the ID of a topic.')
      : error;
  });
  return id;
}

/**
 * Returns the sender. If the sender has no name, uses the local part of the address as the name, because campaigns
 * require one.
 */
function senderIn(given: Given): Readonly<Record<string, string>> {
  const from = textOf(given, 'from');
  if (from === undefined) return {};
  const mailbox = parseMailbox(from);
  if (isFault(mailbox)) throw faultAt('from', mailbox.fault);
  const { address, name } = mailbox;
  return { from_name: name ?? address.slice(0, address.lastIndexOf('@')), from_email: address };
}

function replyIn(given: Given): Readonly<Record<string, unknown>> {
  const value = given.values['reply_to'];
  if (value === undefined || value === null) return {};
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (all.length > 1) throw faultAt('reply_to', 'must be exactly one address for broadcasts.');
  return { reply_to: all[0] ?? null };
}

async function reported<T>(work: () => Promise<T>): Promise<T> {
  return underNames((field) => NAMES[field.split('.', 1)[0] ?? ''] ?? field, work);
}

/** Formats a campaign for a listing. */
export function presentSummary(row: BroadcastSummary): object {
  const [segment] = row.lists;
  const segmentId = segment === undefined ? null : shownObjectId('segment', segment);
  return {
    id: shownObjectId('broadcast', row.id),
    name: row.title,
    audience_id: segmentId,
    segment_id: segmentId,
    status: STATUSES[row.status] ?? 'queued',
    created_at: row.created_at,
    scheduled_at: row.scheduled_at,
    sent_at: row.sent_at,
  };
}

/** Formats a single campaign with its content. */
export function presentBroadcast(row: Broadcast, topicId: number | undefined): object {
  const from = parseMailbox(row.from_email);
  return {
    object: 'broadcast',
    ...presentSummary(row),
    from: isFault(from) ? row.from_email : presentMailbox({ ...from, name: row.from_name }),
    subject: row.subject,
    reply_to: row.reply_to === null ? null : [row.reply_to],
    preview_text: row.preview_text,
    html: row.html,
    text: row.text,
    topic_id: topicId === undefined ? null : shownObjectId('topic', topicId),
  };
}

import type { Db } from '../../../../base/db.ts';
import { presentId } from '../../../../base/ids.ts';
import { Refusal } from '../../../../base/refusal.ts';
import { presentProgress, progressOf } from '../../../tenants/progress/index.ts';
import { listedByIds, readMessage } from '../../messages/index.ts';
import { WEBHOOK_STATES } from '../../webhooks/index.ts';
import type { LiveFrame } from '../present.ts';
import { eventsByIds, recipientStates, webhookStates, type ChangeRow } from '../queries.ts';
import { routesOf, type RouteParts } from '../route-view.ts';

/** A change found by a poll. */
export interface Change {
  readonly kind: NonNullable<ChangeRow['kind']>;
  readonly messageId: string | null;
  readonly id: string;
  readonly recipientNo: number;
  readonly attemptNo: number;
  readonly xid: number;
}

/**
 * A frame and the changes from which it was created. The frame is sent to every listener that has not seen all of these
 * changes.
 */
export interface SourcedFrame {
  readonly frame: LiveFrame;
  readonly sources: readonly Change[];
  /** ID of the message whose listeners receive the frame. */
  readonly watched?: string;
}

/** Converts a row to a change. Returns undefined for the row that contains only the snapshot. Pure. */
export function toChange(row: ChangeRow): Change | undefined {
  if (row.kind === null || row.id === null || row.xid === null) return undefined;
  const part = row.part_no ?? 0;
  const isAttempt = row.kind === 'attempt';
  return {
    kind: row.kind,
    messageId: row.message_id,
    id: row.id,
    recipientNo: isAttempt ? part >> 16 : part,
    attemptNo: isAttempt ? part & 0xff_ff : 0,
    xid: row.xid,
  };
}

/**
 * Returns the frames for changes, in this order: messages, events, webhooks, jobs, and new legs of watched messages.
 */
export async function framesOf(
  parts: RouteParts,
  accountId: number,
  changes: readonly Change[],
  watched: readonly string[],
): Promise<SourcedFrame[]> {
  const ofMessages = changes.filter(({ kind }) => kind === 'message' || kind === 'event');
  const byMessage = Map.groupBy(ofMessages, ({ messageId }) => messageId ?? '');
  const messages = await listedByIds(parts.db, accountId, [...byMessage.keys()]);
  const shown = new Map(messages.map((message) => [message.id, message]));
  const frames: SourcedFrame[] = [];
  for (const [messageId, sources] of byMessage) {
    const data = shown.get(presentId('tm', messageId));
    if (data) frames.push({ sources, frame: { event: 'message', data } });
  }
  frames.push(...(await eventFrames(parts.db, accountId, changes)));
  frames.push(...(await webhookFrames(parts.db, accountId, changes)));
  frames.push(...(await progressFrames(parts.db, accountId, changes)));
  for (const messageId of watched) frames.push(...(await routeFrames(parts, accountId, changes, messageId)));
  return frames;
}

async function eventFrames(db: Db, accountId: number, changes: readonly Change[]): Promise<SourcedFrame[]> {
  const events = changes.filter(({ kind }) => kind === 'event');
  if (events.length === 0) return [];
  const sources = new Map(events.map((change) => [change.id, change]));
  const rows = await eventsByIds(
    db,
    accountId,
    events.map(({ messageId }) => messageId ?? ''),
    events.map(({ id }) => id),
  );
  return rows.flatMap((row): SourcedFrame[] => {
    const source = sources.get(row.id);
    if (!source) return [];
    const data = {
      id: presentId('whd', row.id),
      message_id: presentId('tm', row.message_id),
      recipient: row.recipient,
      event: row.event,
      occurred_at: row.occurred_at.toISOString(),
      status: row.status,
      reason: row.reason,
    };
    return [{ sources: [source], frame: { event: 'event', data } }];
  });
}

async function webhookFrames(db: Db, accountId: number, changes: readonly Change[]): Promise<SourcedFrame[]> {
  const webhooks = changes.filter(({ kind }) => kind === 'webhook');
  if (webhooks.length === 0) return [];
  const rows = await webhookStates(
    db,
    accountId,
    webhooks.map(({ id }) => id),
  );
  const sources = new Map(webhooks.map((change) => [change.id, change]));
  return rows.flatMap((row): SourcedFrame[] => {
    const source = sources.get(row.id);
    if (!source) return [];
    const data = {
      id: presentId('wdl', row.id),
      event_id: presentId('whd', row.event_id),
      message_id: row.message_id === null ? null : presentId('tm', row.message_id),
      event: row.event,
      state: WEBHOOK_STATES[row.state] ?? 'waiting',
      // 0 means an attempt without a response.
      answer: row.answer === 0 ? null : row.answer,
      attempt_count: row.attempts,
      next_attempt_at: row.next_at?.toISOString() ?? null,
    };
    return [{ sources: [source], frame: { event: 'webhook', data } }];
  });
}

async function progressFrames(db: Db, accountId: number, changes: readonly Change[]): Promise<SourcedFrame[]> {
  const sources = new Map(changes.filter(({ kind }) => kind === 'progress').map((change) => [change.id, change]));
  if (sources.size === 0) return [];
  const rows = await progressOf(db, accountId, [...sources.keys()]);
  return rows.flatMap((row): SourcedFrame[] => {
    const source = sources.get(row.id);
    return source ? [{ sources: [source], frame: { event: 'progress', data: presentProgress(row) } }] : [];
  });
}

/**
 * Returns the frames for the route of a message. Each frame contains the route legs that one source record adds, so
 * that listeners receive only new legs.
 */
async function routeFrames(
  parts: RouteParts,
  accountId: number,
  changes: readonly Change[],
  messageId: string,
): Promise<SourcedFrame[]> {
  const ofMessage = changes.filter((change) => change.messageId === messageId);
  if (ofMessage.length === 0) return [];
  const states = await recipientStates(parts.db, accountId, messageId);
  const stored = await readMessage(parts, { accountId }, presentId('tm', messageId)).catch((error: unknown) => {
    // The message's partition has been dropped, so there is nothing to report.
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (!stored) return [];
  const routes = await routesOf(parts, accountId, stored, states, states);
  return routes.flatMap(({ is_final, legs, message_id, next_attempt_at, recipient, recipientNo, status }) => {
    const bySource = Map.groupBy(legs, ({ source }) => source);
    return [...bySource].flatMap(([source, ofSource]): SourcedFrame[] => {
      const sources = ofMessage.filter((change) => sourceOf(change, recipientNo) === source);
      if (sources.length === 0) return [];
      const data = { message_id, recipient, status, is_final, next_attempt_at, legs: ofSource.map(({ leg }) => leg) };
      return [{ sources, watched: messageId, frame: { event: 'route', data } }];
    });
  });
}

/**
 * Returns the key of the route legs that a change produces for a recipient. Returns undefined if the change concerns
 * another recipient or produces no legs.
 */
function sourceOf(change: Change, recipientNo: number): string | undefined {
  switch (change.kind) {
    case 'message':
      return 'message';
    case 'progress':
      return undefined;
    case 'webhook':
      return `webhook ${change.id}`;
    case 'event':
      return change.recipientNo === recipientNo ? `event ${change.id}` : undefined;
    case 'attempt':
      return change.recipientNo === recipientNo ? `attempt ${change.attemptNo}` : undefined;
  }
}

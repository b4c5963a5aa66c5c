import { Refusal } from '../../../base/refusal.ts';
import type { CampaignRow, CampaignState, DraftChange } from './resource.ts';

type Stated = Pick<CampaignRow, 'kind' | 'state'>;

/** Fields of a change that are content: they may change as long as something is unsent. */
const CONTENT = new Set([
  'title',
  'subject',
  'preview_text',
  'html',
  'design',
  'plain_text',
  'inlines_css',
  'from_name',
  'from_email',
  'reply_to',
]);

/** Where a campaign stands, as the middle of a sentence. */
const STANDS: Readonly<Record<CampaignState, string>> = {
  draft: 'is a draft',
  scheduled: 'is scheduled',
  preparing: 'is being sent',
  sending: 'is being sent',
  paused: 'is paused during sending',
  sent: 'was sent',
  cancelled: 'was canceled during sending',
};

function conflict(message: string, fix: string): Refusal {
  // Callers of the account API are shown the message alone.
  return new Refusal('conflict', { message: `${message} ${fix}`, fix });
}

/**
 * Throws conflict for a change that is not allowed now. Drafts change in all; one that is scheduled changes together with its
 * time (null makes it a draft); one that is paused, and what is no campaign proper, in its content alone.
 */
export function requireChangeable({ kind, state }: Stated, change: DraftChange): void {
  if (kind !== 'campaign') return requireContentAlone(kind, change);
  if (state === 'draft') return;
  if (state === 'scheduled') {
    if (change.schedule !== undefined) return;
    throw conflict(
      'The campaign is scheduled.',
      'Set `scheduled_at` to null to make it a draft, or to another time to reschedule it.',
    );
  }
  if (state === 'paused') {
    if (Object.keys(change).every((field) => CONTENT.has(field))) return;
    throw conflict('The campaign is paused during sending.', 'You can change only its content.');
  }
  const isMoving = state === 'preparing' || state === 'sending';
  throw conflict(
    `The campaign ${STANDS[state]} and cannot be changed.`,
    isMoving ? 'Pause the campaign to change the content of unsent emails.' : 'Create a new campaign.',
  );
}

/** When and to whom such mails are sent follows from what they are for. */
function requireContentAlone(kind: 'confirmation' | 'automation', change: DraftChange): void {
  const others = Object.entries(change).filter(([field, value]) => {
    // What was never scheduled is unscheduled already.
    const saysNothing = field === 'schedule' && value === null;
    const isTracking = field === 'tracks_opens' || field === 'tracks_clicks';
    // A mail that asks to confirm is never tracked.
    const mayTrack = isTracking && (kind === 'automation' || value === false);
    return !CONTENT.has(field) && !mayTrack && !saysNothing;
  });
  if (others.length > 0)
    throw conflict(
      `This is ${nameOf(kind)}.`,
      'You can change only the content, because the email is sent automatically.',
    );
}

/** Throws conflict unless the campaign is a draft that people send. */
export function requireDraftToSend({ kind, state }: Stated): void {
  if (kind !== 'campaign')
    throw conflict(
      `This is ${nameOf(kind)}.`,
      'You cannot send or schedule this email, because it is sent automatically.',
    );
  if (state === 'draft') return;
  const fix =
    state === 'scheduled'
      ? 'To send the campaign now, first set `scheduled_at` to null.'
      : 'Create a new campaign, or clone it for some of its recipients.';
  throw conflict(`The campaign ${STANDS[state]}. Only drafts can be sent.`, fix);
}

/** Throws conflict unless the campaign is a draft that people may delete. */
export function requireDraftToDelete({ kind, state }: Stated): void {
  if (kind === 'confirmation')
    throw conflict(
      `This is ${nameOf(kind)}.`,
      'You cannot delete this email. To stop sending it, turn off double opt-in.',
    );
  if (kind === 'automation')
    throw conflict(`This is ${nameOf(kind)}.`, 'To delete the email, remove it from its automation.');
  if (state === 'draft') return;
  const fix = state === 'scheduled' ? 'First set `scheduled_at` to null.' : 'Only drafts can be deleted.';
  throw conflict(`The campaign ${STANDS[state]} and cannot be deleted.`, fix);
}

/** A campaign that changed between the look at it and its lock. */
export function changedMeanwhile(): Refusal {
  return conflict('The campaign was changed by another request.', 'Get the campaign again and repeat the request.');
}

/** A campaign that is not as the caller has seen it. */
export function changedByOthers(): Refusal {
  return conflict(
    'The campaign has changed since you read it.',
    'Get the campaign again, or omit the `If-Match` header to overwrite the changes.',
  );
}

function nameOf(kind: 'confirmation' | 'automation'): string {
  return kind === 'confirmation' ? 'the confirmation email' : 'an automation email';
}

import { Refusal } from '../../../base/refusal.ts';
import type { CampaignRow, CampaignState, DraftChange } from './resource.ts';

type Stated = Pick<CampaignRow, 'kind' | 'state'>;

/** Content fields, which can also be changed while the campaign is paused. */
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

/** Descriptions of campaign states in error messages. */
const STANDS: Readonly<Record<CampaignState, string>> = {
  draft: 'is a draft',
  scheduled: 'is scheduled',
  preparing: 'is being sent',
  sending: 'is being sent',
  paused: 'was paused while it was being sent',
  sent: 'was sent',
  cancelled: 'was canceled while it was being sent',
};

function conflict(message: string, fix: string): Refusal {
  // The account API returns only the message, so the message also contains the fix.
  return new Refusal('conflict', { message: `${message} ${fix}`, fix });
}

/**
 * Throws conflict for a change that the state does not allow. All fields of a draft can change. A scheduled campaign
 * can change only together with its send time (null turns the campaign back into a draft). Only the content of a paused
 * campaign can change. For confirmation and automation emails, see `requireContentAlone`.
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
    throw conflict(
      'The campaign was paused while it was being sent.',
      'You can change only the content of a paused campaign.',
    );
  }
  const isMoving = state === 'preparing' || state === 'sending';
  throw conflict(
    `The campaign ${STANDS[state]} and cannot be changed.`,
    isMoving ? 'Pause the campaign to change the content of unsent emails.' : 'Create a new campaign.',
  );
}

/**
 * Throws conflict for changes that are not possible because the email is sent automatically. For confirmation emails,
 * only the content can change. For automation emails, tracking can change too.
 */
function requireContentAlone(kind: 'confirmation' | 'automation', change: DraftChange): void {
  const others = Object.entries(change).filter(([field, value]) => {
    // Removing the schedule is allowed and has no effect, because these emails are never scheduled.
    const saysNothing = field === 'schedule' && value === null;
    const isTracking = field === 'tracks_opens' || field === 'tracks_clicks';
    // Confirmation emails are never tracked.
    const mayTrack = isTracking && (kind === 'automation' || value === false);
    return !CONTENT.has(field) && !mayTrack && !saysNothing;
  });
  if (others.length > 0)
    throw conflict(
      `This is ${nameOf(kind)}.`,
      'You can change only the content, because the email is sent automatically.',
    );
}

/** Throws conflict unless the campaign is a draft that users can send. */
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

/** Throws conflict unless the campaign is a draft that users can delete. */
export function requireDraftToDelete({ kind, state }: Stated): void {
  if (kind === 'confirmation')
    throw conflict(
      `This is ${nameOf(kind)}.`,
      'You cannot delete this email. To stop sending the email, turn off double opt-in.',
    );
  if (kind === 'automation')
    throw conflict(`This is ${nameOf(kind)}.`, 'To delete the email, remove it from its automation.');
  if (state === 'draft') return;
  const fix = state === 'scheduled' ? 'First set `scheduled_at` to null.' : 'Only drafts can be deleted.';
  throw conflict(`The campaign ${STANDS[state]} and cannot be deleted.`, fix);
}

/** Returns the error for a campaign that changed between being read and being locked. */
export function changedMeanwhile(): Refusal {
  return conflict('The campaign was changed by another request.', 'Get the campaign again and repeat the request.');
}

/** Returns the error for a campaign whose version does not match If-Match. */
export function changedByOthers(): Refusal {
  return conflict(
    'The campaign has changed since you read it.',
    'Get the campaign again, or omit the `If-Match` header to overwrite the changes.',
  );
}

function nameOf(kind: 'confirmation' | 'automation'): string {
  return kind === 'confirmation' ? 'the confirmation email' : 'an automation email';
}

import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { presentId } from '../../../base/ids.ts';
import { Refusal } from '../../../base/refusal.ts';
import { mailFrameHeaders } from '../../../http/mail-frame.ts';
import type { Reply } from '../../../http/route.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { previewOfText, type PreviewMode } from '../../../mail/preview.ts';
import { createPreparer, type PreparedMail, type PrepareParts } from '../../sending/delivery/index.ts';
import { readMessage, requireContent, unreadable, type StoredMessage } from '../messages/index.ts';
import { recipientStates, type RecipientStateRow } from './queries.ts';
import { chooseRecipient } from './route-view.ts';

/** Dependencies for composing a message in the same way as for delivery. */
export interface SourceParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly html: HtmlWork;
  readonly prepare: PrepareParts;
}

/** A message as it is sent to one recipient. */
export interface Composed {
  readonly stored: StoredMessage;
  readonly recipient: RecipientStateRow;
  readonly mail: PreparedMail;
}

/**
 * Composes and signs the message to a recipient again. Throws not_found if the message or the recipient does not exist,
 * if the stored content is corrupt, or if the domain no longer has a key.
 */
export async function composeFor(
  parts: SourceParts,
  accountId: number,
  id: string,
  recipient: string | undefined,
): Promise<Composed> {
  const stored = await readMessage(parts, { accountId }, id);
  const chosen = chooseRecipient(await recipientStates(parts.db, accountId, stored.row.id), recipient);
  const key = {
    accountId,
    messageId: stored.row.id,
    mailClass: 'transactional',
    recipientNo: chosen.recipient_no,
  } as const;
  await requireKeys(parts.prepare, accountId, stored);
  // Create a new preparer for each request, because the caches of a shared preparer would only waste memory.
  return { stored, recipient: chosen, mail: await createPreparer(parts.prepare).mail(key) };
}

async function requireKeys({ loadMails, signingKeys }: PrepareParts, accountId: number, { row }: StoredMessage) {
  const key = { accountId, messageId: row.id, mailClass: 'transactional' } as const;
  const outgoing = (await loadMails([key])).get(row.id);
  if (!outgoing) throw new Refusal('not_found');
  if (outgoing instanceof Error) throw unreadable();
  try {
    await signingKeys(accountId, outgoing.signingDomain);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('no signing key')) throw error;
    throw new Refusal('not_found', {
      message: `The email cannot be signed again because the keys of ${outgoing.signingDomain} have been deleted.`,
    });
  }
}

/** Returns the bytes of a message as text, or as a file download. */
export function replyWithSource({ mail, stored }: Composed, isDownload: boolean): Reply {
  const name = `${presentId('tm', stored.row.id)}.eml`;
  return {
    status: 200,
    body: mail.data,
    headers: isDownload
      ? { 'content-type': 'message/rfc822', 'content-disposition': `attachment; filename="${name}"` }
      : { 'content-type': 'text/plain; charset=utf-8' },
  };
}

export interface PreviewRequest {
  readonly mode: PreviewMode;
  /** Whether to load remote images, which may reveal to the sender that the message is being viewed. */
  readonly images: boolean;
}

/**
 * Returns the message as a page for a same-origin frame. Shows the submitted content, without the tracking pixel and
 * tracked links, so that viewing it is not counted as an open.
 */
export async function replyWithPreview(
  work: HtmlWork,
  { row }: StoredMessage,
  { images, mode }: PreviewRequest,
  baseUrl: string,
): Promise<Reply> {
  const { html, text } = requireContent(row.content);
  return {
    status: 200,
    body:
      html === undefined ? previewOfText(text ?? '', mode) : await work.run(row.account_id, 'frameHtml', html, mode),
    headers: mailFrameHeaders(images, baseUrl),
  };
}

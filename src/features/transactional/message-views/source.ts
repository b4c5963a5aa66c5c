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

/** What composing takes; delivery does it with the same. */
export interface SourceParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly html: HtmlWork;
  readonly prepare: PrepareParts;
}

/** A mail as it goes to one recipient. */
export interface Composed {
  readonly stored: StoredMessage;
  readonly recipient: RecipientStateRow;
  readonly mail: PreparedMail;
}

/**
 * Composes and signs the mail of a recipient once more: the same bytes as on every attempt, as long as the same keys sign.
 * Throws not_found, also when no key of the domain is kept any more.
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
  // One preparer a request: what it keeps would only hold memory here, where mails are looked at one by one.
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

/** The bytes of a mail as text to be read, or as a file to be saved. */
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

/** How a preview is asked for. */
export interface PreviewRequest {
  readonly mode: PreviewMode;
  /** Whether pictures are fetched from where they lie; whoever sent the mail may then know that it is looked at. */
  readonly images: boolean;
}

/**
 * The mail as a page for a frame of the same origin. Shown is what was asked to be sent, without the picture and the links
 * that tracking adds: looking at a mail here is no open.
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

import type { IncomingHttpHeaders } from 'node:http';
import { presentId, timeOfUuid } from '../../../base/ids.ts';
import { domainOf, isFault, parseMailbox } from '../../../mail/address.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import {
  readableContent,
  messageIdOf,
  statusOf,
  type StoredListed,
  type StoredMessage,
} from '../../transactional/messages/index.ts';
import { shownId } from './ids.ts';

/** Formats a message for a listing. All keys are always set, because typed clients require them. */
export function presentListed({ events, recipients, row }: StoredListed, headers: IncomingHttpHeaders) {
  const { head, id, sender, subject } = row;
  return {
    id: shownId(presentId('tm', id), headers),
    message_id: messageIdHeader(id, sender),
    from: sender,
    to: head.to,
    cc: head.cc,
    bcc: head.bcc,
    reply_to: head.reply_to,
    subject,
    // Clients require times with a fraction and an offset.
    created_at: new Date(timeOfUuid(id)).toISOString(),
    last_event: lastEventOf(
      recipients.map(({ status }) => status),
      events.map(({ event }) => event),
    ),
    scheduled_at: null,
    topic_id: null,
  };
}

/** Formats a single message, with bodies and tags. */
export async function presentMessage(work: HtmlWork, stored: StoredMessage, headers: IncomingHttpHeaders) {
  const { html, text } = readableContent(stored.row.content);
  return {
    object: 'email',
    ...presentListed(stored, headers),
    html: html ?? null,
    // If the request contains no text, recipients receive text generated from the HTML.
    text: text ?? (html === undefined ? null : await work.run(stored.row.account_id, 'htmlToText', html)),
    tags: stored.row.head.tags ?? tagsOf(stored.row.tag),
  };
}

function tagsOf(tag: string | null) {
  return tag === null ? [] : [{ name: 'tag', value: tag }];
}

/**
 * Determines the status of a message in this API from the statuses of its recipients and from its events in order.
 * Pure.
 */
export function lastEventOf(statuses: readonly number[], events: readonly string[]): string {
  const status = statusOf(Math.max(...statuses));
  if (status === 'delivered') {
    if (events.includes('clicked')) return 'clicked';
    return events.includes('opened') ? 'opened' : status;
  }
  const isInProgress = status === 'queued' || status === 'sent';
  return isInProgress && events.at(-1) === 'delayed' ? 'delivery_delayed' : status;
}

function messageIdHeader(id: string, sender: string): string {
  const mailbox = parseMailbox(sender);
  if (isFault(mailbox)) throw new Error(`Cannot parse the stored sender: ${mailbox.fault}`);
  return `<${messageIdOf(id, domainOf(mailbox.address))}>`;
}

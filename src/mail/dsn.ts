import { fieldGroups, shownWords, type Fields, type ReceivedMail } from './received-mail.ts';

/** What a reporting server did with a recipient (RFC 3464 section 2.3.3). */
export type DsnAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';

/** One recipient of a delivery status notification. */
export interface DsnRecipient {
  readonly action: DsnAction;
  /** Enhanced status code (RFC 3463), the more telling one of the two that a report may hold; null without one. */
  readonly status: string | null;
  /** The words of the server that refused, with its code in front where it gave one. */
  readonly reason: string | null;
}

/** A code that says the class and nothing else. */
const VAGUE = /^[245]\.0\.0$/;
const STATUS = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;
const ACTIONS: readonly DsnAction[] = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'];
/** RFC 3464; RFC 6533 for addresses with more than ASCII. */
const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];

/** The recipients of a delivery status notification (RFC 3464); undefined when the mail is none. */
export function readDsn({ parts }: ReceivedMail): DsnRecipient[] | undefined {
  const part = parts.find(({ mimeType }) => STATUS_TYPES.includes(mimeType));
  if (!part) return undefined;
  return fieldGroups(part.content).flatMap((fields) => {
    const action = actionOf(fields);
    return action ? [{ action, ...causeOf(fields) }] : [];
  });
}

/** The server's words as one reply: multi-line replies repeat their code on each line (RFC 5321 section 4.2.1). */
export function joinReply(text: string): string {
  const words = shownWords(text);
  const code = /^([245]\d\d)[ -](?:#?([245]\.\d{1,3}\.\d{1,3}))?/.exec(words);
  if (!code) return words;
  const [, basic = '', enhanced] = code;
  const repeated = enhanced === undefined ? `${basic}[- ]` : `${basic}[- ](?:#?${enhanced.replaceAll('.', '\\.')})?`;
  const rest = words.slice(code[0].length).replaceAll(new RegExp(`\\s(?:${repeated})\\s*`, 'g'), ' ');
  return [basic, enhanced, rest.replace(/^[\s:-]+/, '').trim()].filter(Boolean).join(' ');
}

/** The action in its own words or, where a server invents one or gives none, what its status code says. */
function actionOf(fields: Fields): DsnAction | undefined {
  const said = fields
    .get('action')
    ?.replace(/[(;].*/s, '')
    .trim()
    .toLowerCase();
  const known = ACTIONS.find((action) => action === said);
  if (known || (said === undefined && !fields.has('final-recipient'))) return known;
  if (said === 'failure' || said === 'fail') return 'failed';
  return fields.get('status')?.trim().startsWith('5.') ? 'failed' : undefined;
}

function causeOf(fields: Fields): { status: string | null; reason: string | null } {
  const given = STATUS.exec(fields.get('status') ?? '')?.[1] ?? null;
  // The type of the words comes first: smtp, x-unix, X-Postfix, x-qmail (RFC 3464 section 2.1.2).
  const words = (fields.get('diagnostic-code') ?? '').replace(/^\s*[\w.-]{1,40}\s*;/, '');
  const reason = joinReply(words.replace(/^\s*(?:said:\s*)?/i, ''));
  const told = STATUS.exec(reason)?.[1] ?? null;
  return {
    status: given === null || (VAGUE.test(given) && told !== null) ? (told ?? given) : given,
    reason: reason === '' ? null : reason,
  };
}

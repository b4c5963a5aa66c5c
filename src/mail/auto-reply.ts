import type { ReceivedMail } from './received-mail.ts';

/** Matches common subjects of automatic replies in several languages. */
const ABSENT =
  /^\s*(?:(?:re|aw|sv):\s*)?(?:automatic reply|auto[- ]?(?:matic )?(?:reply|response|antwort)|autoreply|autosvar|out[- ]of[- ](?:the[- ])?office|ooo\b|away from|on vacation|vacation|abwesen|automatische antwort|automatisch antwoord|r[ée]ponse automatique|absence|respuesta autom[aá]tica|risposta automatica|resposta autom[aá]tica)/i;

/**
 * Returns whether the headers indicate that software, such as an autoresponder, wrote the message (RFC 3834). Such a
 * message says nothing about delivery. Servers mark bounces in the same way, so call this only for messages that are
 * not reports and do not look like bounces.
 */
export function isAutoReply({ headers }: ReceivedMail): boolean {
  const submitted = headers
    .get('auto-submitted')
    ?.replace(/[;(].*/s, '')
    .trim()
    .toLowerCase();
  if (submitted !== undefined && submitted !== 'no') return true;
  if (/^\s*(?:bulk|auto_reply|junk)\b/i.test(headers.get('precedence') ?? '')) return true;
  if (headers.has('x-autoreply') || headers.has('x-autorespond') || headers.has('x-autoresponder')) return true;
  return ABSENT.test(headers.get('subject') ?? '');
}

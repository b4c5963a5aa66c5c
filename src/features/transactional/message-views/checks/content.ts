import type { Check } from '../present.ts';
import { checked, type Field } from './facts.ts';

/** From this size on Gmail shows the beginning of a mail and a link to the rest. */
export const CLIPPED_FROM_BYTES = 102 * 1024;
/** What a list of mails on a phone shows of a subject, about. */
const LONG_SUBJECT_CHARACTERS = 70;
const MAX_NAMED = 5;
/** Tags end at the next angle bracket here, so that no text makes the search go back and forth. */
const IMAGE = /<img\b[^<>]{0,8000}/gi;
const LINK = /<a\b[^<>]{0,8000}/gi;
const HREF = /\shref\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** What a mail holds. */
export interface Content {
  readonly fields: readonly Field[];
  readonly sizeBytes: number;
  readonly subject: string;
  readonly html: string | undefined;
  readonly text: string | undefined;
}

/** What is said of the content of a mail by rules alone. Pure. */
export function checkContent(content: Content): Check[] {
  return [
    judgeOneClick(content.fields),
    judgeSize(content),
    judgeText(content),
    judgeAltTexts(content.html ?? ''),
    judgeLinks(content.html ?? ''),
    judgeSubject(content.subject),
  ];
}

/** Unsubscribing with one click counts only within a signature (RFC 8058 section 4). */
function judgeOneClick(fields: readonly Field[]): Check {
  const [id, title] = ['one-click', 'One-click unsubscribing'];
  const valueOf = (wanted: string): string | undefined => fields.find(({ name }) => name === wanted)?.value;
  const list = valueOf('list-unsubscribe');
  const post = valueOf('list-unsubscribe-post');
  if (list === undefined && post === undefined) {
    return checked(id, title, 'pass', 'The mail has no List-Unsubscribe; mail to single people needs none.');
  }
  const fix =
    'Give the headers List-Unsubscribe with an https address and List-Unsubscribe-Post: List-Unsubscribe=One-Click.';
  if (!list || !/<https:[^>]+>/i.test(list)) {
    return checked(id, title, 'warn', 'List-Unsubscribe has no https address.', { fix });
  }
  if (post?.replaceAll(' ', '').toLowerCase() !== 'list-unsubscribe=one-click') {
    return checked(id, title, 'warn', 'List-Unsubscribe-Post is missing or says something else.', { fix });
  }
  const isSigned = fields.some(({ name, value }) => {
    const signed =
      name === 'dkim-signature'
        ? /;\s*h=([^;]*)/i
            .exec(value)?.[1]
            ?.toLowerCase()
            .split(/\s*:\s*/)
        : [];
    return signed?.includes('list-unsubscribe') && signed.includes('list-unsubscribe-post');
  });
  if (isSigned) return checked(id, title, 'pass', 'Both headers are there and signed.');
  return checked(id, title, 'fail', 'The headers are not within the signature.', { fix: 'Send the mail again.' });
}

function judgeSize({ html = '', sizeBytes, text = '' }: Content): Check {
  const [id, title] = ['size', 'Size'];
  const htmlBytes = Buffer.byteLength(html);
  const sizes = `HTML ${kilobytes(htmlBytes)}, text ${kilobytes(Buffer.byteLength(text))}, whole mail ${kilobytes(sizeBytes)}`;
  if (htmlBytes <= CLIPPED_FROM_BYTES) return checked(id, title, 'pass', `${sizes}.`);
  const fix = 'Shorten the HTML; styles that nothing uses are often most of it.';
  return checked(id, title, 'warn', `${sizes}: from 102 KB of HTML on Gmail cuts the mail off.`, { fix });
}

function judgeText({ html, text }: Content): Check {
  const [id, title] = ['text-part', 'Text part'];
  if (html === undefined) return checked(id, title, 'pass', 'The mail is text.');
  if (text !== undefined) return checked(id, title, 'pass', 'The mail has a text part of its own.');
  return checked(id, title, 'pass', 'The text part was made from the HTML.');
}

function judgeAltTexts(html: string): Check {
  const [id, title] = ['alt-texts', 'Texts for pictures'];
  const images = html.match(IMAGE) ?? [];
  const bare = images.filter((tag) => !/\salt\s{0,9}=/i.test(tag));
  if (images.length === 0) return checked(id, title, 'pass', 'There are no pictures.');
  if (bare.length === 0) return checked(id, title, 'pass', `All pictures (${images.length}) have a text.`);
  return checked(id, title, 'warn', `${bare.length} of ${images.length} pictures have no alt text.`, {
    fix: 'Give each picture an alt attribute, an empty one where it only decorates.',
    details: bare.slice(0, MAX_NAMED).map((tag) => `${tag.slice(0, 120)}>`),
  });
}

function judgeLinks(html: string): Check {
  const [id, title] = ['links', 'Links'];
  const links = (html.match(LINK) ?? []).flatMap((tag) => {
    const found = HREF.exec(tag);
    return found ? [found[1] ?? found[2] ?? found[3] ?? ''] : [];
  });
  const open = links.filter((href) => /^\s*http:/i.test(href));
  if (links.length === 0) return checked(id, title, 'pass', 'There are no links.');
  if (open.length === 0) return checked(id, title, 'pass', `No link of ${links.length} leads to an http: address.`);
  return checked(id, title, 'warn', `${open.length} of ${links.length} links lead to http: addresses.`, {
    fix: 'Let links begin with https:.',
    details: open.slice(0, MAX_NAMED).map((href) => href.slice(0, 200)),
  });
}

function judgeSubject(subject: string): Check {
  const [id, title] = ['subject', 'Subject'];
  const faults = [
    ...(/^\s*(?:re|fwd?|aw|wg)\s*:/i.test(subject) ? ['It begins as if it were an answer or forwarded.'] : []),
    ...(subject.length > LONG_SUBJECT_CHARACTERS ? [`It has ${subject.length} characters; lists show about 70.`] : []),
    ...(/\p{Lu}{4}/u.test(subject) && subject === subject.toUpperCase() ? ['It is all in capitals.'] : []),
    ...(/!{2,}|\?{2,}|\${2,}/.test(subject) ? ['It repeats punctuation.'] : []),
  ];
  if (faults.length === 0) return checked(id, title, 'pass', 'Nothing stands out.');
  return checked(id, title, 'warn', faults.join(' '), { fix: 'Say in a few plain words what the mail is about.' });
}

function kilobytes(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`;
}

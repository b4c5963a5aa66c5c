import { decodeHTML } from 'entities';
import { CAMPAIGN_LINKS } from '../campaign/names.ts';
import { htmlFacts } from './html-facts.ts';
import { htmlToText } from '../html-to-text.ts';

/** What is read of a campaign, in one of its variants. */
export interface ReadContent {
  readonly subject: string;
  readonly previewText: string;
  readonly html: string | undefined;
  readonly text: string | undefined;
}

/** Something in a content that a person should look at. */
export interface BlockedFinding {
  readonly check: 'blocked_host' | 'merged_host' | 'blocked_word';
  readonly message: string;
}

/** What contents are looked through for. */
export interface Blocked {
  /** Hosts with all below them, in lower case. */
  readonly hosts: readonly string[];
  /** Words and phrases in lower case. */
  readonly words: readonly string[];
}

/** Of a scheme, or without one as attributes may have it; a user name before the host does not hide it. */
const HOSTS = /(?:https?:)?\/\/(?:[^\s"'<>/?#@]*@)?([^\s"'<>/?#:\\]+)/gi;

/** What of these contents a person should look at. Pure; linear in the contents. */
export function findBlocked(contents: readonly ReadContent[], blocked: Blocked): BlockedFinding[] {
  const found = contents.flatMap((content) => [
    ...(blocked.hosts.length === 0 ? [] : [...hostsIn(content, blocked.hosts), ...mergedHostsIn(content)]),
    ...wordsIn(content, blocked.words),
  ]);
  return [...new Map(found.map((finding) => [finding.message, finding])).values()];
}

function hostsIn({ html = '', text = '' }: ReadContent, blocked: readonly string[]): BlockedFinding[] {
  const source = `${decodeHTML(html)}\n${text}`;
  const hosts = new Set([...source.matchAll(HOSTS)].map(([, host = '']) => plainHost(host)));
  return blocked
    .filter((name) => [...hosts].some((host) => host === name || host.endsWith(`.${name}`)))
    .map((name) => ({ check: 'blocked_host', message: `The content links to ${name}, which is blocked.` }));
}

/** As a browser would call it: in ASCII, without a dot at the end. */
function plainHost(written: string): string {
  const host = written.replace(/\.$/, '');
  const address = `http://${host}/`;
  return URL.canParse(address) ? new URL(address).hostname : host.toLowerCase();
}

/** Addresses that a merge field gives lead to what nobody knows before. */
function mergedHostsIn({ html }: ReadContent): BlockedFinding[] {
  if (html === undefined) return [];
  const isOwn = (written: string): boolean =>
    [...CAMPAIGN_LINKS, 'view_in_browser_url'].some((name) => written.includes(name));
  return htmlFacts(html, true)
    .links.filter(({ written }) => /^(?:https?:\/\/)?[^/?#]*\{[{%]/i.test(written.trim()) && !isOwn(written))
    .map(({ written }) => ({
      check: 'merged_host',
      message: `The content links to a host that a merge tag sets: ${written.slice(0, 200)}.`,
    }));
}

function wordsIn(
  { html = '', previewText, subject, text = '' }: ReadContent,
  words: readonly string[],
): BlockedFinding[] {
  if (words.length === 0) return [];
  const read = [subject, previewText, htmlToText(html), text].join('\n').toLowerCase().replaceAll(/\s+/g, ' ');
  return words
    .filter((word) => holds(read, word))
    .map((word) => ({ check: 'blocked_word', message: `The content contains “${word}”, which is blocked.` }));
}

/** Whole words: `ass` is not in `class`. */
function holds(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + word.length]];
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

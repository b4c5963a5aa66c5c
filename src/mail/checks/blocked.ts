import { decodeHTML } from 'entities';
import { CAMPAIGN_LINKS } from '../campaign/names.ts';
import { htmlFacts } from './html-facts.ts';
import { htmlToText } from '../html-to-text.ts';

/** The content of one campaign variant. */
export interface ReadContent {
  readonly subject: string;
  readonly previewText: string;
  readonly html: string | undefined;
  readonly text: string | undefined;
}

/** A finding that a person should review. */
export interface BlockedFinding {
  readonly check: 'blocked_host' | 'merged_host' | 'blocked_word';
  readonly message: string;
}

export interface Blocked {
  /** Blocked hosts, in lower case. Their subdomains are blocked too. */
  readonly hosts: readonly string[];
  /** Blocked words and phrases, in lower case. */
  readonly words: readonly string[];
}

/** Matches hosts in absolute and scheme-relative URLs, also after a user name. */
const HOSTS = /(?:https?:)?\/\/(?:[^\s"'<>/?#@]*@)?([^\s"'<>/?#:\\]+)/gi;

/** Returns the findings that a person should review, without duplicates. Pure. */
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

/** Normalizes a host as browsers do: ASCII, without the trailing dot. */
function plainHost(written: string): string {
  const host = written.replace(/\.$/, '');
  const address = `http://${host}/`;
  return URL.canParse(address) ? new URL(address).hostname : host.toLowerCase();
}

/** Finds links whose host contains Liquid, except recipient links. Their target is unknown until the email is sent. */
function mergedHostsIn({ html }: ReadContent): BlockedFinding[] {
  if (html === undefined) return [];
  const isOwn = (written: string): boolean =>
    [...CAMPAIGN_LINKS, 'view_in_browser_url'].some((name) => written.includes(name));
  return htmlFacts(html, true)
    .links.filter(({ written }) => /^(?:https?:\/\/)?[^/?#]*\{[{%]/i.test(written.trim()) && !isOwn(written))
    .map(({ written }) => ({
      check: 'merged_host',
      message: `The content contains a link whose host name comes from a merge tag: ${written.slice(0, 200)}.`,
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

/** Returns whether text contains a whole word. `ass` does not match `class`. */
function holds(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + word.length]];
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

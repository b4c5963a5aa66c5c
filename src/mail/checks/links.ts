import { COVER } from '../template/cover.ts';
import { fine, found, type Finding } from './finding.ts';
import type { Link } from './html-facts.ts';

/** Result of fetching a link. */
export interface LinkResult {
  readonly url: string;
  /** Reason why the request failed, for display. Undefined if it succeeded. */
  readonly fault: string | undefined;
}

/** URL shorteners. All users of a shortener share its domain and reputation. */
const SHORTENERS = new Set(
  (
    'bit.ly tinyurl.com t.co goo.gl ow.ly is.gd buff.ly rebrand.ly cutt.ly shorturl.at ' +
    'rb.gy t.ly tiny.cc v.gd bl.ink adf.ly lnkd.in soo.gd s.id tr.im'
  ).split(' '),
);
/** Matches hosts on the recipient's machine or local network. */
const LOCAL = /^(?:localhost|.*\.(?:localhost|local|internal|lan|home\.arpa)|[^.]+)$/;
const PRIVATE =
  /^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[(?:::1?\]|f[cd]|fe[89ab]))/;

interface Rule {
  readonly level: 'warning' | 'error';
  /** Description of the problem, which is shown after the number of affected links. */
  readonly says: string;
  readonly fix: string;
  readonly breaks: (href: string, host: string | undefined) => boolean;
}

/** Rule for links whose URL contains a recipient link that other text breaks. Applied through `isBroken`. */
const BROKEN: Rule = {
  level: 'error',
  says: 'have text around a merge tag in their URL and do not work',
  fix: 'Use only the merge tag as the URL: href="{{ unsubscribe_url }}".',
  breaks: () => false,
};

/** Rules in the order in which they apply. Only the first one that matches is reported for a link. */
const RULES: readonly Rule[] = [
  {
    level: 'warning',
    says: 'have no target',
    fix: 'Add a URL, or change the links to text.',
    breaks: (href) => href === '' || href === '#',
  },
  {
    level: 'error',
    says: 'have a URL scheme that is not allowed in emails',
    fix: 'Start links with https:, mailto:, or tel:.',
    breaks: (href) => {
      const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href.replaceAll(/[\u0000-\u0020]/g, ''))?.[1]?.toLowerCase();
      return scheme !== undefined && !['http', 'https', 'mailto', 'tel', 'sms'].includes(scheme);
    },
  },
  {
    level: 'error',
    says: 'have no scheme or no host',
    fix: 'Use the full URL, starting with https://.',
    breaks: (href, host) =>
      !href.startsWith('#') && !/^(?:mailto|tel|sms):/i.test(href) && (host === undefined || host === ''),
  },
  {
    level: 'error',
    says: 'point to the recipient’s own machine or network',
    fix: 'Use a public URL.',
    breaks: (_, host = '') => host !== '' && ((LOCAL.test(host) && !host.startsWith('[')) || PRIVATE.test(host)),
  },
  {
    level: 'warning',
    says: 'point to an IP address',
    fix: 'Use a host name. Spam filters treat links to IP addresses as a sign of fraud.',
    breaks: (_, host = '') => /^\[|^\d+\.\d+\.\d+\.\d+$/.test(host),
  },
  {
    level: 'warning',
    says: 'use a link shortener',
    fix: 'Link directly to the page. Spam filters may block a link shortener because of its other users.',
    breaks: (_, host = '') => SHORTENERS.has(host.replace(/^www\./, '')),
  },
  {
    level: 'warning',
    says: 'use http: instead of https:',
    fix: 'Start links with https:.',
    breaks: (href) => /^http:/i.test(href),
  },
];

/**
 * Checks link addresses. Reports broken recipient links. Skips other addresses in which a merge tag is at the start or
 * in the host, because their target depends on the recipient.
 */
export function judgeLinks(links: readonly Link[]): Finding {
  if (links.length === 0) return fine('links', 'The HTML contains no links.');
  const broken = new Map<Rule, Link[]>();
  for (const link of links) {
    const rule = link.isBroken ? BROKEN : ruleOf(link.href);
    const list = rule && broken.get(rule);
    if (list) list.push(link);
    else if (rule) broken.set(rule, [link]);
  }
  const all = [...broken].toSorted(([a], [b]) => Number(b.level === 'error') - Number(a.level === 'error'));
  const [worst] = all;
  if (!worst) return fine('links', `All links (${links.length}) are valid.`);
  return found(
    'links',
    worst[0].level,
    all.map(([rule, of]) => `${of.length} of ${links.length} links ${rule.says}.`).join(' '),
    {
      fix: all.map(([rule]) => rule.fix).join(' '),
      where: all.flatMap(([, of]) => of.map(({ written }) => written)),
    },
  );
}

/** Reports the links that could not be fetched. */
export function judgeLinkAnswers(results: readonly LinkResult[]): Finding {
  const silent = results.filter(({ fault }) => fault !== undefined);
  if (silent.length === 0) return fine('link-answers', `All checked links (${results.length}) respond.`);
  return found('link-answers', 'warning', `${silent.length} of ${results.length} checked links do not respond.`, {
    fix: 'Open these links, and fix the ones that do not work.',
    where: silent.map(({ fault, url }) => `${url}: ${fault}`),
  });
}

function ruleOf(href: string): Rule | undefined {
  if (href.startsWith(COVER)) return undefined;
  const host = hostOf(href);
  // If the host contains a merge tag, the actual host is unknown.
  if (host?.includes('x--merged')) return undefined;
  return RULES.find((rule) => rule.breaks(href, host));
}

/** Returns the host of a web address. Returns undefined for other addresses. */
function hostOf(href: string): string | undefined {
  if (!/^https?:\/\//i.test(href)) return undefined;
  const address = href.replaceAll(new RegExp(`${COVER}+`, 'g'), 'x--merged');
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : undefined;
}

import { invalid } from '../../../base/refusal.ts';
import { isFault, parseDomain } from '../../../mail/address.ts';
import { DEFAULT_NAME, parseName } from './names.ts';
import type { NamedRoute, RoutedMail, Rule, RuleMatch } from './types.ts';

/** Maximum number of routes in one rule. */
export const MAX_ROUTES = 8;
const ANY_BELOW = '*.';

/** Routing rules, sorted for matching. */
export interface RuleBook {
  /**
   * Rules by account ID, or by undefined for rules that apply to all accounts. Each list starts with the most specific
   * rule.
   */
  readonly byAccount: ReadonlyMap<number | undefined, readonly Rule[]>;
}

/**
 * Sorts rules from most to least specific. Conditions are compared in this order: account, sender's domain, recipient's
 * domain, class. An exact domain is more specific than `*.suffix`, and a longer suffix is more specific than a shorter
 * one.
 */
export function arrangeRules(rules: readonly Rule[]): RuleBook {
  const byAccount = new Map<number | undefined, Rule[]>();
  for (const rule of [...rules].sort(bySpecificity)) {
    const known = byAccount.get(rule.accountId);
    if (known) known.push(rule);
    else byAccount.set(rule.accountId, [rule]);
  }
  return { byAccount };
}

/**
 * Returns the rule for a message, or undefined if no rule matches. Looks up the sender's domain only if a rule depends
 * on it.
 */
export async function findRule({ byAccount }: RuleBook, mail: RoutedMail): Promise<Rule | undefined> {
  const recipientDomain = mail.recipientDomain.toLowerCase();
  let senderDomain: string | undefined;
  for (const rules of [byAccount.get(mail.accountId), byAccount.get(undefined)]) {
    for (const rule of rules ?? []) {
      if (rule.class !== undefined && rule.class !== mail.class) continue;
      if (!matchesDomain(rule.recipientDomain, recipientDomain)) continue;
      if (rule.senderDomain === undefined) return rule;
      senderDomain ??= (await mail.senderDomain()).toLowerCase();
      if (matchesDomain(rule.senderDomain, senderDomain)) return rule;
    }
  }
  return undefined;
}

function matchesDomain(pattern: string | undefined, domain: string): boolean {
  if (pattern === undefined || pattern === domain) return true;
  // '*.example.com' without its asterisk. At least one character must precede the dot.
  return pattern.startsWith(ANY_BELOW) && domain.length >= pattern.length && domain.endsWith(pattern.slice(1));
}

function bySpecificity(a: Rule, b: Rule): number {
  const [left, right] = [weightsOf(a), weightsOf(b)];
  for (const [place, weight] of left.entries()) {
    const difference = (right[place] ?? 0) - weight;
    if (difference !== 0) return difference;
  }
  return a.id - b.id;
}

function weightsOf(rule: RuleMatch): readonly number[] {
  return [
    rule.accountId === undefined ? 0 : 1,
    weightOfDomain(rule.senderDomain),
    weightOfDomain(rule.recipientDomain),
    rule.class === undefined ? 0 : 1,
  ];
}

function weightOfDomain(pattern: string | undefined): number {
  if (pattern === undefined) return 0;
  return pattern.startsWith(ANY_BELOW) ? pattern.length : Number.MAX_SAFE_INTEGER;
}

/**
 * Parses a list such as `direct:marketing, relay:ses` with 1 to MAX_ROUTES different routes. Throws validation_error if
 * the list is invalid.
 */
export function parseRoutes(text: string): readonly NamedRoute[] {
  const words = text.split(',').map((part) => part.trim());
  if (words.length > MAX_ROUTES) throw invalid({ routes: [`must contain at most ${MAX_ROUTES} routes.`] });
  if (new Set(words).size < words.length) throw invalid({ routes: ['must not contain the same route twice.'] });
  return words.map(parseRoute);
}

function parseRoute(text: string): NamedRoute {
  if (text === 'inbox') return { kind: 'inbox' };
  if (text === 'direct') return { kind: 'direct', pool: undefined };
  const [kind, name = '', ...more] = text.split(':');
  if ((kind !== 'relay' && kind !== 'direct') || name === '' || more.length > 0) {
    throw invalid({ routes: [`must be inbox, direct, direct:POOL, or relay:NAME, not "${text}".`] });
  }
  if (kind === 'direct') return { kind, pool: parseName('routes', name) };
  return { kind, relay: name === DEFAULT_NAME ? name : parseName('routes', name) };
}

/** Formats a route in the notation that `parseRoutes` accepts. */
export function presentRoute(route: NamedRoute): string {
  if (route.kind === 'inbox') return 'inbox';
  if (route.kind === 'relay') return `relay:${route.relay}`;
  return route.pool === undefined ? 'direct' : `direct:${route.pool}`;
}

/**
 * Returns the domain or `*.suffix` of a rule in lower-case A-labels. Throws validation_error for `field` if the text is
 * invalid.
 */
export function parsePattern(field: string, text: string): string {
  const given = text.trim();
  const prefix = given.startsWith(ANY_BELOW) ? ANY_BELOW : '';
  const domain = parseDomain(given.slice(prefix.length));
  if (isFault(domain))
    throw invalid({ [field]: ['must be a domain like example.com, or *.example.com for all its subdomains.'] });
  return `${prefix}${domain}`;
}

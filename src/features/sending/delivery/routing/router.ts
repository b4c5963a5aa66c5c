import type { Clock } from '../../../../base/clock.ts';
import { isUnavailable } from '../../../../base/db.ts';
import { domainOf } from '../../../../mail/address.ts';
import type { SmtpTarget } from '../../../../smtp/connection.ts';
import type { RoutedMail, Source, DeliveryRoute } from '../../routes/index.ts';
import type { TlsResult, TransportSecurity } from '../../transport-security/index.ts';
import type { WarmUp, WarmUpKey } from '../../warm-up/index.ts';
import type { DirectTargets, NoTargets } from './direct-targets.ts';
import { OTHER_PROVIDER, providerOf, type Provider, type SiteLimits } from '../sites/providers.ts';
import type { RelayLookup } from './relay-lookup.ts';
import type { Claim, MailClass, QueuedMailKey } from '../types.ts';

const INBOX_CONNECTIONS = 16;
const RELAY_MAILS_A_CONNECTION = 100;
/**
 * Initial and maximum backoff, in milliseconds, while a relay is unreachable. The backoff is shorter than for other
 * servers, because an unreachable relay is usually restarting.
 */
const RELAY_UNREACHABLE_MS: SiteLimits['unreachableMs'] = [5_000, 60_000];
/** Delay, in milliseconds, if no route is left to try. */
const NO_ROUTE_MS = 60_000;
/** Delay in milliseconds if the routes cannot be read because the database is unavailable. */
const UNKNOWN_ROUTE_MS = 1_000;

/** Classes of messages that a user is waiting for. */
const URGENT: readonly MailClass[] = ['transactional', 'confirmation'];

/** The type of a route, as recorded with an attempt. */
export type RouteName = 'inbox' | 'relay' | 'direct';

/** The decision on whether a message may use a route today. Call `release` if a granted permission is not used. */
export type Admission =
  | { readonly granted: true; release(): void }
  | { readonly granted: false; readonly delayMs: number };

/** Applies the daily limit of a source that is warming up with a receiver. */
export interface Share {
  admit(): Promise<Admission>;
  /** Records that the receiver rejected a message for policy reasons. */
  notePolicyBounce(): void;
}

/** A route to the recipient's servers, a delay, or the reason why there is no route. */
export type Route =
  | {
      readonly kind: 'site';
      readonly name: RouteName;
      /** Name of the site, which depends on the servers and the source address. */
      readonly site: string;
      readonly targets: readonly SmtpTarget[];
      readonly limits: SiteLimits;
      /** The operator of the servers: a known provider, the domain of the mail servers, a relay, or the inbox. */
      readonly provider: string;
      /** Whether one process owns the site, so that the site's limits apply across all processes. */
      readonly isOwned: boolean;
      /**
       * Our source address and EHLO name. Absent for relays and the inbox, for which the defaults from the settings
       * apply.
       */
      readonly source?: Source;
      /** Index of this route among the routes of the message. */
      readonly routeIndex: number;
      readonly hasFallback: boolean;
      /** Counts TLS results for reports to the recipient's domain (RFC 8460). Absent for relays and the inbox. */
      readonly countTls?: (result: TlsResult) => void;
      /** Daily limit of the source for this receiver. Absent for relays and the inbox. */
      readonly share?: Share;
    }
  | { readonly kind: 'later'; readonly delayMs: number }
  | {
      readonly kind: 'unroutable';
      readonly name: RouteName;
      readonly result: NoTargets;
      /** The relay that cannot be found. Set only if there is another route. */
      readonly skippedRoute?: { readonly relay: string; readonly routeIndex: number };
    }
  /** The stored data that determines the route cannot be read. */
  | { readonly kind: 'unprepared'; readonly error: unknown };

type SiteRoute = Extract<Route, { kind: 'site' }>;

export interface RouterParts {
  readonly clock: Clock;
  /** Returns the routes of a message in the order in which they are tried. */
  readonly routesFor: (mail: RoutedMail) => Promise<readonly DeliveryRoute[]>;
  /** Returns the sender domain of a message, for which the message may have to be read from the database. */
  readonly senderDomainOf: (key: QueuedMailKey) => Promise<string>;
  readonly inboxPort: number;
  readonly relays: RelayLookup;
  readonly direct: DirectTargets;
  readonly countTls: TransportSecurity['count'];
  readonly warmUp: Pick<WarmUp, 'take' | 'notePolicyBounce'>;
}

/** The properties of a message that determine its route. */
export type RoutableMail = QueuedMailKey & Pick<Claim, 'recipient'>;

/** Finds the route of a recipient. Never rejects. */
export interface Router {
  /** Returns the first route, or the route after `afterRoute`. */
  route(mail: RoutableMail, afterRoute?: number): Promise<Route>;
}

export function createRouter(parts: RouterParts): Router {
  return {
    async route(mail, afterRoute = -1) {
      const recipientDomain = domainOf(mail.recipient);
      let unread: { readonly error: unknown } | undefined;
      const senderDomain = async (): Promise<string> => {
        try {
          return await parts.senderDomainOf(mail);
        } catch (error) {
          unread = { error };
          throw error;
        }
      };
      const { accountId, mailClass } = mail;
      try {
        const routes = await parts.routesFor({ accountId, class: mailClass, recipientDomain, senderDomain });
        const place = afterRoute + 1;
        const route = routes[place];
        if (!route) return { kind: 'later', delayMs: NO_ROUTE_MS };
        const about = { routeIndex: place, hasFallback: place + 1 < routes.length };
        return await routeOf(parts, mail, route, about);
      } catch {
        if (unread && !isUnavailable(unread.error)) return { kind: 'unprepared', error: unread.error };
        // The database is unavailable.
        return { kind: 'later', delayMs: UNKNOWN_ROUTE_MS };
      }
    },
  };
}

function routeOf(
  parts: RouterParts,
  mail: RoutableMail,
  route: DeliveryRoute,
  about: Pick<SiteRoute, 'routeIndex' | 'hasFallback'>,
): Promise<Route> | Route {
  switch (route.kind) {
    case 'inbox':
      return inboxRoute(parts.inboxPort, about);
    case 'relay':
      return relayRoute(parts, route, about);
    case 'direct':
      return directRoute(parts, mail, route, about);
  }
}

function inboxRoute(port: number, about: Pick<SiteRoute, 'routeIndex' | 'hasFallback'>): Route {
  const target: SmtpTarget = {
    host: 'localhost',
    address: '127.0.0.1',
    port,
    tls: 'never',
    verifyTls: false,
    login: undefined,
  };
  return {
    ...about,
    kind: 'site',
    name: 'inbox',
    site: 'inbox',
    provider: 'inbox',
    targets: [target],
    limits: limitsOf(INBOX_CONNECTIONS),
    isOwned: false,
  };
}

async function relayRoute(
  { relays }: RouterParts,
  { maxConnections, name, relay }: Extract<DeliveryRoute, { kind: 'relay' }>,
  about: Pick<SiteRoute, 'routeIndex' | 'hasFallback'>,
): Promise<Route> {
  const found = await relays.find(relay);
  if (found.kind === 'failed') {
    const skippedRoute = about.hasFallback && { skippedRoute: { relay: name, routeIndex: about.routeIndex } };
    return { kind: 'unroutable', name: 'relay', result: found, ...skippedRoute };
  }
  return {
    ...about,
    kind: 'site',
    name: 'relay',
    site: name,
    provider: name,
    targets: found.targets,
    limits: limitsOf(maxConnections),
    isOwned: false,
  };
}

async function directRoute(
  parts: RouterParts,
  mail: RoutableMail,
  { source }: Extract<DeliveryRoute, { kind: 'direct' }>,
  about: Pick<SiteRoute, 'routeIndex' | 'hasFallback'>,
): Promise<Route> {
  const domain = domainOf(mail.recipient);
  const found = await parts.direct.find(domain, source.family);
  if (found.kind !== 'targets') return { kind: 'unroutable', name: 'direct', result: found };
  const host = found.targets[0]?.host ?? '';
  const provider = providerOf(host);
  const named = providerName(provider, host);
  return {
    ...about,
    kind: 'site',
    name: 'direct',
    site: `${source.name} ${found.site}`,
    provider: named,
    targets: found.targets,
    limits: provider.limits,
    isOwned: true,
    source,
    countTls: (result) => parts.countTls(domain, found.policy, result),
    share: shareOf(parts, mail, { source: source.name, provider: named, ...about }),
  };
}

function shareOf(
  { clock, senderDomainOf, warmUp }: RouterParts,
  mail: RoutableMail,
  about: { readonly source: string; readonly provider: string; readonly hasFallback: boolean },
): Share {
  const keyOf = async (): Promise<WarmUpKey> => ({
    source: about.source,
    provider: about.provider,
    senderDomain: await senderDomainOf(mail),
  });
  return {
    async admit() {
      const answer = await warmUp.take(await keyOf());
      if (answer.granted) return answer;
      // If an urgent message has no other route, send it even if it exceeds the source's limit. A login code, for
      // example, would be useless tomorrow.
      if (!about.hasFallback && URGENT.includes(mail.mailClass)) return { granted: true, release: () => {} };
      return { granted: false, delayMs: Math.max(0, answer.nextAtMs - clock.now()) };
    },
    notePolicyBounce() {
      // The message was loaded a moment ago. If it no longer exists, there is nothing to record.
      keyOf().then(
        (key) => warmUp.notePolicyBounce(key),
        () => {},
      );
    },
  };
}

/** Returns the provider's name or, for unknown providers, the domain of the mail server. */
function providerName({ name }: Provider, host: string): string {
  return name === OTHER_PROVIDER ? host.replace(/^[^.]+\.(?=[^.]+\.)/, '') : name;
}

/** Returns the limits for one of the operator's own servers. All connections may be opened at once. */
function limitsOf(connections: number): SiteLimits {
  return {
    maxConnections: connections,
    initialConnections: connections,
    maxMailsPerConnection: RELAY_MAILS_A_CONNECTION,
    unreachableMs: RELAY_UNREACHABLE_MS,
  };
}

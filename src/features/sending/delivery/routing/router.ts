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
/** A server of our own choice that is away is being started again: nobody else's mail waits for us to be polite. */
const RELAY_UNREACHABLE_MS: SiteLimits['unreachableMs'] = [5_000, 60_000];
/** When no way is left: the last of them was the last resort. */
const NO_ROUTE_MS = 60_000;
/** When the ways cannot be told because the database is away. */
const UNKNOWN_ROUTE_MS = 1_000;

/** Mail that somebody waits for. */
const URGENT: readonly MailClass[] = ['transactional', 'confirmation'];

/** How mail leaves, as the record of an attempt names it. */
export type RouteName = 'inbox' | 'relay' | 'direct';

/** Whether a mail may go this way today; a right that was not used is given back. */
export type Admission =
  | { readonly granted: true; giveBack(): void }
  | { readonly granted: false; readonly delayMs: number };

/** The share of the day of a source that is new to a receiver. */
export interface Share {
  admit(): Promise<Admission>;
  /** The receiver refused a mail for reasons of policy. */
  notePolicyBounce(): void;
}

/** A way that leads to a mail's recipient, to a later moment, or nowhere. */
export type Route =
  | {
      readonly kind: 'site';
      readonly name: RouteName;
      /** The same for all mail to the same servers from the same address of ours. */
      readonly site: string;
      readonly targets: readonly SmtpTarget[];
      readonly limits: SiteLimits;
      /** Whose servers they are: a provider of the table, the domain of the mail servers, a relay, or the inbox. */
      readonly provider: string;
      /** Whether the site's limits hold over all processes, so that one of them owns it. */
      readonly isOwned: boolean;
      /** How we show ourselves; absent where the settings say it. */
      readonly source?: Source;
      /** The place of this way among those that the mail may take. */
      readonly routeIndex: number;
      readonly hasFallback: boolean;
      /** Counts how TLS fared, for reports to the recipient's domain; absent where nobody asks for them. */
      readonly countTls?: (result: TlsResult) => void;
      /** Absent where no source is new to the receiver. */
      readonly share?: Share;
    }
  | { readonly kind: 'later'; readonly delayMs: number }
  | {
      readonly kind: 'unroutable';
      readonly name: RouteName;
      readonly result: NoTargets;
      /** Of a relay that cannot be found while another way is left. */
      readonly passedOver?: { readonly relay: string; readonly routeIndex: number };
    }
  /** What the way depends on cannot be read of this mail. */
  | { readonly kind: 'unprepared'; readonly error: unknown };

type SiteRoute = Extract<Route, { kind: 'site' }>;

/** What the router asks. */
export interface RouterParts {
  readonly clock: Clock;
  /** The ways of a mail, the first to be tried first. */
  readonly routesFor: (mail: RoutedMail) => Promise<readonly DeliveryRoute[]>;
  /** The domain that a mail is sent from; reads the message, so it is asked only when that matters. */
  readonly senderDomainOf: (key: QueuedMailKey) => Promise<string>;
  readonly inboxPort: number;
  readonly relays: RelayLookup;
  readonly direct: DirectTargets;
  readonly countTls: TransportSecurity['count'];
  readonly warmUp: Pick<WarmUp, 'take' | 'notePolicyBounce'>;
}

/** What a router knows of a mail. */
export type RoutableMail = QueuedMailKey & Pick<Claim, 'recipient'>;

/** Finds the route of a recipient; never rejects. */
export interface Router {
  /** The first way, or the one behind `afterRoute`. */
  route(mail: RoutableMail, afterRoute?: number): Promise<Route>;
}

/** A router over what is configured. */
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
        // The database is away.
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
    const passedOver = about.hasFallback && { passedOver: { relay: name, routeIndex: about.routeIndex } };
    return { kind: 'unroutable', name: 'relay', result: found, ...passedOver };
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
      // A login code is of no use tomorrow: where it has no other way, it goes beyond the share.
      if (!about.hasFallback && URGENT.includes(mail.mailClass)) return { granted: true, giveBack: () => {} };
      return { granted: false, delayMs: Math.max(0, answer.nextAtMs - clock.now()) };
    },
    notePolicyBounce() {
      // The message was loaded a moment ago; where it is gone by now, nothing is to be noted.
      keyOf().then(
        (key) => warmUp.notePolicyBounce(key),
        () => {},
      );
    },
  };
}

/** Receivers that are not in the table are known by the domain of their mail server. */
function providerName({ name }: Provider, host: string): string {
  return name === OTHER_PROVIDER ? host.replace(/^[^.]+\.(?=[^.]+\.)/, '') : name;
}

/** What a server of our own choice takes: all connections at once. */
function limitsOf(connections: number): SiteLimits {
  return {
    maxConnections: connections,
    initialConnections: connections,
    maxMailsPerConnection: RELAY_MAILS_A_CONNECTION,
    unreachableMs: RELAY_UNREACHABLE_MS,
  };
}

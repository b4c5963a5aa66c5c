import { AsyncLocalStorage } from 'node:async_hooks';
import { withDeadline } from '../base/db.ts';
import { createNotifier } from '../base/wake.ts';
import { createDrainDirectory, DELIVERY_CHANNEL } from '../features/sending/delivery/index.ts';
import { FORM_DIALECTS } from '../features/campaigns/forms/index.ts';
import { dashboardRoutes } from '../features/administration/dashboard/index.ts';
import { createSenderDirectory, createTrackingHosts, trackingHostRoutes } from '../features/sending/domains/index.ts';
import { deletionRoutes } from '../features/tenants/deletion/index.ts';
import { inboxRoutes } from '../features/transactional/inbox/index.ts';
import { type Acceptor, createAcceptor, transactionalRoutes } from '../features/transactional/messages/index.ts';
import { readBrand } from '../features/campaigns/campaign-settings/index.ts';
import { templateRoutes } from '../features/transactional/templates/index.ts';
import { suppressionRoutes } from '../features/sending/suppressions/index.ts';
import { createTrackingSettings, tagRoutes } from '../features/outcomes/transactional-tags/index.ts';
import { reportingUnknownFields } from '../features/tenants/account-api/index.ts';
import { createQuotaBoard, type QuotaBoard, usageRoutes } from '../features/tenants/usage/index.ts';
import { webhookRoutes } from '../features/transactional/webhooks/index.ts';
import type { Route } from '../http/route.ts';
import { createHttpServer } from '../http/server.ts';
import { accessOf, accountRoutesOf } from './account-api.ts';
import { documentationOf } from './api-document.ts';
import { baseUrlOf } from './base-url.ts';
import { bulkRoutesOf } from './bulk.ts';
import { createDrainGate, refusingWhileDrained } from './drained.ts';
import { automationRoutesOf } from './automations.ts';
import { allCampaignRoutesOf } from './campaigns.ts';
import { type TrackedSources, trackedSourcesOf } from './campaign-results.ts';
import { eventRoutesOf } from './events.ts';
import { formRoutesOf, publicFormRoutesOf } from './forms.ts';
import { confirmationRoutesOf, confirmPageRoutesOf } from './confirmations.ts';
import { privacyOf, suppressedByHashOf } from './contact-privacy.ts';
import { contactFilesOf, contactRoutesOf } from './contacts.ts';
import { deletionOf } from './deletion.ts';
import { type Installation, warnOfLoopbackWebhooks } from './installation.ts';
import { mcpOf } from './mcp.ts';
import { messageViewsOf } from './message-views.ts';
import { oauthDashboardOf, oauthOf, withOauthTokens } from './oauth.ts';
import { peopleOf } from './people.ts';
import { searchRoutes } from '../features/administration/search/index.ts';
import { operatorRoutesOf } from './operator.ts';
import { trackingOf } from './tracking.ts';
import { importsOf } from './imports.ts';
import { explainListenFailure } from './listening.ts';
import { watchAcceptor } from './monitor/accepting.ts';
import { isLogged, type Monitor, NO_MONITOR } from './monitor/monitor.ts';
import { createMetricsPage, metricsRoute } from './monitor/page.ts';
import { watchRequests } from './monitor/requests.ts';
import { pageRoutesOf, SHOWN_DIALECT } from './pages.ts';
import { PAGE_DIALECT, subscriptionRoutesOf } from './subscriptions.ts';
import { webhookLogOf } from './webhook-log.ts';
import type { SigningKeys } from '../features/tenants/access/index.ts';
import type { Dialect } from '../http/dialect.ts';
import { createSendgridDialect, sendgridRoutes } from '../features/compatibility/sendgrid/index.ts';
import { createMailgunDialect, mailgunRoutes } from '../features/compatibility/mailgun/index.ts';
import { createPostmarkDialect, postmarkRoutes } from '../features/compatibility/postmark/index.ts';
import { SES_DIALECTS, sesRoutes } from '../features/compatibility/ses/index.ts';
import { compatOf } from './compat.ts';
import { vendorPartsOf } from './vendors.ts';

/** Error formats of public pages. */
const PAGE_DIALECTS = [PAGE_DIALECT, SHOWN_DIALECT, ...FORM_DIALECTS];
const CLOSE_GRACE_MS = 10_000;
/**
 * Maximum time, in milliseconds, that a request waits for a statement. Must exceed the lock timeout of
 * `accept_messages` (five seconds).
 */
const SILENCE_MS = 8_000;

/** A running HTTP role. */
export interface Api {
  readonly port: number;
  readonly baseUrl: string;
  /** All routes except probes and metrics. */
  readonly routes: readonly Route[];
  /**
   * Stops accepting requests, then waits for the work in progress. Requests get up to `CLOSE_GRACE_MS` milliseconds.
   */
  close(): Promise<void>;
}

/**
 * Creates the message acceptor of a process. It wakes delivery when messages are accepted, updates the quota board, and
 * refuses messages during a drain.
 */
export function createInstallationAcceptor({ db, clock, log }: Installation, board?: QuotaBoard): Acceptor {
  const notifier = createNotifier(db, DELIVERY_CHANNEL, log);
  const acceptor = createAcceptor({
    db,
    clock,
    onAccepted: () => notifier.notify(),
    onCounted: (accountId, counters) => board?.note(accountId, counters),
  });
  return refusingWhileDrained(acceptor, createDrainGate(createDrainDirectory({ clock, db }), clock));
}

/** Returns the routes that the API document describes. */
export function allRoutes(
  installation: Installation,
  acceptor: Acceptor,
  baseUrl = () => '',
  people = peopleOf(installation, baseUrl),
): Route[] {
  const { clock, config, db, vault } = installation;
  const senders = createSenderDirectory({ db, vault, clock, sandboxDomain: config.sandboxDomain });
  const tracking = createTrackingSettings({ db, clock });
  const suppressedByHash = suppressedByHashOf(installation);
  return [
    ...transactionalRoutes({
      db,
      clock,
      acceptor,
      senders,
      tracking,
      suppressedByHash,
      sandboxDomain: config.sandboxDomain,
    }),
    ...templateRoutes({
      db,
      acceptor,
      senders,
      tracking,
      suppressedByHash,
      sandboxDomain: config.sandboxDomain,
      html: installation.html,
      baseUrl,
      brandOf: async (accountId) => readBrand(db, accountId, baseUrl()),
    }),
    ...usageRoutes({ db }),
    ...importsOf(installation),
    ...suppressionRoutes({ db, sandboxDomain: config.sandboxDomain }),
    ...tagRoutes({ db, clock }),
    ...webhookRoutes({ db, vault, clock, urlPolicy: { allowLoopback: config.allowLoopbackWebhooks } }),
    ...webhookLogOf(installation),
    ...people.routes,
    ...deletionRoutes(deletionOf(installation), people.parts),
    ...accountRoutesOf(installation, baseUrl),
    ...contactRoutesOf(installation, baseUrl),
    ...eventRoutesOf(installation, baseUrl),
    ...bulkRoutesOf(installation, baseUrl),
    ...privacyOf(installation, baseUrl),
    ...contactFilesOf(installation),
    ...allCampaignRoutesOf(installation, baseUrl),
    ...pageRoutesOf(installation, baseUrl),
    ...formRoutesOf(installation, baseUrl),
    ...confirmationRoutesOf(installation, baseUrl),
    ...automationRoutesOf(installation, baseUrl),
    ...oauthDashboardOf(installation),
    ...operatorRoutesOf(installation, baseUrl),
    ...searchRoutes(installation),
    ...messageViewsOf(installation, { acceptor, senders, tracking, suppressedByHash, baseUrl }),
    ...inboxRoutes({ db, clock, baseUrl, html: installation.html }),
  ];
}

/** Monitoring of the HTTP role, and its metrics page. */
export interface WatchedBy {
  readonly monitor: Monitor;
  readonly page: () => Promise<string>;
}

const NOBODY: WatchedBy = { monitor: NO_MONITOR, page: createMetricsPage(NO_MONITOR, () => Promise.resolve([])) };

/** Starts the HTTP role. Throws StartupError if it cannot listen on the configured address. */
export async function startApi(
  patient: Installation,
  trackedSources?: TrackedSources,
  { monitor, page }: WatchedBy = NOBODY,
): Promise<Api> {
  // Clients get a 503 instead of waiting while the database does not respond.
  const installation = { ...patient, db: withDeadline(patient.db, SILENCE_MS) };
  const { clock, config, db, log } = installation;
  warnOfLoopbackWebhooks(installation);
  const board = createQuotaBoard();
  const requestIds = isLogged(config) ? new AsyncLocalStorage<string>() : undefined;
  const watching = { monitor, clock, log, requestIds };
  const acceptor = watchAcceptor(createInstallationAcceptor(installation, board), watching);
  let baseUrl = config.baseUrl ?? '';
  const people = peopleOf(installation, () => baseUrl);
  const routes = allRoutes(installation, acceptor, () => baseUrl, people);
  const access = accessOf(installation, () => baseUrl);
  const mcp = mcpOf(installation, acceptor, access, () => baseUrl);
  const oauth = oauthOf(installation, people.sessions, () => baseUrl);
  const vendors = vendorAdaptersOf(installation, () => baseUrl, { acceptor, board, access, own: routes });
  const tracking = trackingOf(installation, trackedSources ?? trackedSourcesOf(installation));
  const hosts = createTrackingHosts({ db, clock });
  const served = [
    ...routes.map(reportingUnknownFields),
    ...vendors.routes,
    mcp.route,
    ...oauth.routes,
    ...tracking.routes,
    ...publicRoutesOf(installation, () => baseUrl),
    ...documentationOf(routes),
    ...dashboardRoutes(),
  ];
  const server = createHttpServer({
    routes: served,
    authenticate: withOauthTokens(installation, access.authenticate),
    sessions: people.sessions,
    admit: access.admit,
    permit: access.permit,
    accountHeaders: (principal) => board.headers(principal),
    dialects: [...oauth.dialects, access.dialect, ...vendors.dialects, ...mcp.dialects, ...PAGE_DIALECTS],
    log,
    trustedProxies: config.trustedProxies,
    baseUrl: () => baseUrl,
    isOfAccounts: (host) => hosts.isTrackingHost(host),
    ready: patient.isReady,
    watcher: watchRequests(monitor, watching),
    probes: config.metricsToken === undefined ? [] : [metricsRoute(config.metricsToken, page)],
  });
  const { port } = await listenOn(server, config.host, config.port);
  baseUrl = baseUrlOf(config, port);
  return {
    port,
    baseUrl,
    routes: served,
    close: async () => closeServer(server, [acceptor, people, tracking, access]),
  };
}

/** Closes the server, then waits for the work that requests started. */
async function closeServer(
  server: ReturnType<typeof createHttpServer>,
  parts: readonly { readonly idle: () => Promise<void> }[],
): Promise<void> {
  await server.close(CLOSE_GRACE_MS);
  for (const part of parts) await part.idle();
}

/**
 * Returns the routes for people without an account (forms, and pages that emails link to), and the route for reverse
 * proxies.
 */
function publicRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  return [
    ...subscriptionRoutesOf(installation),
    ...publicFormRoutesOf(installation, baseUrl),
    ...confirmPageRoutesOf(installation),
    ...trackingHostRoutes({ db: installation.db, baseUrl }),
  ];
}

async function listenOn(
  server: ReturnType<typeof createHttpServer>,
  host: string,
  port: number,
): Promise<{ port: number }> {
  try {
    return await server.listen(host, port);
  } catch (error) {
    throw explainListenFailure(error, host, port, 'PORT');
  }
}

interface AdapterParts {
  readonly acceptor: Acceptor;
  readonly board: QuotaBoard;
  readonly access: { readonly signingKeys: SigningKeys };
  /** Routes of the native API, which adapters call. */
  readonly own: readonly Route[];
}

/** Returns the routes and dialects of the adapters for other vendors' APIs. */
function vendorAdaptersOf(
  installation: Installation,
  baseUrl: () => string,
  { acceptor, access: { signingKeys }, board, own }: AdapterParts,
): { readonly routes: readonly Route[]; readonly dialects: readonly Dialect[] } {
  const { clock, log } = installation;
  const parts = vendorPartsOf(installation, acceptor, baseUrl);
  const compat = compatOf(installation, acceptor, board, own);
  return {
    routes: [
      // SendGrid's routes come before Mailgun's, because both serve paths that start with `/v3`.
      ...sendgridRoutes({ ...parts, baseUrl }),
      ...compat.routes,
      ...mailgunRoutes({ ...parts, baseUrl }),
      ...postmarkRoutes(parts),
      ...sesRoutes({ ...parts, signingKeys, log }),
    ],
    dialects: [
      createSendgridDialect(installation),
      compat.dialect,
      createMailgunDialect({ clock }),
      createPostmarkDialect(),
      ...SES_DIALECTS,
    ],
  };
}

import { invalid, Refusal } from '../../../base/refusal.ts';
import type { FormBody } from '../../../http/form-parts.ts';
import type { Principal } from '../../../http/principal.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import type { VendorEventName } from '../vendors/for-delivery.ts';
import { addHooks, listHooks, readSigningKey, removeHooks, rotateSigningKey, type Hook } from '../vendors/index.ts';
import { anyQuery, COMMON, domainOf, formBody, MANAGE, READ, type MailgunParts } from './route-parts.ts';

/** Mailgun's webhook types, each with the events that it reports. */
const WEBHOOK_KINDS: Readonly<Record<string, readonly VendorEventName[]>> = {
  accepted: ['accepted'],
  delivered: ['delivered'],
  opened: ['opened'],
  clicked: ['clicked'],
  // Clients can set this webhook, but it is never called, because emails that are sent through this API have no
  // unsubscribe page.
  unsubscribed: [],
  complained: ['complained'],
  permanent_fail: ['bounced', 'failed', 'suppressed'],
  temporary_fail: ['delayed'],
};

/** Maximum number of URLs per webhook type, as in Mailgun. */
const MAX_URLS = 3;

/** Returns the routes for a domain's webhooks and for the key that signs webhook requests. */
export function webhookRoutes(parts: MailgunParts, base: string): Route[] {
  return [...readingRoutes(parts, base), ...settingRoutes(parts, base), ...keyRoutes(parts, base)];
}

function readingRoutes(parts: MailgunParts, base: string): Route[] {
  const path = `${base}/v3/domains/:domain/webhooks`;
  return [
    route({
      ...COMMON,
      method: 'GET',
      path,
      summary: 'List webhooks (Mailgun API)',
      scope: [READ, MANAGE],
      query: anyQuery,
      async handle(request) {
        const hooks = await hooksOf(parts, request.principal, await domainOf(parts, request));
        const kinds = [...Map.groupBy(hooks, ({ kind }) => kind)];
        return {
          status: 200,
          body: { webhooks: Object.fromEntries(kinds.map(([kind, of]) => [kind, urlsOf(of)])) },
        };
      },
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: `${path}/:kind`,
      summary: 'Retrieve a webhook (Mailgun API)',
      scope: [READ, MANAGE],
      async handle(request) {
        const domain = await domainOf(parts, request);
        const hooks = await hooksOf(parts, request.principal, domain, kindOf(request.params['kind']));
        return { status: 200, body: { webhook: urlsOf(found(hooks)) } };
      },
    }),
  ];
}

function settingRoutes(parts: MailgunParts, base: string): Route[] {
  const path = `${base}/v3/domains/:domain/webhooks`;
  return [
    route({
      ...COMMON,
      method: 'POST',
      path,
      summary: 'Create a webhook (Mailgun API)',
      scope: MANAGE,
      body: formBody,
      async handle(request) {
        const { body, principal } = request;
        const domain = await domainOf(parts, request);
        const kind = kindOf(valuesOf(body, 'id')[0]);
        const there = await hooksOf(parts, principal, domain, kind);
        if (there.length > 0) throw invalid({ id: [`${kind} already has a webhook. Change the webhook with PUT.`] });
        const made = await addHooks(parts, principal, wantedOf(domain, kind, body));
        return done('created', made);
      },
    }),
    route({
      ...COMMON,
      method: 'PATCH',
      path: `${path}/:kind`,
      summary: 'Update a webhook (Mailgun API)',
      scope: MANAGE,
      body: formBody,
      async handle(request) {
        const { body, principal } = request;
        const domain = await domainOf(parts, request);
        const kind = kindOf(request.params['kind']);
        const there = found(await hooksOf(parts, principal, domain, kind));
        const wanted = wantedOf(domain, kind, body);
        // Keep webhooks whose URL is unchanged, with their pending deliveries.
        const kept = there.filter(({ url }) => wanted.some((one) => one.url === url));
        const added = wanted.filter(({ url }) => !kept.some((one) => one.url === url));
        const replaced = there.filter((one) => !kept.includes(one));
        const made = await addHooks(parts, principal, added, replaced);
        return done('updated', [...kept, ...made]);
      },
    }),
    route({
      ...COMMON,
      method: 'DELETE',
      path: `${path}/:kind`,
      summary: 'Delete a webhook (Mailgun API)',
      scope: MANAGE,
      async handle(request) {
        const { principal } = request;
        const domain = await domainOf(parts, request);
        const there = found(await hooksOf(parts, principal, domain, kindOf(request.params['kind'])));
        await removeHooks(parts, principal, there);
        return done('deleted', there);
      },
    }),
  ];
}

/**
 * The signing key applies to all domains of the account, so API keys that are restricted to a domain cannot read it.
 */
function keyRoutes(parts: MailgunParts, base: string): Route[] {
  const common = { ...COMMON, isForDomainKeys: false, scope: MANAGE } as const;
  const path = `${base}/v5/accounts/http_signing_key`;
  return [
    route({
      ...common,
      method: 'GET',
      path,
      summary: 'Retrieve the webhook signing key (Mailgun API)',
      async handle({ principal }) {
        await parts.requireAdapter(principal, 'mailgun');
        const key = await readSigningKey(parts, principal.accountId, 'mailgun');
        return { status: 200, body: { message: 'success', http_signing_key: key } };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path,
      summary: 'Rotate the webhook signing key (Mailgun API)',
      async handle({ principal }) {
        await parts.requireAdapter(principal, 'mailgun');
        const key = await rotateSigningKey(parts, principal, 'mailgun');
        return { status: 200, body: { message: 'success', http_signing_key: key } };
      },
    }),
  ];
}

async function hooksOf(
  parts: MailgunParts,
  { accountId }: Principal,
  domain: string,
  kind?: string,
): Promise<readonly Hook[]> {
  const all = await listHooks(parts, accountId, 'mailgun');
  return all.filter((hook) => hook.domain === domain && (kind === undefined || hook.kind === kind));
}

function wantedOf(domain: string, kind: string, body: FormBody) {
  const urls = [...new Set(valuesOf(body, 'url'))];
  if (urls.length === 0) throw invalid({ url: ['is required.'] });
  if (urls.length > MAX_URLS) throw invalid({ url: [`must occur at most ${MAX_URLS} times.`] });
  const events = WEBHOOK_KINDS[kind] ?? [];
  return urls.map((url) => ({ vendor: 'mailgun', domain, kind, url, events, settings: {} }) as const);
}

function valuesOf({ parts }: FormBody, name: string): string[] {
  return parts.filter((part) => part.name === name && part.value !== '').map(({ value }) => value);
}

function kindOf(given = ''): string {
  if (Object.hasOwn(WEBHOOK_KINDS, given)) return given;
  throw invalid({ id: [`must be one of ${Object.keys(WEBHOOK_KINDS).join(', ')}.`] });
}

function found(hooks: readonly Hook[]): readonly Hook[] {
  if (hooks.length > 0) return hooks;
  throw new Refusal('not_found', {
    message: 'Webhook not found.',
    fix: 'Create it with POST /v3/domains/{name}/webhooks.',
  });
}

function urlsOf(hooks: readonly Hook[]) {
  return { urls: hooks.map(({ url }) => url) };
}

function done(what: 'created' | 'updated' | 'deleted', hooks: readonly Hook[]): Reply {
  return { status: 200, body: { message: `Webhook has been ${what}`, webhook: urlsOf(hooks) } };
}

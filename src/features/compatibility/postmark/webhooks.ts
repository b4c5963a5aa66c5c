import { invalid } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import {
  addHooks,
  changeHook,
  listHooks,
  removeHooks,
  type Hook,
  type HookParts,
  type HookSettings,
} from '../vendors/index.ts';
import { CODES, failure } from './failure.ts';
import { pairsIn, readFields, textIn, type Fields } from './fields.ts';
import { readQuery } from './query.ts';
import { OUTBOUND, streamNamed } from './streams.ts';
import { presentTriggers, readTriggers } from './triggers.ts';
import { settingsOf, type PostmarkSettings } from './webhook-settings.ts';

const KNOWN = ['Url', 'MessageStream', 'HttpAuth', 'HttpHeaders', 'Triggers'];
const MAX_HEADERS = 10;
const MAX_HEADER_CHARACTERS = 1_000;
/** Matches a token, such as the name of a header (RFC 9110 section 5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Matches headers that belong to the connection (RFC 9110 section 7.6.1) or are set by Postrider. */
const OURS =
  /^(?:connection|content-.*|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent|authorization)$/i;

/** Returns the webhooks that the caller can access, or only those of one stream if the request specifies a stream. */
export async function listWebhooks(parts: HookParts, whose: Principal, given: Readonly<Record<string, unknown>>) {
  const stream = readQuery(given, ['messagestream']).get('messagestream');
  const hooks = (await reached(parts, whose)).filter(({ kind }) => stream === undefined || kind === stream);
  return { Webhooks: hooks.map(presentWebhook) };
}

/** Returns a webhook by its ID. Throws if the caller cannot access the webhook. */
export async function readWebhook(parts: HookParts, whose: Principal, id: string): Promise<Record<string, unknown>> {
  return presentWebhook(await requireHook(parts, whose, id));
}

/**
 * Creates a webhook. If the key is restricted to a domain, the webhook receives only events of that domain. Throws
 * validation_error.
 */
export async function createWebhook(parts: HookParts, whose: Principal, body: unknown) {
  const fields = readFields(body, { taken: KNOWN });
  const url = textIn(fields, 'Url');
  if (url === undefined) throw invalid({ Url: ['is required.'] });
  const { events, isFirstOpenOnly } = readTriggers(fields.get('triggers'));
  const settings = { ...settingsIn(fields, NO_SETTINGS), isFirstOpenOnly };
  const kind = streamNamed(textIn(fields, 'MessageStream') ?? OUTBOUND);
  const [made] = await addHooks(parts, whose, [
    { vendor: 'postmark', domain: whose.domain, kind, url, events, settings },
  ]);
  if (!made) throw new Error('Creating a webhook returned no row');
  return presentWebhook(made);
}

/**
 * Changes the given properties of a webhook. Throws validation_error. Also throws if the caller cannot access the
 * webhook.
 */
export async function updateWebhook(parts: HookParts, whose: Principal, id: string, body: unknown) {
  const before = await requireHook(parts, whose, id);
  const fields = readFields(body, { taken: KNOWN });
  const stream = textIn(fields, 'MessageStream');
  if (stream !== undefined && stream !== before.kind) throw invalid({ MessageStream: ['of a webhook cannot change.'] });
  const triggers = fields.has('triggers') ? readTriggers(fields.get('triggers')) : undefined;
  const changed = await changeHook(parts, whose, {
    ...before,
    url: textIn(fields, 'Url') ?? before.url,
    ...(triggers && { events: triggers.events }),
    settings: {
      ...settingsIn(fields, settingsOf(before)),
      ...(triggers && { isFirstOpenOnly: triggers.isFirstOpenOnly }),
    },
  });
  if (!changed) throw notFound();
  return presentWebhook(changed);
}

/** Removes a webhook. Throws if the caller cannot access the webhook. */
export async function removeWebhook(parts: HookParts, whose: Principal, id: string) {
  const hook = await requireHook(parts, whose, id);
  await removeHooks(parts, whose, [hook]);
  return { ErrorCode: 0, Message: `Webhook ${hook.id} removed.` };
}

async function requireHook(parts: HookParts, whose: Principal, id: string): Promise<Hook> {
  const hook = (await reached(parts, whose)).find((each) => String(each.id) === id);
  if (!hook) throw notFound();
  return hook;
}

async function reached(parts: HookParts, { accountId, domain }: Principal): Promise<Hook[]> {
  const all = await listHooks(parts, accountId, 'postmark');
  return all.filter((hook) => domain === undefined || hook.domain === domain);
}

function notFound() {
  return failure(CODES.webhookNotFound, 'This webhook was not found or cannot be accessed.');
}

const NO_SETTINGS: PostmarkSettings = { auth: null, headers: [], isFirstOpenOnly: false };

/** Returns the credentials and headers for the webhook's requests. Missing properties keep their earlier values. */
function settingsIn(fields: Fields, before: PostmarkSettings): PostmarkSettings & HookSettings {
  const auth = fields.get('httpauth');
  const login = auth === undefined ? undefined : readFields(auth, { taken: ['Username', 'Password'] });
  return {
    ...before,
    ...(login && { auth: { Username: textIn(login, 'Username') ?? '', Password: textIn(login, 'Password') ?? '' } }),
    ...(fields.has('httpheaders') && { headers: headersIn(fields) }),
  };
}

function headersIn(fields: Fields): PostmarkSettings['headers'] {
  const pairs = pairsIn(fields, 'HttpHeaders');
  if (pairs.length > MAX_HEADERS) throw invalid({ HttpHeaders: [`must contain at most ${MAX_HEADERS} headers.`] });
  return pairs.map(([name, value]) => {
    const isSendable = TOKEN.test(name) && !OURS.test(name) && /^[\t\x20-\x7e]*$/.test(value);
    if (isSendable && name.length + value.length <= MAX_HEADER_CHARACTERS) return { Name: name, Value: value };
    throw invalid({
      [`HttpHeaders.${name.slice(0, 50)}`]: [
        'is not allowed as a header. Use another name, or a shorter value that contains only printable ASCII characters.',
      ],
    });
  });
}

function presentWebhook(hook: Hook): Record<string, unknown> {
  const { id, kind, url } = hook;
  const { auth, headers } = settingsOf(hook);
  return {
    ID: id,
    Url: url,
    MessageStream: kind,
    HttpAuth: auth,
    HttpHeaders: headers,
    Triggers: presentTriggers(hook),
  };
}

import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import { parserOf, type Parser } from '../../../http/parser.ts';
import { requireWebhook } from './log.ts';
import { webhookOf, type WebhookRow } from './queries.ts';
import { sealPurpose } from './secrets.ts';
import type { WebhookParts } from './settings.ts';
import { WEBHOOK_FORMATS } from './types.ts';
import { explainSignature, type ReceivedRequest } from './verify.ts';
import type { KnownSecrets } from './verify-secret.ts';

/** Maximum size of a body, in characters. */
const MAX_SEEN_BODY_CHARACTERS = 65_536;
const MAX_HEADERS = 200;
const MAX_HEADER_CHARACTERS = 8_192;
const MAX_SECRET_CHARACTERS = 500;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

const fields = Type.Object({
  headers: Type.Record(Type.String(), Type.String({ maxLength: MAX_HEADER_CHARACTERS }), {
    maxProperties: MAX_HEADERS,
    description:
      'The headers that the receiver received, keyed by name. Headers that are not related to webhooks are ignored.',
  }),
  body: Type.String({
    maxLength: MAX_SEEN_BODY_CHARACTERS,
    description: 'The raw body of the request, as a string, not as parsed JSON.',
  }),
  verifier: Type.Optional(
    Type.Enum([...WEBHOOK_FORMATS], {
      description:
        "The header that the receiver's verifier reads. Set `native` for `X-Service-Signature`, or `compatible` for `svix-*` or " +
        '`webhook-*`. Default: the format of the webhook.',
    }),
  ),
  secret: Type.Optional(
    Type.String({ maxLength: MAX_SECRET_CHARACTERS, description: 'The secret configured in the receiver.' }),
  ),
  computed: Type.Optional(
    Type.String({
      maxLength: MAX_SECRET_CHARACTERS,
      description: 'The signature that the receiver computed, in hex or base64.',
    }),
  ),
  received_at: Type.Optional(
    Type.String({
      description:
        'When the request arrived, according to the receiver’s clock, as an ISO 8601 date-time. Default: the current time.',
    }),
  ),
});

/** Creates the parser for requests to check a webhook signature. */
export function verifyRequest(clock: Clock): Parser<ReceivedRequest> {
  return parserOf(fields, (given, fail): ReceivedRequest => {
    const receivedAtMs = given.received_at === undefined ? clock.now() : timeOf(given.received_at);
    if (Number.isNaN(receivedAtMs))
      fail('received_at', 'must be an ISO 8601 time with an offset, for example 2026-11-21T08:00:00Z.');
    return {
      headers: given.headers,
      body: given.body,
      verifier: given.verifier,
      secret: given.secret,
      computed: given.computed,
      receivedAtSeconds: Math.floor(receivedAtMs / 1_000),
    };
  });
}

/**
 * Explains why a receiver rejects a request that comes, or seems to come, from the account's webhook. Throws not_found
 * if the account has no webhook.
 */
export async function verifyReceivedRequest(parts: WebhookParts, accountId: number, seen: ReceivedRequest) {
  const row = requireWebhook((await webhookOf(parts.db, accountId))[0]);
  const { claim, fix, message, problem, signers } = explainSignature(
    seen,
    knownSecrets(parts, accountId, row),
    row.format,
  );
  const signedAtSeconds = claim && Number(claim.timestamp);
  return {
    valid: problem === undefined,
    problem: problem ?? null,
    message,
    fix: fix ?? null,
    format: row.format,
    header: claim?.header ?? null,
    signatures: claim?.signatures.length ?? 0,
    signed_by: signers,
    signed_at: signedAtSeconds === undefined ? null : new Date(signedAtSeconds * 1_000).toISOString(),
    age_seconds: signedAtSeconds === undefined ? null : seen.receivedAtSeconds - signedAtSeconds,
  };
}

function knownSecrets({ clock, vault }: WebhookParts, accountId: number, row: WebhookRow): KnownSecrets {
  const open = (sealed: Buffer): string => vault.open(sealPurpose(accountId), sealed).toString();
  const { previous_secret: previous, previous_until: until } = row;
  return {
    current: open(row.secret),
    previous: previous ? { secret: open(previous), isOver: !until || clock.now() >= until.getTime() } : undefined,
  };
}

function timeOf(text: string): number {
  return ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
}

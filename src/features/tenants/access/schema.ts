import { Type } from 'typebox';
import { parserOf } from '../../../http/parser.ts';
import { isFault, parseDomain } from '../../../mail/address.ts';

/** Scopes that can be granted to a key. Excludes scopes that only users have. */
const KEY_SCOPES = ['transactional:send', 'transactional:read', 'transactional:manage', 'account'] as const;
const MAX_NAME_CHARACTERS = 100;
const MAX_RATE = 1_000_000;
/**
 * Maximum number of hours for which a replaced key remains valid. One week is longer than any rollout, and short enough
 * that the old key is not forgotten.
 */
const MAX_OVERLAP_HOURS = 168;
const DEFAULT_OVERLAP_HOURS = 24;
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

const STRICT = { additionalProperties: false };
const NAME = Type.String({ description: `Name of the key, 1 to ${MAX_NAME_CHARACTERS} characters.` });
const rateOf = (period: 'minute' | 'second') =>
  Type.Union([Type.Integer({ minimum: 1, maximum: MAX_RATE }), Type.Null()], {
    description: `Maximum number of requests per ${period}, 1 to ${MAX_RATE}. If null, the rate limit of the plan applies.`,
  });

export interface KeyRequest {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly domain: string | undefined;
  readonly perSecond: number | null;
  readonly perMinute: number | null;
  /** Whether to also create a signing secret for the key. */
  readonly isSigning: boolean;
}

export const newKeyRequest = parserOf(
  Type.Object(
    {
      name: NAME,
      scopes: Type.Array(Type.Enum([...KEY_SCOPES]), { minItems: 1, maxItems: KEY_SCOPES.length }),
      domain: Type.Optional(
        Type.Union([Type.String(), Type.Null()], {
          description:
            'Limits the key to this domain. The key can send from the domain, read the domain’s messages, and manage its bounces ' +
            'and webhooks through the compatible APIs. The key cannot manage the account, regardless of its scopes.',
        }),
      ),
      rate_per_second: Type.Optional(rateOf('second')),
      rate_per_minute: Type.Optional(rateOf('minute')),
      signing: Type.Optional(
        Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Whether to also create an access key ID and a secret access key for Amazon SES clients.',
        }),
      ),
    },
    STRICT,
  ),
  (given, fail): KeyRequest => ({
    name: nameOf(given.name, fail),
    scopes: [...new Set(given.scopes)],
    domain: given.domain ? senderDomain(given.domain, fail) : undefined,
    perSecond: given.rate_per_second ?? null,
    perMinute: given.rate_per_minute ?? null,
    isSigning: given.signing ?? false,
  }),
);

/** Changes to a key. Absent fields stay unchanged. */
export interface KeyChange {
  readonly name?: string;
  readonly perSecond?: number | null;
  readonly perMinute?: number | null;
}

/** Parses changes to a key. Its scopes cannot be changed, because applications rely on them. */
export const keyChangeRequest = parserOf(
  Type.Object(
    {
      name: Type.Optional(NAME),
      rate_per_second: Type.Optional(rateOf('second')),
      rate_per_minute: Type.Optional(rateOf('minute')),
    },
    STRICT,
  ),
  (given, fail): KeyChange => ({
    ...(given.name !== undefined && { name: nameOf(given.name, fail) }),
    ...(given.rate_per_second !== undefined && { perSecond: given.rate_per_second }),
    ...(given.rate_per_minute !== undefined && { perMinute: given.rate_per_minute }),
  }),
);

/** Parses the number of hours for which the old key remains valid. */
export const rotationRequest = parserOf(
  Type.Object(
    {
      overlap_hours: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_OVERLAP_HOURS,
          description:
            `Number of hours that the old key stays valid, from 0 to ${MAX_OVERLAP_HOURS}. ` +
            `Default: ${DEFAULT_OVERLAP_HOURS}.`,
        }),
      ),
    },
    STRICT,
  ),
  (given) => ({ overlapHours: given.overlap_hours ?? DEFAULT_OVERLAP_HOURS }),
);

type Fail = (field: string, sentence: string) => void;

function nameOf(given: string, fail: Fail): string {
  const name = given.trim();
  if (name === '' || name.length > MAX_NAME_CHARACTERS) {
    fail('name', `must have 1 to ${MAX_NAME_CHARACTERS} characters.`);
  } else if (CONTROLS.test(name) || !name.isWellFormed()) {
    fail('name', 'must not contain line breaks or control characters.');
  }
  return name;
}

/** Parses a sender domain by the same rules as the domain of an email address. */
function senderDomain(given: string, fail: Fail): string | undefined {
  const domain = parseDomain(given);
  if (!isFault(domain) && domain.includes('.')) return domain;
  fail('domain', 'must be a domain like mail.example.com.');
  return undefined;
}

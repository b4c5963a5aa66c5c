import { Type } from 'typebox';
import { parserOf, type Parser } from '../../../http/parser.ts';
import { refusedUrl, type UrlPolicy } from '../../../http/outgoing/url.ts';
import { faultOfSecret } from './secrets.ts';
import { EXTRA_EVENTS, WEBHOOK_EVENTS, type WebhookEventName } from './events.ts';
import { WEBHOOK_FORMATS, type WebhookFormat } from './types.ts';

/** Settings of a webhook. An undefined setting stays unchanged, or has its default in a new webhook. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly format?: WebhookFormat | undefined;
  readonly events?: readonly WebhookEventName[] | undefined;
  readonly isEnabled?: boolean | undefined;
  readonly hasSingleSignature?: boolean | undefined;
  readonly hasBothSignatures?: boolean | undefined;
  /** An imported secret. Accepted only for a new webhook. */
  readonly secret?: string | undefined;
}

const SECRET = Type.Optional(
  Type.String({
    description:
      'An existing secret, which must be `whsec_` followed by a Base64 string. By default, Postrider generates a secret.',
  }),
);

const fields = Type.Object({
  url: Type.Optional(
    Type.String({
      description:
        'The URL that receives events. The URL must use https, be on the public internet, and have at most 2,048 characters.',
    }),
  ),
  format: Type.Optional(
    Type.Enum([...WEBHOOK_FORMATS], {
      description:
        'The format of payloads and headers. `compatible` is the format that Resend and Svix use. Default: `native`.',
    }),
  ),
  events: Type.Optional(
    Type.Array(Type.Enum([...WEBHOOK_EVENTS]), {
      minItems: 1,
      maxItems: 100,
      description: `The events to send. Default: all except ${EXTRA_EVENTS.map((event) => `\`${event}\``).join(', ')}. If \`suppressed\` is omitted, a \`failed\` event is sent for each suppressed recipient.`,
    }),
  ),
  enabled: Type.Optional(
    Type.Boolean({ description: 'Whether events are sent. If false, events are held and can be replayed later.' }),
  ),
  single_signature: Type.Optional(
    Type.Boolean({
      description:
        'Whether requests in the compatible format contain only one signature, for receivers that compare the whole header ' +
        'to one value. Default: false. This setting does not affect `X-Service-Signature`.',
    }),
  ),
  both_signatures: Type.Optional(
    Type.Boolean({
      description:
        'Whether `X-Service-Signature` contains a `v1` signature for each of the two secrets during a rotation. Default: ' +
        'false. If false, the header contains only the signature with the previous secret until you activate the new secret.',
    }),
  ),
  secret: SECRET,
});

/** Creates the parser for a webhook's settings, all of which are optional. */
export function webhookRequest(policy: UrlPolicy): Parser<WebhookChange> {
  return parserOf(fields, (given, fail): WebhookChange => {
    const fault = given.url === undefined ? undefined : faultOfUrl(given.url, policy);
    if (fault) fail('url', fault);
    refuseSecret(given.secret, fail);
    return {
      url: given.url === undefined || fault ? undefined : withoutFragment(given.url),
      format: given.format,
      // Remove duplicates and put the events in the order in which they are declared.
      events: given.events && WEBHOOK_EVENTS.filter((event) => given.events?.includes(event)),
      isEnabled: given.enabled,
      hasSingleSignature: given.single_signature,
      hasBothSignatures: given.both_signatures,
      secret: given.secret,
    };
  });
}

/** Parses a request to rotate the secret. If the request contains no secret, a new one is generated. */
export const rotationRequest = parserOf(Type.Object({ secret: SECRET }), ({ secret }, fail) => {
  refuseSecret(secret, fail);
  return { secret };
});

/**
 * Returns the reason why a URL is not allowed, as an error message without its subject. Returns undefined if the URL is
 * allowed.
 */
function faultOfUrl(url: string, policy: UrlPolicy): string | undefined {
  const reason = refusedUrl(url, policy);
  return reason && `${reason.replace(/^The URL /, '')}.`;
}

/** Returns the normalized URL without its fragment, which is never sent (RFC 9110 section 4.2.3). */
export function withoutFragment(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

function refuseSecret(secret: string | undefined, fail: (field: string, sentence: string) => void): void {
  const fault = secret === undefined ? undefined : faultOfSecret(secret);
  if (fault) fail('secret', fault);
}

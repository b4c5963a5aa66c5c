import { Type } from 'typebox';
import { parserOf, type Parser } from '../../../http/parser.ts';
import { refusedUrl, type UrlPolicy } from '../../../http/outgoing/url.ts';
import { faultOfSecret } from './secrets.ts';
import { EXTRA_EVENTS, WEBHOOK_EVENTS, WEBHOOK_FORMATS, type WebhookEventName, type WebhookFormat } from './types.ts';

/** What the owner decides about a webhook; undefined: stays as it is, or takes its default in a new one. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly format?: WebhookFormat | undefined;
  readonly events?: readonly WebhookEventName[] | undefined;
  readonly isEnabled?: boolean | undefined;
  readonly hasSingleSignature?: boolean | undefined;
  readonly hasBothSignatures?: boolean | undefined;
  /** One that was made elsewhere; only a new webhook takes it. */
  readonly secret?: string | undefined;
}

const SECRET = Type.Optional(
  Type.String({
    description: 'A secret that was made elsewhere, `whsec_` and base64; one is made when this is absent.',
  }),
);

const fields = Type.Object({
  url: Type.Optional(
    Type.String({ description: 'Where events are sent: https, on the public internet, at most 2048 characters.' }),
  ),
  format: Type.Optional(
    Type.Enum([...WEBHOOK_FORMATS], {
      description: 'How payloads and headers are written. Default `native`; `compatible` is that of Resend and Svix.',
    }),
  ),
  events: Type.Optional(
    Type.Array(Type.Enum([...WEBHOOK_EVENTS]), {
      minItems: 1,
      maxItems: 100,
      description: `The events that are sent. Default: all but ${EXTRA_EVENTS.map((event) => `\`${event}\``).join(', ')}; without \`suppressed\`, suppressed recipients are \`failed\`.`,
    }),
  ),
  enabled: Type.Optional(Type.Boolean({ description: 'While it is false, events are held and may be replayed.' })),
  single_signature: Type.Optional(
    Type.Boolean({
      description:
        'One signature in the headers of the compatible format too, for receivers that compare the whole header to one ' +
        'value. Default false. `X-Service-Signature` has one in any case.',
    }),
  ),
  both_signatures: Type.Optional(
    Type.Boolean({
      description:
        'While a secret is rotated, `X-Service-Signature` has a `v1` of each secret. Default false: the one before signs ' +
        'alone until the new one is activated.',
    }),
  ),
  secret: SECRET,
});

/** Parser of the settings of a webhook, of which each may be absent. */
export function webhookRequest(policy: UrlPolicy): Parser<WebhookChange> {
  return parserOf(fields, (given, fail): WebhookChange => {
    const fault = given.url === undefined ? undefined : faultOfUrl(given.url, policy);
    if (fault) fail('url', fault);
    refuseSecret(given.secret, fail);
    return {
      url: given.url === undefined || fault ? undefined : withoutFragment(given.url),
      format: given.format,
      // Each once, in the order of the table.
      events: given.events && WEBHOOK_EVENTS.filter((event) => given.events?.includes(event)),
      isEnabled: given.enabled,
      hasSingleSignature: given.single_signature,
      hasBothSignatures: given.both_signatures,
      secret: given.secret,
    };
  });
}

/** Parser of a rotation: the secret that is to follow, or none for a new one. */
export const rotationRequest = parserOf(Type.Object({ secret: SECRET }), ({ secret }, fail) => {
  refuseSecret(secret, fail);
  return { secret };
});

/** Why deliveries may not go to a URL, as the end of a sentence that begins with the field's name. */
function faultOfUrl(url: string, policy: UrlPolicy): string | undefined {
  const reason = refusedUrl(url, policy);
  return reason && `${reason.replace(/^The URL /, '')}.`;
}

/** A fragment is never sent (RFC 9110 section 4.2.3), so it is not kept; the rest as the parser of URLs writes it. */
export function withoutFragment(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

function refuseSecret(secret: string | undefined, fail: (field: string, sentence: string) => void): void {
  const fault = secret === undefined ? undefined : faultOfSecret(secret);
  if (fault) fail('secret', fault);
}

import { Type } from 'typebox';
import { invalid } from '../../../base/refusal.ts';
import { knownFieldsOnly, type RefusedFields } from '../../../http/known-fields.ts';
import { parserOf, type Parser } from '../../../http/parser.ts';
import { faultOfIdempotencyKey } from './idempotency.ts';
import { sendFields, toSend, type Send } from './schema.ts';

const NO_FILES = 'is not supported. Link to the file instead.';
const NO_SCHEDULE = 'is not supported. Send the request when the email should be sent.';
const NO_TEMPLATE = 'is not supported. Use `html`, `text`, or both.';
const NO_BODY = 'is not a known field. Use `html`, `text`, or both.';

/** Fields of other services' APIs that this API does not support, each with the alternative. */
const REFUSED: RefusedFields = {
  attachment: NO_FILES,
  attachments: NO_FILES,
  scheduled_at: NO_SCHEDULE,
  send_at: NO_SCHEDULE,
  template: NO_TEMPLATE,
  template_id: NO_TEMPLATE,
  variables: NO_TEMPLATE,
  tags: 'is not supported. Use `tag` with one value.',
  body: NO_BODY,
  content: NO_BODY,
  sender: 'is not a known field. Use `from`.',
  recipients: 'is not a known field. Use `to`, `cc`, and `bcc`.',
};

/** A request to send an email, with its optional idempotency key. */
export interface KeyedSend {
  readonly send: Send;
  readonly key: string | undefined;
}

/** Fields of a request to send an email, including the idempotency key. */
export const keyedSendFields = Type.Object(
  {
    ...sendFields.properties,
    idempotency_key: Type.Optional(
      Type.Union([
        Type.String({
          description:
            'The idempotency key for this email, 1 to 256 characters. The field has the same effect as the `Idempotency-Key` header.',
        }),
        Type.Null(),
      ]),
    ),
  },
  { additionalProperties: false },
);

const fields = parserOf(Type.Object(keyedSendFields.properties), (given, fail): KeyedSend => {
  const key = given.idempotency_key ?? undefined;
  const fault = key === undefined ? undefined : faultOfIdempotencyKey(key);
  if (fault) fail('idempotency_key', fault);
  return { send: toSend(given, new Set(), fail), key };
});

/** Parses a single send or a batch item. Throws validation_error, including for unknown fields. */
export const keyedSend: Parser<KeyedSend> = knownFieldsOnly(fields, REFUSED);

/**
 * Returns the idempotency key from the header or the body. Throws validation_error if both have a key and the keys
 * differ.
 */
export function agreedKey(header: string | undefined, body: string | undefined): string | undefined {
  if (header !== undefined && body !== undefined && header !== body) {
    throw invalid({ idempotency_key: ['must match the `Idempotency-Key` header.'] });
  }
  return header ?? body;
}

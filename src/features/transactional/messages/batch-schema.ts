import { Type } from 'typebox';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { knownFieldsOnly } from '../../../http/known-fields.ts';
import { parserOf, type Parser } from '../../../http/parser.ts';
import { keyedSend, keyedSendFields } from './keyed-send.ts';
import { MAX_BATCH_ITEMS } from './limits.ts';
import type { Send } from './schema.ts';

/** An item of a batch: a valid send, or the error for an invalid item. */
export interface BatchItem {
  readonly given: unknown;
  readonly send?: Send;
  readonly key?: string;
  readonly refusal?: Refusal;
}

const batchFields = Type.Object(
  { emails: Type.Array(keyedSendFields, { minItems: 1, maxItems: MAX_BATCH_ITEMS }) },
  { additionalProperties: false },
);

const envelope = knownFieldsOnly(
  parserOf(Type.Object({ emails: Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_BATCH_ITEMS }) })),
  { idempotency_key: 'must be set on each email. For the whole batch, use the `Idempotency-Key` header.' },
);

/** Parses a batch. Throws validation_error only for an invalid envelope. An invalid item contains its own error. */
export const batchRequest: Parser<readonly BatchItem[]> = {
  schema: batchFields,
  parse: (value) => {
    if (Array.isArray(value)) throw bareArray();
    return envelope.parse(value).emails.map(parseItem);
  },
};

/**
 * Returns the error for a body that is an array. Clients of the Resend-compatible API send one if their base URL lacks
 * the last segment.
 */
function bareArray(): Refusal {
  return new Refusal('validation_error', {
    message: 'The body must be an object with the `emails` field, not an array.',
    fix:
      'Send `{"emails": [...]}`. If you use a client of the compatible API, set its base URL to a URL that ends with ' +
      '`/transactional/compat`. Some clients require a trailing slash in the URL.',
    errors: { emails: ['is required.'] },
  });
}

function parseItem(given: unknown, index: number): BatchItem {
  try {
    const { key, send } = keyedSend.parse(given);
    return { given, send, ...(key !== undefined && { key }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { given, refusal: atItem(error, index) };
  }
}

/** Returns the error of an item with the path of the item in front of each field name, such as `emails.0.to`. */
function atItem(refusal: Refusal, index: number): Refusal {
  const fields = Object.entries(refusal.details.errors ?? {});
  return invalid(Object.fromEntries(fields.map(([field, sentences]) => [`emails.${index}.${field}`, sentences])));
}

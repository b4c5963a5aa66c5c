import { Type } from 'typebox';
import { invalid, Refusal } from '../../base/refusal.ts';
import { parserOf, type Parser } from '../../http/parser.ts';
import { faultOfIdempotencyKey } from './idempotency.ts';
import { MAX_BATCH_ITEMS } from './limits.ts';
import { sendFields, sendRequest, type Send } from './schema.ts';

/** An item of a batch: a send that keeps every rule, or the refusal that it gets. */
export interface BatchItem {
  readonly given: unknown;
  readonly send?: Send;
  readonly key?: string;
  readonly refusal?: Refusal;
}

const batchFields = Type.Object({
  emails: Type.Array(
    Type.Object({
      ...sendFields.properties,
      idempotency_key: Type.Optional(
        Type.Union([Type.String({ description: 'As the header `Idempotency-Key` of a single send.' }), Type.Null()]),
      ),
    }),
    { minItems: 1, maxItems: MAX_BATCH_ITEMS },
  ),
});

const envelope = parserOf(
  Type.Object({ emails: Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_BATCH_ITEMS }) }),
);

const keyField = parserOf(
  Type.Object({ idempotency_key: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
  ({ idempotency_key: key }, fail) => {
    const fault = typeof key === 'string' ? faultOfIdempotencyKey(key) : undefined;
    if (fault) fail('idempotency_key', fault);
    return key ?? undefined;
  },
);

/** Parses a batch. Throws validation_error for a bad envelope only; an item at fault carries its own refusal. */
export const batchRequest: Parser<readonly BatchItem[]> = {
  schema: batchFields,
  parse: (value) => {
    if (Array.isArray(value)) throw bareArray();
    return envelope.parse(value).emails.map(parseItem);
  },
};

/** Clients of the compatible endpoint end up here when their base address lacks its last segment. */
function bareArray(): Refusal {
  return new Refusal('validation_error', {
    message: 'The body must be an object with the field emails, not an array.',
    fix:
      'Send {"emails": [...]}. A client of the compatible endpoint needs the base address that ends in ' +
      '/transactional/compat/, with the slash where the client asks for one.',
    errors: { emails: ['is required.'] },
  });
}

function parseItem(given: unknown, index: number): BatchItem {
  try {
    const key = keyField.parse(given);
    return { given, send: sendRequest.parse(given), ...(key !== undefined && { key }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { given, refusal: atItem(error, index) };
  }
}

/** The refusal with its fields named from the envelope on. */
function atItem(refusal: Refusal, index: number): Refusal {
  const fields = Object.entries(refusal.details.errors ?? {});
  return invalid(Object.fromEntries(fields.map(([field, sentences]) => [`emails.${index}.${field}`, sentences])));
}

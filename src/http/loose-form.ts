import { Busboy } from '@fastify/busboy';
import { Refusal } from '../base/refusal.ts';
import { decodeForm } from './form.ts';
import { decodeUtf8, faultOfText } from './json.ts';

/** Bytes of a field and of its name, and how many there may be. */
const LIMITS = {
  files: 0,
  fields: 500,
  parts: 500,
  fieldSize: 8 * 1024,
  fieldNameSize: 100,
  headerPairs: 16,
  headerSize: 8 * 1024,
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * Decodes the body of a form of a page, or what a mail program posts (RFC 8058 section 3.1): urlencoded, or multipart. Whatever
 * else comes is a form without fields, because nobody is there to mend it and the POST itself is what is meant.
 */
export function looseForm(type: string): (bytes: Buffer) => Promise<Fields> {
  return async (bytes) => {
    const essence = type.replace(/;.*$/s, '').trim().toLowerCase();
    if (essence === 'multipart/form-data') return multipartFields(type, bytes);
    return essence === 'application/x-www-form-urlencoded' ? urlencodedFields(bytes) : {};
  };
}

function urlencodedFields(bytes: Buffer): Fields {
  try {
    return decodeForm(decodeUtf8(bytes));
  } catch (error) {
    // Broken escapes or bytes: what is left says nothing.
    if (error instanceof Refusal) return {};
    throw error;
  }
}

/** Fields of a form, those that come several times as lists; of a form that is broken, those before the break. */
async function multipartFields(type: string, bytes: Buffer): Promise<Fields> {
  const fields = new Map<string, string | string[]>();
  await new Promise<void>((resolve) => {
    try {
      const parser = new Busboy({ headers: { 'content-type': type }, limits: LIMITS });
      parser.on('field', (name, value) => {
        if (faultOfText(value) !== undefined) return;
        const before = fields.get(name);
        fields.set(name, before === undefined ? value : [before, value].flat());
      });
      // A file is none of it and is passed over; a form that ends in the middle says so as an error.
      parser.on('file', (_name, stream) => void stream.resume());
      parser.on('error', () => resolve()).on('finish', () => resolve());
      parser.end(bytes);
    } catch {
      // Without a boundary there are no parts.
      resolve();
    }
  });
  return Object.fromEntries(fields);
}

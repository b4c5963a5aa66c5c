import { Busboy } from '@fastify/busboy';
import { Refusal } from '../base/refusal.ts';
import { decodeForm } from './form.ts';
import { decodeUtf8, faultOfText } from './json.ts';

/** Limits on a multipart form. Sizes are in bytes. */
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
 * Returns a decoder for the form of a page or of a one-click unsubscribe request (RFC 8058 section 3.1), urlencoded or
 * multipart. Treats any other body as a form without fields: the sender cannot correct the body, and the POST itself
 * expresses the intent.
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
    // Treat a form that cannot be decoded as empty.
    if (error instanceof Refusal) return {};
    throw error;
  }
}

/**
 * Parses the fields of a multipart form. Repeated fields become lists. If the form is invalid, returns the fields
 * before the error.
 */
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
      // Discard files.
      parser.on('file', (_name, stream) => void stream.resume());
      parser.on('error', () => resolve()).on('finish', () => resolve());
      parser.end(bytes);
    } catch {
      // Without a boundary, the form cannot be parsed. Treat it as empty.
      resolve();
    }
  });
  return Object.fromEntries(fields);
}

import { Busboy } from '@fastify/busboy';
import { invalid, Refusal } from '../base/refusal.ts';
import { decodeJson, decodeUtf8, faultOfText } from './json.ts';
import { unpacked } from './packed.ts';
import { shown } from './shown.ts';

/** A form field as sent by the client. Names may repeat, and brackets have no special meaning. */
export interface FormPart {
  readonly name: string;
  readonly value: string;
  /** Content of the file. Undefined for other fields. */
  readonly file?: Buffer;
  /** Name and media type of a file, if the client sent them. */
  readonly fileName?: string | undefined;
  readonly type?: string | undefined;
}

/** The form fields in order, or a parsed JSON body. */
export interface FormBody {
  readonly parts: readonly FormPart[];
  /** Value of a JSON body. */
  readonly json?: unknown;
}

/** Maximum number of parts, and maximum sizes. */
export interface FormLimits {
  readonly parts: number;
  readonly fieldBytes: number;
  /** Maximum size of the decompressed body, in bytes. */
  readonly bodyBytes: number;
}

const MAX_NAME_BYTES = 1_000;
const MAX_PART_HEADERS = 16;
const MAX_PART_HEADER_BYTES = 8 * 1024;

/**
 * Returns a decoder for request bodies from clients of other vendors' APIs: JSON, multipart forms (RFC 7578), and
 * urlencoded forms. Accepts gzip. Throws unsupported_media_type, payload_too_large (also for the decompressed size), or
 * validation_error.
 */
export function formDecoder(limits: FormLimits) {
  return (type = '', encoding = 'identity'): ((bytes: Buffer) => Promise<FormBody>) => {
    const packing = encoding.trim().toLowerCase();
    const essence = type.replace(/;.*$/s, '').trim().toLowerCase();
    const decode = DECODERS[essence];
    if ((packing !== 'identity' && packing !== 'gzip') || !decode) {
      throw new Refusal('unsupported_media_type', {
        message: `Bodies of type ${JSON.stringify(shown(essence))} with the content encoding ${JSON.stringify(shown(packing))} are not supported.`,
        fix: 'Send multipart/form-data, application/x-www-form-urlencoded, or JSON, uncompressed or compressed with gzip.',
      });
    }
    return async (bytes) => decode(packing === 'gzip' ? await unpacked(bytes, limits.bodyBytes) : bytes, limits, type);
  };
}

const DECODERS: Readonly<Record<string, (bytes: Buffer, limits: FormLimits, type: string) => Promise<FormBody>>> = {
  'multipart/form-data': multipart,
  'application/x-www-form-urlencoded': (bytes, limits) => Promise.resolve({ parts: urlencoded(bytes, limits) }),
  'application/json': (bytes) => Promise.resolve({ parts: [], json: decodeJson(bytes) }),
};

function urlencoded(bytes: Buffer, { fieldBytes, parts: most }: FormLimits): FormPart[] {
  const parts: FormPart[] = [];
  const text = decodeUtf8(bytes);
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('&', start);
    const end = next === -1 ? text.length : next;
    if (end > start) {
      if (parts.length === most) throw tooMany(most);
      const pair = text.slice(start, end);
      const equals = pair.indexOf('=');
      const name = decoded(equals === -1 ? pair : pair.slice(0, equals));
      parts.push(checked({ name, value: equals === -1 ? '' : decoded(pair.slice(equals + 1)) }, fieldBytes));
    }
    start = end + 1;
  }
  return parts;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid({ body: [`contains ${JSON.stringify(shown(text))}, which is not valid percent-encoded UTF-8.`] });
  }
}

/** The parser passes undefined for a part without a name, contrary to its types. */
interface Named {
  readonly name: string | undefined;
}

function multipart(bytes: Buffer, limits: FormLimits, type: string): Promise<FormBody> {
  return new Promise((resolve, reject) => {
    const parser = parserOf(type, limits);
    const parts: FormPart[] = [];
    const take = ({ name, ...rest }: Omit<FormPart, 'name'> & Named): void => {
      try {
        if (name === undefined) throw broken();
        parts.push(checked({ name, ...rest }, limits.fieldBytes));
      } catch (error) {
        reject(error);
      }
    };
    parser.on('field', (name: string | undefined, value, isNameCut, isValueCut) => {
      if (name !== undefined && (isNameCut || isValueCut)) reject(fieldTooLarge(name, limits.fieldBytes));
      else take({ name, value });
    });
    parser.on('file', (name, stream, fileName: string | undefined, _encoding, mimeType: string | undefined) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => take({ name, value: '', file: Buffer.concat(pieces), fileName, type: mimeType }));
      stream.on('error', () => reject(broken()));
    });
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
      parser.on(limit, () => reject(tooMany(limits.parts)));
    }
    parser.on('error', () => reject(broken()));
    parser.on('finish', () => resolve({ parts }));
    parser.end(bytes);
  });
}

function parserOf(type: string, { bodyBytes, fieldBytes, parts }: FormLimits) {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: {
        parts,
        fields: parts,
        files: parts,
        fieldSize: fieldBytes,
        fileSize: bodyBytes,
        fieldNameSize: MAX_NAME_BYTES,
        headerPairs: MAX_PART_HEADERS,
        headerSize: MAX_PART_HEADER_BYTES,
      },
    });
  } catch {
    // The constructor throws if the Content-Type header has no boundary.
    throw broken();
  }
}

function checked(part: FormPart, fieldBytes: number): FormPart {
  const fault = faultOfText(part.name) ?? faultOfText(part.value);
  if (fault !== undefined) throw invalid({ [shown(part.name)]: [fault] });
  if (part.value.length > fieldBytes) throw fieldTooLarge(part.name, fieldBytes);
  return part;
}

function fieldTooLarge(name: string, fieldBytes: number): Refusal {
  return new Refusal('payload_too_large', { message: `The ${shown(name)} field is larger than ${fieldBytes} bytes.` });
}

function tooMany(parts: number): Refusal {
  return invalid({ body: [`must have at most ${parts} fields.`] });
}

function broken(): Refusal {
  return invalid({ body: ['cannot be read: the form is truncated, has no boundary, or has a part without a name.'] });
}

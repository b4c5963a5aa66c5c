import type { IncomingHttpHeaders } from 'node:http';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalid, type Refusal } from '../base/refusal.ts';
import { tooLarge } from './body.ts';
import type { ByteFeed } from './byte-feed.ts';
import { faultOfText } from './json.ts';
import { shown } from './shown.ts';
import type { Upload, UploadSpec } from './upload-types.ts';

/** Maximum sizes, in bytes, of a form field other than the file, and of a field name. */
const MAX_FIELD_BYTES = 2_000;
const MAX_NAME_BYTES = 100;
/** Maximum number of headers per part. */
const MAX_PART_HEADERS = 16;
const MAX_PART_HEADER_BYTES = 8 * 1024;
const MAX_FILE_NAME_CHARACTERS = 200;

interface Form {
  readonly parser: BusboyInstance;
  readonly fields: Record<string, string>;
  /** Bytes of the file that were parsed but not consumed. */
  ready: Buffer[];
  fileName: string | undefined;
  bytes: number;
  fault: Refusal | undefined;
}

/**
 * Parses a form (RFC 7578) up to its file, and returns the file as a stream. Throws validation_error with the name of
 * the invalid field.
 */
export async function openForm(feed: ByteFeed, headers: IncomingHttpHeaders, spec: UploadSpec): Promise<Upload> {
  const form = startForm(headers, spec);
  while (form.fileName === undefined) {
    if (await readOn(form, feed)) continue;
    throw invalid({ [spec.field]: ['is required. Send the file in this field of the form.'] });
  }
  const { fields, fileName } = form;
  return { fileName, fields, pieces: piecesOf(form, feed, spec), drop: () => feed.drop() };
}

async function* piecesOf(form: Form, feed: ByteFeed, { field }: UploadSpec): AsyncGenerator<Buffer> {
  let hasMore = true;
  while (hasMore) {
    const ready = form.ready;
    form.ready = [];
    yield* ready;
    hasMore = await readOn(form, feed);
  }
  yield* form.ready;
  if (form.bytes === 0) throw invalid({ [field]: ['must not be empty.'] });
}

/** Parses the next chunk. Returns false at the end of the form. Throws if the form is invalid. */
async function readOn(form: Form, feed: ByteFeed): Promise<boolean> {
  const piece = await feed.next();
  await new Promise<void>((resolve) => {
    const go = (): void => {
      form.parser.off('error', go).off('finish', go);
      resolve();
    };
    // After an error, the parser does not call the write callback.
    form.parser.on('error', go);
    if (piece === undefined) form.parser.on('finish', go).end();
    else form.parser.write(piece, go);
  });
  if (form.fault) throw form.fault;
  return piece !== undefined;
}

function startForm(headers: IncomingHttpHeaders, spec: UploadSpec): Form {
  const parser = parserOf(headers, spec);
  const form: Form = { parser, fields: {}, ready: [], fileName: undefined, bytes: 0, fault: undefined };
  const fail = (refusal: Refusal): void => {
    form.fault ??= refusal;
  };
  const tooMany = (): void =>
    fail(
      invalid({ [spec.field]: [`must be the only file. The form accepts ${named([spec.field, ...spec.fields])}.`] }),
    );
  parser.on('error', () => fail(broken(spec)));
  parser.on('filesLimit', tooMany).on('fieldsLimit', tooMany).on('partsLimit', tooMany);
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    const fault = faultOfField({ name, value, isCut: isNameCut || isValueCut }, form, spec);
    if (fault) fail(fault);
    else form.fields[name] = value;
  });
  parser.on('file', (name, stream, fileName) => {
    if (name !== spec.field) fail(invalid({ [shown(name)]: [`must not be a file. Send the file as ${spec.field}.`] }));
    form.fileName = nameOf(fileName);
    stream.on('data', (bytes: Buffer) => {
      form.bytes += bytes.length;
      form.ready.push(bytes);
    });
    stream.on('limit', () => fail(tooLarge(spec.maxBytes)));
    stream.on('error', () => fail(broken(spec)));
  });
  return form;
}

function parserOf(headers: IncomingHttpHeaders, spec: UploadSpec): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        files: 1,
        fields: spec.fields.length,
        parts: spec.fields.length + 1,
        fileSize: spec.maxBytes,
        fieldSize: MAX_FIELD_BYTES,
        fieldNameSize: MAX_NAME_BYTES,
        headerPairs: MAX_PART_HEADERS,
        headerSize: MAX_PART_HEADER_BYTES,
      },
    });
  } catch {
    // The constructor throws if the Content-Type header has no boundary.
    throw invalid({ [spec.field]: ['cannot be read: the form’s `Content-Type` has no boundary.'] });
  }
}

interface MultipartField {
  readonly name: string;
  readonly value: string;
  readonly isCut: boolean;
}

function faultOfField({ isCut, name, value }: MultipartField, form: Form, spec: UploadSpec): Refusal | undefined {
  const field = shown(name);
  if (!spec.fields.includes(name))
    return invalid({ [field]: [`is not a field of this form, which accepts ${named([spec.field, ...spec.fields])}.`] });
  if (form.fileName !== undefined) return invalid({ [field]: [`must come before ${spec.field}.`] });
  if (Object.hasOwn(form.fields, name)) return invalid({ [field]: ['must be given only once.'] });
  if (isCut) return invalid({ [field]: [`must be at most ${MAX_FIELD_BYTES} bytes.`] });
  const fault = faultOfText(value);
  return fault === undefined ? undefined : invalid({ [field]: [fault] });
}

function named(fields: readonly string[]): string {
  return `the field${fields.length === 1 ? '' : 's'} ${fields.join(', ')}`;
}

function broken({ field }: UploadSpec): Refusal {
  return invalid({ [field]: ['cannot be read: the form is truncated, or one of its parts has invalid headers.'] });
}

/**
 * Returns the file name, truncated and without NUL characters and unpaired surrogates. It is only displayed, never used
 * to open a file.
 */
function nameOf(given: string | undefined): string {
  return shown((given ?? '').slice(0, MAX_FILE_NAME_CHARACTERS))
    .toWellFormed()
    .replaceAll('\0', '');
}

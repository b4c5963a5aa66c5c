import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { MailTemplate } from '../../../mail/skeleton.ts';
import type { TemplateSource } from '../../../mail/template/source.ts';
import { MAX_TEMPLATE_BYTES } from './limits.ts';

/**
 * A template as stored: either split into text and placeholders (`MailTemplate`), or Liquid source (`TemplateSource`).
 */
export type StoredTemplate = MailTemplate | TemplateSource;

const PLAIN = 0;
const ZSTD = 1;
const COMPRESS_FROM_BYTES = 1024;

/**
 * Returns the bytes for the column mail_template.template: a format byte, then JSON, compressed if it is at least 1 KB.
 * Throws if the template is too large.
 */
export function encodeTemplate(template: StoredTemplate): Buffer {
  const json = Buffer.from(JSON.stringify(template));
  if (json.length > MAX_TEMPLATE_BYTES) {
    throw new RangeError(`The template has ${json.length} bytes; the limit is ${MAX_TEMPLATE_BYTES}`);
  }
  if (json.length < COMPRESS_FROM_BYTES) return Buffer.concat([Buffer.from([PLAIN]), json]);
  const packed = zstdCompressSync(json, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return Buffer.concat([Buffer.from([ZSTD]), packed]);
}

/** Decodes the result of `encodeTemplate`. Throws on other bytes. */
export function decodeTemplate(bytes: Buffer): StoredTemplate {
  const body = bytes.subarray(1);
  const json = bytes[0] === ZSTD ? zstdDecompressSync(body, { maxOutputLength: MAX_TEMPLATE_BYTES }) : body;
  if (bytes[0] !== ZSTD && bytes[0] !== PLAIN) throw new Error(`Unknown template format ${bytes[0]}`);
  // Safe cast: only encodeTemplate writes these bytes. Restore the undefined fields, which JSON omits.
  const template = JSON.parse(json.toString()) as StoredTemplate;
  return 'names' in template ? template : { ...template, html: template.html, text: template.text };
}

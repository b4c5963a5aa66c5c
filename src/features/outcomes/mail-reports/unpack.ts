import { crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import { isReportFault, type ReportFault } from '../../../mail/report-text.ts';

/** Maximum unpacked size of a report, in bytes. Reports for large senders are typically a few hundred kilobytes. */
export const MAX_REPORT_BYTES = 10 * 1024 * 1024;

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP_ENTRY = Buffer.from('PK\x03\x04', 'latin1');
const ZIP_DIRECTORY = Buffer.from('PK\x01\x02', 'latin1');
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_ENTRY_BYTES = 30;
const ZIP_DIRECTORY_BYTES = 46;
const ZIP_END_BYTES = 22;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** Number of bytes that are examined to detect the format. Leading white space and a byte order mark are skipped. */
const EXAMINED_BYTES = 256;

/**
 * The content of a file as text. File extension and MIME type are ignored, because reporters often set them
 * incorrectly.
 */
export interface UnpackedReport {
  readonly format: 'xml' | 'json';
  readonly text: string;
}

const TOO_LARGE: ReportFault = { fault: `The unpacked report is larger than ${MAX_REPORT_BYTES / 1024 / 1024} MB.` };

/**
 * Unpacks a report file: gzip (RFC 1952), a zip with one entry, or uncompressed. Returns an error if the file is
 * corrupt or its unpacked size exceeds MAX_REPORT_BYTES. Returns undefined if the file is not a report but, for
 * example, an image. Never throws.
 */
export function unpackReport(content: Uint8Array): UnpackedReport | ReportFault | undefined {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const isPacked = startsWith(file, GZIP) || startsWith(file, ZIP_ENTRY);
  const unpacked = unpack(file);
  if (isFaultOfFile(unpacked)) return unpacked;
  const format = formatOf(unpacked);
  if (format === undefined) return isPacked ? { fault: 'The packed file is neither XML nor JSON.' } : undefined;
  if (unpacked.length > MAX_REPORT_BYTES) return TOO_LARGE;
  return { format, text: textOf(unpacked) };
}

function isFaultOfFile(value: Buffer | ReportFault): value is ReportFault {
  return isReportFault(value);
}

function unpack(file: Buffer): Buffer | ReportFault {
  if (startsWith(file, GZIP)) {
    return decompress('gzip', () => gunzipSync(file, { maxOutputLength: MAX_REPORT_BYTES }));
  }
  return startsWith(file, ZIP_ENTRY) ? unzip(file) : file;
}

function decompress(name: string, run: () => Buffer): Buffer | ReportFault {
  try {
    return run();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : { fault: `The ${name} file is damaged.` };
  }
}

/**
 * Unpacks the only entry of a zip file (PKWARE APPNOTE 4.3). Reads the directory at the end of the file, because only
 * it reliably contains the sizes.
 */
function unzip(file: Buffer): Buffer | ReportFault {
  const damaged: ReportFault = { fault: 'The zip file is damaged.' };
  const end = file.lastIndexOf(ZIP_END);
  if (end < 0 || end + ZIP_END_BYTES > file.length) return damaged;
  if (file.readUInt16LE(end + 10) !== 1) return { fault: 'The zip file must contain exactly one file.' };
  const entry = file.readUInt32LE(end + 16);
  if (entry + ZIP_DIRECTORY_BYTES > end || !startsWith(file.subarray(entry), ZIP_DIRECTORY)) return damaged;
  if ((file.readUInt16LE(entry + 8) & ENCRYPTED) !== 0) return { fault: 'The zip file is encrypted.' };
  const method = file.readUInt16LE(entry + 10);
  const [checksum, packedBytes, start] = [entry + 16, entry + 20, entry + 42].map((at) => file.readUInt32LE(at));
  const data = dataAt(file, start ?? 0, packedBytes ?? 0);
  if (!data) return damaged;
  const unpacked = inflate(method, data);
  if (isFaultOfFile(unpacked)) return unpacked;
  return crc32(unpacked) === checksum ? unpacked : damaged;
}

function dataAt(file: Buffer, start: number, bytes: number): Buffer | undefined {
  if (start + ZIP_ENTRY_BYTES > file.length || !startsWith(file.subarray(start), ZIP_ENTRY)) return undefined;
  const from = start + ZIP_ENTRY_BYTES + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
  return from + bytes > file.length ? undefined : file.subarray(from, from + bytes);
}

function inflate(method: number, data: Buffer): Buffer | ReportFault {
  if (method === STORED) return data.length > MAX_REPORT_BYTES ? TOO_LARGE : data;
  if (method !== DEFLATED) return { fault: 'The zip file uses an unsupported compression method.' };
  return decompress('zip', () => inflateRawSync(data, { maxOutputLength: MAX_REPORT_BYTES }));
}

function startsWith(file: Buffer, start: Buffer): boolean {
  return file.subarray(0, start.length).equals(start);
}

function formatOf(content: Buffer): UnpackedReport['format'] | undefined {
  const start = textOf(content.subarray(0, EXAMINED_BYTES)).trimStart();
  if (start.startsWith('<')) return 'xml';
  return start.startsWith('{') ? 'json' : undefined;
}

/** Decodes UTF-8, or UTF-16 with a byte order mark. Invalid sequences become U+FFFD. */
function textOf(content: Buffer): string {
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(content);
}

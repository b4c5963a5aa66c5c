import { gzipSync } from 'node:zlib';
import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import type { SigningPair } from '../../../../src/features/tenants/access/index.ts';
import { pick } from '../../random.ts';
import { signedHeaders } from '../../ses.ts';
import { keyHeaders } from '../../vendor-credentials.ts';
import { below, brokenJson, headerText, type Random } from '../values.ts';
import { mutatedSaid, oddText } from './mutate.ts';
import type { FormField, Recorded, Said } from './record.ts';

/** A request that the fuzzer sends. */
export interface VendorCall {
  readonly recorded: Recorded;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** Credentials of an API key. */
export interface Holder {
  readonly key: string;
  readonly pair: SigningPair;
}

interface Body {
  readonly bytes: Buffer;
  readonly type: string;
}

const URLENCODED = 'application/x-www-form-urlencoded';
const BOUNDARY = 'fuzz-boundary';
const TYPES = [
  URLENCODED,
  'application/json',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'text/plain',
  'x',
  '',
];
const QUERIES = ['%', '%00', '%ff', '&&==', 'a=%ed%a0%80', 'limit[]=1', 'a[__proto__][b]=1', 'limit=1&limit=2'];
const SEGMENTS = ['%00', '%ff', '%ed%a0%80', '..%2f', '%F0%9F%98%80', '...', 'x'.repeat(900), '9007199254740993'];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Returns a request that is based on a recorded request of a vendor's client. Most requests differ from the recorded
 * one in random ways.
 */
export function vendorCall(recorded: Recorded, holder: Holder, port: number, random: Random): VendorCall {
  const { vendor } = recorded;
  const isOld = vendor === 'ses' && recorded.path === '/';
  const isMoved = !isOld && random() < 0.05;
  const path = isMoved ? movedPath(recorded.path, random) : recorded.path;
  // Responses for unknown paths under a vendor's prefix use that vendor's error format. At the root, they use the error
  // format of the API that has similar paths.
  const base = isMoved || random() < 0.5 ? `/compat/${vendor}` : '';
  const method = isMoved && random() < 0.3 ? pick(METHODS, random) : recorded.method;
  const said = random() < 0.3 ? recorded.said : mutatedSaid(recorded.said, random);
  const isInQuery = said.kind === 'form' && random() < 0.03;
  const query = isInQuery ? urlencoded(said.fields).slice(0, 4_000) : queryOf(recorded, random);
  const body = method === 'GET' || isInQuery ? undefined : bodyOf(said, random);
  const packed = body && packedOf(body.bytes, random);
  const whole = `${isOld && base !== '' ? base : base + path}${query === '' ? '' : `?${query}`}`;
  const type = random() < 0.03 ? pick(TYPES, random) : (body?.type ?? '');
  return {
    recorded,
    method,
    path: whole,
    headers: {
      ...credentialsOf(
        recorded,
        holder,
        { method, url: `http://localhost:${port}${whole}`, body: packed?.bytes },
        random,
      ),
      ...(type !== '' && { 'content-type': type }),
      ...(packed?.encoding !== undefined && { 'content-encoding': packed.encoding }),
      ...(packed && { 'content-length': String(packed.bytes.length) }),
      ...(random() < 0.05 && { 'idempotency-key': headerText(random) }),
      ...(vendor === 'ses' &&
        random() < 0.1 && { 'amz-sdk-invocation-id': pick(['a', 'b', headerText(random)], random) }),
    },
    body: packed?.bytes,
  };
}

function movedPath(path: string, random: Random): string {
  const words = path.split('/');
  const at = 1 + below(words.length - 1, random);
  const word =
    random() < 0.5 ? pick(SEGMENTS, random) : encodeURIComponent(pick(naughtyStrings, random).toWellFormed());
  return words.map((each, index) => (index === at ? word || 'x' : each)).join('/');
}

function queryOf({ query }: Recorded, random: Random): string {
  const luck = random();
  if (luck < 0.03) return pick(QUERIES, random);
  const params = [...new URLSearchParams(query)];
  if (params.length === 0 || luck < 0.4) return query;
  const at = below(params.length, random);
  const changed = params.map(([name, value], index): [string, string] =>
    index === at ? [name, oddText(random).slice(0, 500)] : [name, value],
  );
  return new URLSearchParams(changed).toString().replaceAll('+', '%20');
}

function bodyOf(said: Said, random: Random): Body | undefined {
  const luck = random();
  if (luck < 0.02) return { bytes: brokenJson(random), type: pick(TYPES, random) };
  if (said.kind === 'nothing') return undefined;
  const body = said.kind === 'json' ? jsonBody(said.value) : formBody(said.fields, random);
  if (luck > 0.03 || body.bytes.length === 0) return body;
  const bytes = Buffer.from(body.bytes);
  bytes[below(bytes.length, random)] = below(256, random);
  return { ...body, bytes: luck < 0.025 ? bytes : bytes.subarray(0, below(bytes.length, random)) };
}

function jsonBody(value: unknown): Body {
  return { bytes: Buffer.from(JSON.stringify(value) ?? ''), type: 'application/json' };
}

function formBody(fields: readonly FormField[], random: Random): Body {
  const luck = random();
  if (luck < 0.02) return jsonBody(Object.fromEntries(fields.map(({ name, value }) => [name, value])));
  if (luck < 0.5) return { bytes: Buffer.from(urlencoded(fields)), type: URLENCODED };
  return { bytes: multipart(fields, random), type: `multipart/form-data; boundary=${BOUNDARY}` };
}

function urlencoded(fields: readonly FormField[]): string {
  return new URLSearchParams(fields.map(({ name, value }): [string, string] => [name, value])).toString();
}

function multipart(fields: readonly FormField[], random: Random): Buffer {
  const parts = fields.map(({ isFile, name, value }) => {
    const file = isFile
      ? `; filename="${pick(['message.mime', 'a.txt', ''], random)}"\r\nContent-Type: text/plain`
      : '';
    // Percent-encode these characters as browsers and clients do. Otherwise, they would end the name.
    const escaped = name.replaceAll(/[\r\n"]/g, (character) => encodeURIComponent(character));
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${escaped}"${file}\r\n\r\n${value}\r\n`;
  });
  return Buffer.from(`${parts.join('')}${random() < 0.97 ? `--${BOUNDARY}--\r\n` : ''}`);
}

/**
 * Compresses some of the bodies with gzip, as clients do. In rare cases, truncates the compressed body, or returns an
 * encoding that does not match the body.
 */
function packedOf(bytes: Buffer, random: Random): { readonly bytes: Buffer; readonly encoding?: string } {
  const luck = random();
  if (luck > 0.1) return { bytes };
  const packed = gzipSync(bytes, { level: 1 });
  if (luck > 0.03) return { bytes: packed, encoding: 'gzip' };
  if (luck > 0.02) return { bytes: packed.subarray(0, below(packed.length, random)), encoding: 'gzip' };
  return luck > 0.01
    ? { bytes, encoding: pick(['gzip', 'br', 'deflate', 'x', 'gzip, gzip'], random) }
    : { bytes: packed };
}

function credentialsOf(
  { vendor }: Recorded,
  { key, pair }: Holder,
  request: { readonly method: string; readonly url: string; readonly body: Buffer | undefined },
  random: Random,
): Readonly<Record<string, string>> {
  const luck = random();
  if (luck < 0.01) return {};
  if (luck < 0.02) return { authorization: headerText(random), 'x-postmark-server-token': headerText(random) };
  const { body = '', ...rest } = request;
  return vendor === 'ses'
    ? signedHeaders({ ...rest, body }, pair)
    : keyHeaders(vendor, key, undefined, { ...rest, body: '' });
}

import { createHash, createPublicKey, verify } from 'node:crypto';

/** DKIM key records (RFC 6376, section 3.6.1) by the DNS name of their selector. */
export type KeyRecords = ReadonlyMap<string, string>;

/**
 * Verifies the first DKIM signature of a message (RFC 6376, relaxed/relaxed and rsa-sha256). Returns the error, or
 * undefined if the signature is valid. Does not share code with the program's signer, so that bugs in the signer are
 * detected.
 */
export function dkimFault(mail: string, records: KeyRecords): string | undefined {
  const split = mail.indexOf('\r\n\r\n');
  if (split < 0) return 'the mail has no body';
  const fields = mail.slice(0, split).split(/\r\n(?![ \t])/);
  const signature = fields.find((field) => /^dkim-signature:/i.test(field));
  if (!signature) return 'the mail is not signed';
  const tags = tagsOf(signature.slice(signature.indexOf(':') + 1));
  if (tags.get('a') !== 'rsa-sha256' || tags.get('c') !== 'relaxed/relaxed') return 'the signature is of another kind';

  const bodyHash = createHash('sha256')
    .update(relaxedBody(mail.slice(split + 4)), 'latin1')
    .digest('base64');
  if (tags.get('bh') !== bodyHash) return 'the body is not the one that was signed';
  const name = `${tags.get('s')}._domainkey.${tags.get('d')}`;
  const record = records.get(name);
  const key = record && tagsOf(record).get('p');
  if (!key) return `there is no key ${name}`;
  const text = signedHeader(fields, signature, tags.get('h') ?? '');
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  const holds = verify('sha256', Buffer.from(text, 'latin1'), publicKey, Buffer.from(tags.get('b') ?? '', 'base64'));
  return holds ? undefined : 'the signature does not hold';
}

/** Parses `tag=value; ...` and removes all whitespace, which is not significant in the tags that are read here. */
function tagsOf(list: string): Map<string, string> {
  return new Map(
    list.split(';').map((part): [string, string] => {
      const at = part.indexOf('=');
      return [part.slice(0, at).trim(), part.slice(at + 1).replace(/[ \t\r\n]/g, '')];
    }),
  );
}

/**
 * Returns the header fields that `h=` lists, followed by the signature field with an empty `b=` tag (section 3.7). If a
 * name is listed several times, its fields are taken from the bottom of the header upward.
 */
function signedHeader(fields: readonly string[], signature: string, names: string): string {
  const left = [...fields];
  let text = '';
  for (const name of names.toLowerCase().split(':')) {
    const at = left.findLastIndex((field) => field.slice(0, field.indexOf(':')).trim().toLowerCase() === name);
    if (at >= 0) text += `${relaxedField(left.splice(at, 1)[0] ?? '')}\r\n`;
  }
  return text + relaxedField(signature).replace(/([;:]\s*b=)[^;]*/, '$1');
}

function relaxedField(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
}

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`;
}

import type { IncomingHttpHeaders } from 'node:http';

/** Prefix of the User-Agent header of clients that accept only bare UUIDs as IDs. */
const BARE_UUID_AGENT = 'resend-sdk/';
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const ID = /^tm_(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** Formats a message's public ID for the client. */
export function shownId(id: string, headers: IncomingHttpHeaders): string {
  return headers['user-agent']?.startsWith(BARE_UUID_AGENT) ? id.replace(ID, '$1-$2-$3-$4-$5') : id;
}

/** Converts a bare UUID from a client to a public ID. Returns other strings unchanged. */
export function givenId(text: string): string {
  return UUID.test(text) ? `tm_${text.replaceAll('-', '').toLowerCase()}` : text;
}

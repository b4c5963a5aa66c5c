import type { IncomingHttpHeaders } from 'node:http';

/** Clients that take ids only as bare UUIDs, by the beginning of their User-Agent. */
const BARE_UUID_AGENT = 'resend-sdk/';
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const ID = /^tm_(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** A message's public id in the form that the client reads. */
export function shownId(id: string, headers: IncomingHttpHeaders): string {
  return headers['user-agent']?.startsWith(BARE_UUID_AGENT) ? id.replace(ID, '$1-$2-$3-$4-$5') : id;
}

/** The public id behind what a client gave: a bare UUID is one as well; anything else stays as it is. */
export function givenId(text: string): string {
  return UUID.test(text) ? `tm_${text.replaceAll('-', '').toLowerCase()}` : text;
}

import type { KeyOf } from '../../../http/route.ts';

const BEARER = /^Bearer +(?:SG\.)?([^\s]+) *$/i;

/**
 * Returns the API key of a request. The key may be preceded by the prefix of SendGrid's keys, because clients show a
 * warning for keys without this prefix.
 */
export const sendgridKey: KeyOf = ({ authorization }) => BEARER.exec(authorization ?? '')?.[1];

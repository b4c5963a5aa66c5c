import type { KeyOf } from '../../../http/route.ts';

const BEARER = /^Bearer +(?:SG\.)?([^\s]+) *$/i;

/**
 * Returns the key of a request. The prefix of the vendor's keys may precede it, because clients show a warning without
 * this prefix.
 */
export const sendgridKey: KeyOf = ({ authorization }) => BEARER.exec(authorization ?? '')?.[1];

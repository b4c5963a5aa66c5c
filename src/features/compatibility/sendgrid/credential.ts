import type { KeyOf } from '../../../http/route.ts';

const BEARER = /^Bearer +(?:SG\.)?([^\s]+) *$/i;

/** The key of a request; before it may stand what the vendor's own keys begin with, since its clients warn without that. */
export const sendgridKey: KeyOf = ({ authorization }) => BEARER.exec(authorization ?? '')?.[1];

import { Type } from 'typebox';
import type { Parser } from '../../../http/parser.ts';
import { isObject } from '../resend/index.ts';
import type { VendorParts } from '../vendors/index.ts';
import type { WebhookParts } from './webhook-routes.ts';

/** Dependencies of the adapter. */
export interface SendgridParts extends VendorParts, WebhookParts {
  /** Public base URL without a trailing slash. */
  readonly baseUrl: () => string;
}

export const anyBody: Parser<unknown> = { schema: Type.Unknown(), parse: (given) => given };
export const anyQuery: Parser<Record<string, unknown>> = {
  schema: Type.Unknown(),
  parse: (given) => (isObject(given) ? given : {}),
};

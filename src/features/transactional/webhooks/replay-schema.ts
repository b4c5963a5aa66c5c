import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import { parserOf } from '../../../http/parser.ts';
import { refusedUrl, type UrlPolicy } from '../../../http/outgoing/url.ts';
import { filterFields, parseFilters, parseTimes, type FilterFields } from './log-schema.ts';
import { withoutFragment } from './schema.ts';
import { WEBHOOK_EVENTS, type WebhookEventName } from './events.ts';

const DEFAULT_PER_SECOND = 10;
export const MAX_PER_SECOND = 1_000;

const replayFields = Type.Object({
  ...filterFields,
  created_after: Type.String({
    description:
      'Only deliveries created at or after this ISO 8601 date-time. This field is required to prevent accidental replays of the whole log.',
  }),
  per_second: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PER_SECOND,
      description: `The number of deliveries to send per second. Default: ${DEFAULT_PER_SECOND}.`,
    }),
  ),
  url: Type.Optional(
    Type.String({
      description:
        'A URL to send to instead of the webhook URL. Must meet the requirements for webhook URLs. Deliveries are signed with the webhook secret.',
    }),
  ),
});

/** A validated replay. */
export interface NewReplay {
  /** The filters exactly as given in the request. They are stored in this form. */
  readonly filter: FilterFields;
  /** Exclusive lower and upper bounds of the delivery IDs. */
  readonly above: string;
  readonly below: string;
  readonly perSecond: number;
  /** URL to which the deliveries are sent. Undefined for the webhook's own URL. */
  readonly url: string | undefined;
}

/** Creates the parser for requests that start a replay. */
export function replayRequest(clock: Clock, policy: UrlPolicy) {
  return parserOf(replayFields, (given, fail): NewReplay => {
    parseFilters(given, clock.now(), fail);
    if (given.created_after === '') fail('created_after', 'is required.');
    const times = parseTimes(given, fail);
    if (times.above >= times.below) fail('created_before', 'must be later than `created_after`.');
    const fault = given.url === undefined ? undefined : refusedUrl(given.url, policy);
    if (fault) fail('url', `${fault.replace(/^The URL /, '')}.`);
    return {
      filter: givenFilter(given),
      ...times,
      perSecond: given.per_second ?? DEFAULT_PER_SECOND,
      url: given.url === undefined || fault ? undefined : withoutFragment(given.url),
    };
  });
}

/** Parses the type of a test event. Defaults to `delivered`. */
export const testRequest = parserOf(
  Type.Object({
    event: Type.Optional(
      Type.Enum([...WEBHOOK_EVENTS], { description: 'The type of the test event. Default: `delivered`.' }),
    ),
  }),
  ({ event }): WebhookEventName => event ?? 'delivered',
);

/** Returns only the filter fields of a request. */
function givenFilter(given: FilterFields): FilterFields {
  const { answer, created_after, created_before, event, message_id, recipient, replay_id, state, tag } = given;
  const known = { event, state, answer, tag, message_id, recipient, replay_id, created_after, created_before };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined && value !== ''));
}

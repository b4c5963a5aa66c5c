import { Type, type Static } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import { parserOf } from '../../../http/parser.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { route, type Route } from '../../../http/route.ts';
import { checkedId, parseTime, REPLAY_PREFIX } from './log-schema.ts';
import type { LogParts } from './log.ts';
import { MAX_STRETCHES, MAX_TIMELINE_MS, readTimeline, spanOf, type Span, type TimelineRequest } from './timeline.ts';

const COUNT = Type.Integer();
const TIME = Type.String({ format: 'date-time' });

const timelineSchema = Type.Object(
  {
    from: TIME,
    to: TIME,
    step_seconds: Type.Integer({ description: 'The length of an interval in seconds.' }),
    is_complete: Type.Boolean({
      description:
        'Whether the timeline counts all deliveries. If false, the timeline counts only deliveries created since `covered_from`.',
    }),
    covered_from: TIME,
    data: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time', description: 'The start of the interval.' }),
        received: COUNT,
        failed: Type.Integer({ description: 'Deliveries whose last attempt did not return a 2xx status code.' }),
        waiting: Type.Integer({ description: 'Deliveries that have not been attempted yet.' }),
        held: Type.Integer({ description: 'Deliveries created while the webhook was disabled.' }),
      }),
    ),
    answers: Type.Array(
      Type.Object({
        answer: Type.Union([Type.Integer(), Type.Null()], {
          description: 'The HTTP status code. Null if there was no response.',
        }),
        deliveries: COUNT,
      }),
    ),
  },
  { $id: 'WebhookTimeline' },
);

const timelineDoc: RouteDoc = {
  group: 'Dashboard: webhooks',
  description:
    `Counts deliveries by the result of their last attempt, in at most ${MAX_STRETCHES} equal intervals. Replayed deliveries ` +
    'are included only if you set `replay_id`.',
  answers: [
    {
      status: 200,
      description: 'The timeline.',
      schema: timelineSchema,
      example: {
        from: '2026-11-21T09:00:00.000Z',
        to: '2026-11-21T09:02:00.000Z',
        step_seconds: 60,
        is_complete: true,
        covered_from: '2026-11-21T09:00:00.000Z',
        data: [
          { at: '2026-11-21T09:00:00.000Z', received: 41, failed: 0, waiting: 0, held: 0 },
          { at: '2026-11-21T09:01:00.000Z', received: 3, failed: 38, waiting: 0, held: 0 },
        ],
        answers: [
          { answer: 204, deliveries: 44 },
          { answer: 503, deliveries: 38 },
        ],
      },
    },
  ],
  problems: ['validation_error'],
};

const timelineFields = Type.Object({
  created_after: Type.String({ description: 'The start of the timeline, as an ISO 8601 date-time.' }),
  created_before: Type.String({ description: 'The end of the timeline, as an ISO 8601 date-time.' }),
  replay_id: Type.Optional(Type.String({ description: 'Only deliveries that belong to the replay with this ID.' })),
});

type Fail = (field: string, sentence: string) => void;

function timelineRequest(clock: Clock) {
  return parserOf(timelineFields, (given, fail): TimelineRequest => {
    return {
      span: spanFrom(given, fail) ?? spanOf(0, 1),
      replayId: checkedId('replay_id', REPLAY_PREFIX, given.replay_id, clock.now(), fail),
    };
  });
}

function spanFrom(given: Static<typeof timelineFields>, fail: Fail): Span | undefined {
  const fromMs = parseTime('created_after', given, fail);
  const toMs = parseTime('created_before', given, fail);
  if (fromMs === undefined) {
    if (!given.created_after) fail('created_after', 'is required.');
  } else if (toMs === undefined || toMs <= fromMs) fail('created_before', 'must be later than `created_after`.');
  else if (toMs - fromMs > MAX_TIMELINE_MS) {
    fail('created_before', `must be at most ${MAX_TIMELINE_MS / 86_400_000} days after \`created_after\`.`);
  } else return spanOf(fromMs, toMs);
  return undefined;
}

/** Returns the route for the webhook timeline in the dashboard. */
export function timelineRoutes(parts: LogParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/webhook/timeline',
      summary: 'Retrieve the delivery timeline of the webhook',
      scope: 'dashboard:read',
      query: timelineRequest(parts.clock),
      doc: timelineDoc,
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await readTimeline(parts, principal.accountId, query),
      }),
    }),
  ];
}

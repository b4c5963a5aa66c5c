import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Webhooks';
const REPLAY_ID = 'whr_019aa5b0a1b27c3d8e4f5a6b7c8d9e0f';
const REPLAY_PARAM = { id: { description: 'The ID of the replay.', example: REPLAY_ID } };
const TIME = Type.String({ format: 'date-time' });

export const replaySchema = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum(['running', 'done', 'cancelled']),
    filter: Type.Record(Type.String(), Type.String()),
    url: Type.Union([Type.String(), Type.Null()]),
    per_second: Type.Integer(),
    queued: Type.Integer({ description: 'The number of deliveries queued so far.' }),
    covered_until: Type.String({
      format: 'date-time',
      description: 'The replay has read all deliveries created up to this time.',
    }),
    until: Type.String({
      format: 'date-time',
      description: 'The replay includes only deliveries created up to this time.',
    }),
    created_at: TIME,
    finished_at: Type.Union([TIME, Type.Null()]),
  },
  { $id: 'WebhookReplay' },
);

const REPLAY_EXAMPLE = {
  id: REPLAY_ID,
  state: 'running',
  filter: { state: 'given_up', created_after: '2026-11-20T00:00:00Z' },
  url: null,
  per_second: 10,
  queued: 30,
  covered_until: '2026-11-20T04:12:55.120Z',
  until: '2026-11-21T10:00:00.000Z',
  created_at: '2026-11-21T10:00:00.000Z',
  finished_at: null,
};

const replayAnswer = (status: number, description: string): RouteDoc['answers'] => [
  { status, description, schema: replaySchema, example: REPLAY_EXAMPLE },
];

/** API documentation for replays. */
export const replayDocs = {
  begin: {
    group: GROUP,
    description:
      'Resends the deliveries that match the filters at the time of the request, including held deliveries. Deliveries are sent ' +
      'oldest first at the rate of `per_second`, with the same event IDs and bodies. Deliveries of other replays are ' +
      'included only if you set `replay_id`. If you set `url`, deliveries are sent to that URL, signed with the webhook secret, ' +
      'and do not affect the health of the webhook. A replay pauses while the webhook is disabled or its receiver is too ' +
      'slow. Deleting the webhook cancels the replay.',
    requestExample: { state: 'given_up,held', created_after: '2026-11-20T00:00:00Z', per_second: 10 },
    answers: replayAnswer(202, 'The new replay.'),
    problems: ['not_found', 'validation_error'],
  },
  list: {
    group: GROUP,
    description:
      'Returns replays, newest first. To get the next page, pass the ID of the last replay on the page as `after`.',
    answers: [
      {
        status: 200,
        description: 'A page.',
        schema: Type.Object({ data: Type.Array(replaySchema), per_page: Type.Integer(), has_more: Type.Boolean() }),
        example: { data: [REPLAY_EXAMPLE], per_page: 20, has_more: false },
      },
    ],
    problems: ['validation_error'],
  },
  read: { group: GROUP, params: REPLAY_PARAM, answers: replayAnswer(200, 'The replay.'), problems: ['not_found'] },
  cancel: {
    group: GROUP,
    description:
      'Cancels the replay and removes its queued deliveries that have not been attempted. The request has no effect on a replay that has ended.',
    params: REPLAY_PARAM,
    answers: replayAnswer(200, 'The updated replay.'),
    problems: ['not_found'],
  },
} satisfies Record<string, RouteDoc>;

import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Dashboard: operator';
const COUNT = Type.Integer();
const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const COUNT_OR_NULL = Type.Union([COUNT, Type.Null()]);

const planFields = {
  name: Type.String(),
  monthly_quota: COUNT_OR_NULL,
  daily_quota: COUNT_OR_NULL,
  rate_per_second: COUNT_OR_NULL,
  rate_per_minute: COUNT_OR_NULL,
  overage_cents_per_thousand: COUNT_OR_NULL,
  api_access: Type.Boolean(),
  contact_limit: COUNT_OR_NULL,
  form_limit: COUNT_OR_NULL,
  campaign_monthly_quota: COUNT_OR_NULL,
  campaign_daily_quota: COUNT_OR_NULL,
  campaign_hourly_quota: COUNT_OR_NULL,
};
const planSchema = Type.Object(planFields, { $id: 'OperatedPlan' });
const listedPlanSchema = Type.Object({ ...planFields, accounts: COUNT }, { $id: 'OperatedPlanInList' });

const stopSchema = Type.Object({ site: Type.String(), until: TIME, reason: Type.String() }, { $id: 'OperatedStop' });
const seenFields = {
  waiting: COUNT,
  in_flight: Type.Integer({ description: 'Number of open connections.' }),
  window: Type.Integer({ description: 'Current maximum number of connections to the site.' }),
  per_second: Type.Number(),
  resting_until: TIME_OR_NULL,
  last_reply: Type.Union([Type.String(), Type.Null()], {
    description:
      'The last server reply that caused Postrider to limit sending to the site. Null if Postrider has not limited sending to the site.',
  }),
};

const queuesSchema = Type.Object(
  {
    waiting: Type.Object({
      total: COUNT,
      is_at_least: Type.Boolean({ description: 'If true, the actual number is higher than `total`.' }),
      by_class: Type.Array(Type.Object({ class: Type.String(), waiting: COUNT })),
    }),
    sites: Type.Array(
      Type.Object({
        site: Type.String(),
        ...seenFields,
        stopped: Type.Union([stopSchema, Type.Null()]),
        workers: Type.Array(Type.Object({ worker: COUNT, ...seenFields })),
      }),
    ),
    stops: Type.Array(stopSchema),
    draining_until: Type.Union([TIME, Type.Null()], {
      description:
        'End of the maintenance period during which no new email is accepted. Null if new email is accepted.',
    }),
    domains: Type.Array(
      Type.Object({
        domain: Type.String(),
        waiting: COUNT,
        due: COUNT,
        oldest_due_at: TIME_OR_NULL,
        next_at: TIME_OR_NULL,
      }),
    ),
    domains_counted_among: Type.Integer({
      description: 'Maximum number of queued recipients that are counted by domain.',
    }),
  },
  { $id: 'OperatedQueues' },
);

const systemSchema = Type.Object(
  {
    version: Type.String(),
    node_version: Type.String(),
    database: Type.Object({
      version: Type.String(),
      bytes: COUNT,
      started_at: TIME,
      durability: Type.Object({
        fsync: Type.Boolean(),
        synchronous_commit: Type.Boolean(),
        full_page_writes: Type.Boolean(),
      }),
    }),
    disk: Type.Union([Type.Object({ free_bytes: COUNT, total_bytes: COUNT }), Type.Null()]),
    processes: Type.Array(
      Type.Object(
        { role: Type.String(), host: TEXT_OR_NULL, connections: COUNT },
        { description: 'Connected processes by role and host.' },
      ),
    ),
    workers: Type.Array(Type.Object({ number: COUNT, joined_at: TIME, seen_at: TIME })),
    jobs: Type.Array(
      Type.Object({
        name: Type.String(),
        due_at: TIME,
        started_at: TIME_OR_NULL,
        finished_at: TIME_OR_NULL,
        failed: TEXT_OR_NULL,
      }),
    ),
    findings: Type.Array(
      Type.Object({
        level: Type.Enum(['ok', 'warning', 'problem', 'unknown']),
        subject: Type.String(),
        message: Type.String(),
        remedy: TEXT_OR_NULL,
      }),
    ),
  },
  { $id: 'OperatedSystem' },
);

const PLAN_EXAMPLE = {
  name: 'paid',
  monthly_quota: 50000,
  daily_quota: null,
  rate_per_second: 5,
  rate_per_minute: 300,
  overage_cents_per_thousand: 50,
  api_access: true,
  contact_limit: null,
  form_limit: null,
  campaign_monthly_quota: null,
  campaign_daily_quota: null,
  campaign_hourly_quota: null,
};

const STOP_EXAMPLE = { site: 'google.com', until: '2026-11-21T09:15:00.000Z', reason: 'Requested by their postmaster' };

const SEEN_EXAMPLE = {
  waiting: 120,
  in_flight: 4,
  window: 8,
  per_second: 12.5,
  resting_until: null,
  last_reply: '421 4.7.0 Try again later',
};

const QUEUES_EXAMPLE = {
  waiting: { total: 120, is_at_least: false, by_class: [{ class: 'transactional', waiting: 120 }] },
  sites: [
    {
      site: 'smtp.google.com',
      ...SEEN_EXAMPLE,
      stopped: STOP_EXAMPLE,
      workers: [{ worker: 1, ...SEEN_EXAMPLE }],
    },
  ],
  stops: [STOP_EXAMPLE],
  draining_until: null,
  domains: [{ domain: 'gmail.com', waiting: 120, due: 3, oldest_due_at: '2026-11-21T08:14:58.000Z', next_at: null }],
  domains_counted_among: 20000,
};

const SYSTEM_EXAMPLE = {
  version: '0.3.0',
  node_version: 'v24.21.0',
  database: {
    version: '18.4',
    bytes: 734003200,
    started_at: '2026-11-01T04:00:00.000Z',
    durability: { fsync: true, synchronous_commit: true, full_page_writes: true },
  },
  disk: { free_bytes: 64424509440, total_bytes: 107374182400 },
  processes: [{ role: 'start', host: '127.0.0.1', connections: 6 }],
  workers: [{ number: 1, joined_at: '2026-11-20T06:00:00.000Z', seen_at: '2026-11-21T08:15:00.000Z' }],
  jobs: [
    {
      name: 'evaluate alerts',
      due_at: '2026-11-21T08:16:00.000Z',
      started_at: '2026-11-21T08:15:00.000Z',
      finished_at: '2026-11-21T08:15:00.100Z',
      failed: null,
    },
  ],
  findings: [{ level: 'ok', subject: 'queue', message: 'no email is due', remedy: null }],
};

/** API documentation for the operator's installation routes. */
export const installationDocs = {
  plans: {
    group: GROUP,
    description: 'Returns plans sorted by name, with the number of accounts on each plan.',
    answers: [
      {
        status: 200,
        description: 'The plans.',
        schema: Type.Object({ data: Type.Array(listedPlanSchema) }),
        example: { data: [{ ...PLAN_EXAMPLE, accounts: 12 }] },
      },
    ],
  },
  createPlan: {
    group: GROUP,
    description: 'Creates a plan. Omitted limits do not apply.',
    requestExample: { name: 'team', monthly_quota: 200000, rate_per_second: 20 },
    answers: [{ status: 201, description: 'The plan.', schema: planSchema, example: PLAN_EXAMPLE }],
    problems: ['conflict', 'validation_error'],
  },
  changePlan: {
    group: GROUP,
    description:
      'Omitted fields stay unchanged. The change applies to all accounts on the plan immediately. Emails that were already ' +
      'sent in the current month still count toward the new limits.',
    params: { name: { description: 'Name of the plan.', example: 'paid' } },
    requestExample: { monthly_quota: 60000 },
    answers: [{ status: 200, description: 'The updated plan.', schema: planSchema, example: PLAN_EXAMPLE }],
    problems: ['not_found', 'validation_error'],
  },
  queues: {
    group: GROUP,
    description:
      'Returns the queues of destination sites and recipient domains. Destination sites are reported by the delivery processes that were ' +
      'active in the last 15 seconds. Throttled sites and long queues are listed first.',
    answers: [{ status: 200, description: 'The queues.', schema: queuesSchema, example: QUEUES_EXAMPLE }],
  },
  stop: {
    group: GROUP,
    description:
      'Stops sending to all sites whose names end with `site`. Email to these sites stays in the queue. The stop takes effect within three ' +
      'seconds. A new stop with the same `site` value replaces the previous stop.',
    requestExample: { site: 'google.com', reason: STOP_EXAMPLE.reason, minutes: 60 },
    answers: [{ status: 201, description: 'The stop.', schema: stopSchema, example: STOP_EXAMPLE }],
    problems: ['validation_error'],
  },
  resume: {
    group: GROUP,
    params: {
      site: {
        description: 'The `site` value of the stop to remove: a suffix of site names, or `*` for all sites.',
        example: 'google.com',
      },
    },
    answers: [
      {
        status: 200,
        description: 'The stop was removed.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'Sending to the site has resumed.' },
      },
    ],
    problems: ['not_found'],
  },
  system: {
    group: GROUP,
    description:
      'Returns the installation’s versions, processes, database, disk, and background jobs, and the results of the `postrider doctor` checks that ' +
      'do not need network access.',
    answers: [
      { status: 200, description: 'The state of the installation.', schema: systemSchema, example: SYSTEM_EXAMPLE },
    ],
  },
} satisfies Record<string, RouteDoc>;

import { Type } from 'typebox';
import { recordStatement, statement, type Db } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { idOf, idSchema } from '../../../http/account/ids.ts';
import { parserOf, type Parser } from '../../../http/parser.ts';
import { faultOfProperties } from '../../audience/contact-events/index.ts';
import { matchingAmong, resolveFilter, storedFilter } from '../../audience/contact-filters/index.ts';
import { requireOwnContact } from '../../audience/contacts/index.ts';
import { summariesById } from '../campaigns/index.ts';
import type { StoredFilter } from './exits.ts';
import { ownAutomation } from './find.ts';
import { currentSteps } from './flow.ts';
import type { AutomationParts } from './parts.ts';
import type { AutomationRow } from './resource.ts';
import type { StepRow } from './step-queries.ts';
import { passesTest, STEP_KINDS } from './steps.ts';
import { flowOf, type Flow } from './tree.ts';
import { eventNameOf } from './triggers-input.ts';

const MAX_EVENTS = 20;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const RESULTS = ['sent', 'time', 'event', 'filter', 'timeout', 'yes', 'no', 'done'] as const;
const ENDS = ['finished', 'goal', 'exit_filter', 'cannot_receive_email'] as const;

/** The steps that a contact would go through, as returned by the API. */
export const testRunSchema = Type.Object(
  {
    steps: Type.Array(
      Type.Object({
        step_id: Type.Integer(),
        type: Type.Enum([...STEP_KINDS]),
        at: Type.String({ format: 'date-time', description: 'When the contact would complete the step.' }),
        result: Type.Enum([...RESULTS], {
          description:
            'For an email, `sent`. For a wait, what ends the wait: `time`, `event`, `filter`, or `timeout`. For a condition, the branch: `yes` or `no`. For other steps, `done`.',
        }),
        campaign_id: Type.Optional(
          Type.Integer({ description: 'Present only for emails. The campaign that stores the content.' }),
        ),
        subject: Type.Optional(Type.String({ description: 'Present only for emails.' })),
      }),
    ),
    end: Type.Enum([...ENDS], { description: 'Why the automation would end for the contact.' }),
  },
  { $id: 'AutomationTestRun' },
);
type TestRun = AnswerOf<typeof testRunSchema>;
type TestStep = TestRun['steps'][number];
type End = TestRun['end'];

export const TEST_RUN_EXAMPLE: TestRun = {
  steps: [
    {
      step_id: 12,
      type: 'email',
      at: '2026-11-22T08:10:00.000Z',
      result: 'sent',
      campaign_id: 31,
      subject: 'Welcome',
    },
    { step_id: 14, type: 'wait', at: '2026-11-25T08:10:00.000Z', result: 'timeout' },
    { step_id: 15, type: 'condition', at: '2026-11-25T08:10:00.000Z', result: 'no' },
  ],
  end: 'finished',
};

interface TestRunRequest {
  readonly contactId: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly events: ReadonlySet<string>;
}

export const testRunRequest: Parser<TestRunRequest> = parserOf(
  Type.Object({
    contact_id: Type.Union(idSchema.anyOf, { description: 'The contact to test with.' }),
    properties: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Properties of the event that would start the automation. Default: none.',
      }),
    ),
    events: Type.Optional(
      Type.Array(Type.String(), {
        description: `Names of events that would occur right after the contact enters the automation. At most ${MAX_EVENTS}. Default: none.`,
      }),
    ),
  }),
  ({ contact_id: contact, events = [], properties = {} }, fail) => {
    const contactId = idOf(contact);
    if (contactId === undefined) fail('contact_id', 'must be an ID (a positive integer).');
    const fault = faultOfProperties(properties);
    if (fault !== undefined) fail('properties', fault);
    if (events.length > MAX_EVENTS) fail('events', `must have at most ${MAX_EVENTS} names.`);
    const names = events.map((name, index) => eventNameOf(name, `events.${index}`, fail));
    return { contactId: contactId ?? 0, properties, events: new Set(names) };
  },
);

/** Returns a row if the contact can receive email. Uses the primary key. */
const canReceive = statement<[accountId: number, contactId: number], { readonly flags: number }>(
  'automations_test_contact',
  'select flags from contact_stat where account_id = $1 and contact_id = $2 and flags = 0',
);

interface WeekdayValues {
  readonly accountId: number;
  readonly contactId: number;
  readonly at: Date;
  readonly weekdays: readonly number[];
  readonly time: string;
  /** Whether to use the contact's time zone, if it is known. */
  readonly isOfContact: boolean;
}

/**
 * Returns the first time after the given time that is on one of the weekdays at the time of day `time`. Uses the
 * primary keys.
 */
const weekdayAfter = recordStatement<WeekdayValues, { readonly at: Date }>(
  'automations_test_weekday',
  `select next_weekday_time($at, $weekdays::integer[], $time::time,
     known_timezone(case when $isOfContact::boolean then c.timezone end, a.timezone)) as at
   from account a join contact c on c.account_id = $accountId and c.id = $contactId where a.account_id = $accountId`,
);

/**
 * Returns the number of seconds from the given time to the end of the quiet hours, or null if the time is outside of
 * quiet hours.
 */
const quietAt = statement<[accountId: number, at: Date, hours: string], { readonly seconds: number | null }>(
  'automations_test_quiet',
  'select quiet_seconds($3::jsonb, timezone, $2) as seconds from account where account_id = $1',
);

/**
 * Returns the steps that a contact would go through now if it entered the automation, without waiting and without
 * changing or sending anything. Filters are applied to the current data of the contact. Throws not_found, forbidden, or
 * validation_error if a filter refers to an object that was deleted.
 */
export async function testRun(
  { clock, db, filterParts }: Pick<AutomationParts, 'clock' | 'db' | 'filterParts'>,
  accountId: number,
  automationId: number,
  request: TestRunRequest,
): Promise<TestRun> {
  const automation = await ownAutomation(db, accountId, automationId);
  const { contactId } = request;
  await requireOwnContact(db, accountId, contactId);
  const steps = await currentSteps(db, accountId, automationId);
  const now = new Date(clock.now());
  const matches = async (filter: StoredFilter): Promise<boolean> => {
    const resolved = await resolveFilter(db, accountId, storedFilter(filter), filterParts);
    return (await matchingAmong(db, accountId, resolved, now, [contactId])).has(contactId);
  };
  const mails = await summariesById(
    db,
    accountId,
    steps.flatMap(({ campaign_id }) => campaign_id ?? []),
  );
  const early = await earlyEnd({ db, accountId, automation, request, matches });
  if (early !== undefined) return { steps: [], end: early };
  const flow = flowOf(steps);
  const passed: TestStep[] = [];
  let at = now;
  let next = steps[0]?.id ?? null;
  while (next !== null) {
    const step = steps.find(({ id }) => id === next);
    if (!step) break;
    const { endsAt, result } = await completion({ db, accountId, automation, request, matches }, step, at);
    at = endsAt;
    const subject = mails.get(step.campaign_id ?? 0)?.subject ?? '';
    const mail = step.campaign_id === null ? {} : { campaign_id: step.campaign_id, subject };
    passed.push({ step_id: step.id, type: step.kind, at: at.toISOString(), result, ...mail });
    next = nextAfter(flow, step, result);
  }
  return { steps: passed, end: 'finished' };
}

function nextAfter(flow: Flow, { id, kind }: StepRow, result: TestStep['result']): number | null {
  if (kind === 'exit') return null;
  return result === 'yes' || result === 'no' ? flow.into(id, result) : flow.after(id);
}

interface Testing {
  readonly db: Db;
  readonly accountId: number;
  readonly automation: AutomationRow;
  readonly request: TestRunRequest;
  readonly matches: (filter: StoredFilter) => Promise<boolean>;
}

/** Returns why the contact would leave before the first step, or undefined if it would not. */
async function earlyEnd({ accountId, automation, db, matches, request }: Testing): Promise<End | undefined> {
  if ((await canReceive(db, accountId, request.contactId)).length === 0) return 'cannot_receive_email';
  if (automation.goal_event !== null && request.events.has(automation.goal_event)) return 'goal';
  return automation.exit_filter && (await matches(automation.exit_filter)) ? 'exit_filter' : undefined;
}

/** Returns when and how a contact would complete a step if it reached the step at the given time. */
async function completion(
  testing: Testing,
  step: StepRow,
  at: Date,
): Promise<{ readonly endsAt: Date; readonly result: TestStep['result'] }> {
  const { accountId, automation, db } = testing;
  switch (step.kind) {
    case 'email': {
      const due = later(at, step.delay_hours * HOUR_MS);
      if (!automation.quiet_hours) return { endsAt: due, result: 'sent' };
      const [quiet] = await quietAt(db, accountId, due, JSON.stringify(automation.quiet_hours));
      return { endsAt: later(due, (quiet?.seconds ?? 0) * 1_000), result: 'sent' };
    }
    case 'condition':
      return { endsAt: at, result: (await isMet(testing, step)) ? 'yes' : 'no' };
    case 'wait':
      return waitEnd(testing, step, at);
    default:
      return { endsAt: at, result: 'done' };
  }
}

async function waitEnd({ accountId, db, matches, request }: Testing, { settings }: StepRow, at: Date) {
  const { event, filter, minutes, time = '00:00', timeout_minutes: timeout = 0, timezone, weekdays } = settings;
  if (minutes !== undefined) return { endsAt: later(at, minutes * MINUTE_MS), result: 'time' as const };
  if (weekdays !== undefined) {
    const { contactId } = request;
    const isOfContact = timezone === 'contact';
    const [end] = await weekdayAfter(db, { accountId, contactId, at, weekdays, time, isOfContact });
    return { endsAt: end?.at ?? at, result: 'time' as const };
  }
  if (event !== undefined && request.events.has(event)) return { endsAt: at, result: 'event' as const };
  if (filter && (await matches(filter))) return { endsAt: at, result: 'filter' as const };
  return { endsAt: later(at, timeout * MINUTE_MS), result: 'timeout' as const };
}

async function isMet({ matches, request }: Testing, { settings }: StepRow): Promise<boolean> {
  const { event, event_property: test, filter } = settings;
  if (filter && !(await matches(filter))) return false;
  if (event !== undefined && !request.events.has(event)) return false;
  return !test || passesTest(request.properties, test);
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

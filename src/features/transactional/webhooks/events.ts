import { alertFields, bounce, failure, suppression, visit, type EventDetails } from './compatible-data.ts';

/** Tag that identifies test events in the log. */
export const TEST_TAG = 'webhook_test';

/** Content of the test event for an event type. */
interface Sample {
  /** Status of the message directly after the event. Absent if there is no message. */
  readonly messageStatus?: string;
  /** Recipient of an event that does not belong to a message. Absent if the event has no recipient. */
  readonly recipient?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface EventFacts {
  /** Whether new webhooks send the event. */
  readonly isDefault: boolean;
  /** Text for docs/webhooks.md that explains when the event is sent. */
  readonly sentWhen: string;
  /** Short description for the dashboard. */
  readonly hint: string;
  /** Name of the property in `data` for the additional properties (`extra`). Defaults to the name of the event. */
  readonly dataName?: string;
  /** Name in the compatible format. */
  readonly compatibleName: string;
  /** Additional properties of `data` in the compatible format. Absent if there are none. */
  readonly compatibleData?: (event: EventDetails) => Record<string, unknown>;
  /** Returns the content of the test event at the given time (ISO 8601). */
  readonly sample: (at: string) => Sample;
}

/** Properties of a sample visit. The IP address is reserved for documentation (RFC 5737 section 3). */
const VISIT = { ip_address: '192.0.2.17', user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Test/1.0' };

/** All events by their names in the native format. To add one, see docs/how-to.md, "Add a webhook event". */
export const EVENTS = {
  sent: {
    isDefault: true,
    sentWhen: "Postrider sent the message to the recipient's server for the first time.",
    hint: 'handed over to the recipient’s server',
    compatibleName: 'email.sent',
    sample: () => ({ messageStatus: 'sent' }),
  },
  delivered: {
    isDefault: true,
    sentWhen: 'The receiving server accepted the message.',
    hint: 'accepted by the recipient’s server',
    compatibleName: 'email.delivered',
    sample: () => ({ messageStatus: 'delivered' }),
  },
  delayed: {
    isDefault: true,
    sentWhen: 'The first attempt failed, and a retry is scheduled. Sent once per recipient.',
    hint: 'the first attempt failed and will be retried',
    compatibleName: 'email.delivery_delayed',
    sample: () => ({ messageStatus: 'queued', status: '4.2.2', reason: '452 4.2.2 The mailbox is full' }),
  },
  bounced: {
    isDefault: true,
    sentWhen: 'The server rejected the message permanently, or a bounce report arrived later.',
    hint: 'permanently rejected',
    compatibleName: 'email.bounced',
    compatibleData: (event) => ({ bounce: bounce(event) }),
    sample: () => ({ messageStatus: 'bounced', status: '5.1.1', reason: '550 5.1.1 There is no such mailbox' }),
  },
  complained: {
    isDefault: true,
    sentWhen: 'The recipient reported the message as spam.',
    hint: 'reported as spam by the recipient',
    compatibleName: 'email.complained',
    sample: () => ({ messageStatus: 'complained' }),
  },
  failed: {
    isDefault: true,
    sentWhen: 'The message could not be sent, or it expired.',
    hint: 'not sent, or expired after the last attempt',
    compatibleName: 'email.failed',
    compatibleData: (event) => ({ failed: failure(event) }),
    sample: () => ({
      messageStatus: 'failed',
      status: '4.4.7',
      reason: 'Expired after 12 attempts in 48 hours: 451 4.3.0 Try again later',
    }),
  },
  opened: {
    isDefault: false,
    sentWhen: 'The tracking image was loaded. Sent only if tracking is on for the tag.',
    hint: 'if open tracking is on for the tag',
    dataName: 'open',
    compatibleName: 'email.opened',
    compatibleData: (event) => ({ open: visit(event) }),
    sample: () => ({ messageStatus: 'delivered', extra: VISIT }),
  },
  clicked: {
    isDefault: false,
    sentWhen:
      'A link was clicked. Sent only if tracking is on for the tag. Postrider sends an event for every open and click.',
    hint: 'if click tracking is on for the tag',
    dataName: 'click',
    compatibleName: 'email.clicked',
    compatibleData: (event) => ({ click: visit(event, 'link') }),
    sample: () => ({ messageStatus: 'delivered', extra: { ...VISIT, link: 'https://example.com/welcome' } }),
  },
  suppressed: {
    isDefault: false,
    sentWhen:
      "The recipient is on the suppression list. If you don't subscribe to this event, you receive a `failed` event with the cause in `reason`.",
    hint: 'not sent, because of the suppression list',
    compatibleName: 'email.suppressed',
    compatibleData: (event) => ({ suppressed: suppression(event) }),
    sample: () => ({
      messageStatus: 'suppressed',
      status: '5.7.1',
      reason: 'The address is on the account’s suppression list: an earlier email bounced',
    }),
  },
  alert: {
    isDefault: false,
    sentWhen: 'An alert for a tag started or ended.',
    hint: 'an alert on a tag fired or was resolved',
    compatibleName: 'webhook.alert',
    compatibleData: alertFields,
    sample: (at) => ({
      reason:
        `Bounce rate for the tag "${TEST_TAG}" within 1 hour: 7% (7 of 100) of emails that were delivered or bounced. The rate is ` +
        'above the threshold of 5%.',
      // The ID 0 marks a test event, because no real alert has it. The properties have the same order as those of a
      // real alert.
      extra: {
        id: 0,
        tag: TEST_TAG,
        kind: 'bounce_rate',
        state: 'firing',
        volume: 100,
        firing_since: at,
        value_percent: 7,
        minimum_volume: 20,
        window_minutes: 60,
        last_outcome_at: at,
        threshold_percent: 5,
      },
    }),
  },
  automation: {
    isDefault: false,
    sentWhen: 'A contact reached a `webhook` step of an [automation](automations.md#add-other-steps).',
    hint: 'a contact reached a webhook step of an automation',
    compatibleName: 'automation.webhook',
    compatibleData: ({ extra }) => ({ ...extra }),
    sample: () => ({
      recipient: 'ada@example.com',
      // The ID 0 marks a test event, because no real automation or contact has it.
      extra: {
        automation: { id: 0, title: 'Onboarding' },
        step: { id: 0, name: 'send_invoice' },
        contact: { id: 0, email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' },
        properties: { order_total: 120 },
      },
    }),
  },
} satisfies Readonly<Record<string, EventFacts>>;

export type WebhookEventName = keyof typeof EVENTS;

/** Event names in the order in which they are listed. */
// Safe cast: the table has no other keys.
export const WEBHOOK_EVENTS = Object.keys(EVENTS) as readonly WebhookEventName[];

/** Returns the native name of each event, keyed by the event's name in the compatible format. */
export function webhookEventNames(): ReadonlyMap<string, WebhookEventName> {
  return new Map(WEBHOOK_EVENTS.map((name) => [EVENTS[name].compatibleName, name]));
}

/** Events that an account receives only if it selects them. */
export const EXTRA_EVENTS = WEBHOOK_EVENTS.filter((name) => !EVENTS[name].isDefault);

/**
 * Returns the declaration of an event, or a default for an unknown event. During an upgrade, rows may contain events
 * that only the newer version knows.
 */
export function factsOf(event: string): Pick<EventFacts, 'compatibleData' | 'compatibleName' | 'dataName'> {
  // Safe cast: the table has no other keys.
  return Object.hasOwn(EVENTS, event) ? EVENTS[event as WebhookEventName] : { compatibleName: `email.${event}` };
}

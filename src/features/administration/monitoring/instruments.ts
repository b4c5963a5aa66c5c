import type { Registry } from '../../../base/metrics.ts';

/** Upper bounds of the buckets for response times, in seconds. */
const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
/** Upper bounds of the buckets for delivery latencies, in seconds. */
const LATENCY_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 28_800, 86_400, 345_600] as const;

/** Metrics of the HTTP role. */
export interface HttpInstruments {
  /** Records a response with the pattern of its route, or `unmatched` if no route matched. */
  answered(request: { method: string; route: string; status: string; seconds: number }): void;
  accepted(mailClass: string, messages: number, recipients: number): void;
}

/** Metrics of a delivery process. */
export interface DeliveryInstruments {
  /** Records the first claim of a recipient. */
  begun(mailClass: string): void;
  attempted(attempt: {
    mailClass: string;
    outcome: string;
    provider: string;
    route: string;
    /** Reason for a deferral or rejection. `none` for other outcomes. */
    reason: string;
    /** Seconds from acceptance to delivery. Undefined if the message was not delivered. */
    deliveredAfterSeconds: number | undefined;
  }): void;
  webhookSent(verdict: string, seconds: number): void;
}

/** Metrics of the inbound role. */
export interface InboundInstruments {
  reported(mailClass: string, outcome: string): void;
}

/** Registers the metrics of the HTTP role: responses by route, and accepted messages. */
export function createHttpInstruments(registry: Registry): HttpInstruments {
  const requests = registry.counter({
    name: 'postrider_http_requests_total',
    help: 'Number of HTTP requests, by route pattern.',
    labels: ['method', 'route', 'status'],
  });
  const durations = registry.histogram(
    {
      name: 'postrider_http_request_duration_seconds',
      help: 'Time from receiving the request headers to the end of the response.',
      labels: ['method', 'route'],
    },
    ANSWER_SECONDS,
  );
  const messages = registry.counter({
    name: 'postrider_accepted_messages_total',
    help: 'Number of messages that were accepted and committed.',
    labels: ['class'],
  });
  const recipients = registry.counter({
    name: 'postrider_accepted_recipients_total',
    help: 'Number of recipients of accepted messages.',
    labels: ['class'],
  });
  return {
    answered({ method, route, seconds, status }) {
      requests.add({ method, route, status });
      durations.observe({ method, route }, seconds);
    },
    accepted(mailClass, messageCount, recipientCount) {
      messages.add({ class: mailClass }, messageCount);
      recipients.add({ class: mailClass }, recipientCount);
    },
  };
}

/** Registers the metrics of a delivery process: attempts, results, delivery times and webhooks. */
export function createDeliveryInstruments(registry: Registry): DeliveryInstruments {
  const begun = registry.counter({
    name: 'postrider_begun_recipients_total',
    help: 'Number of recipients claimed for their first delivery attempt, including bulk email.',
    labels: ['class'],
  });
  const attempts = registry.counter({
    name: 'postrider_attempts_total',
    help: 'Number of recorded delivery attempts, by outcome. The provider label is the name of a large mailbox provider, or "other".',
    labels: ['class', 'outcome', 'provider', 'route'],
  });
  const deferrals = registry.counter({
    name: 'postrider_deferrals_total',
    help: 'Number of delivery attempts that will be retried, by reason.',
    labels: ['class', 'provider', 'reason'],
  });
  const outcomes = registry.counter({
    name: 'postrider_outcomes_total',
    help: 'Number of recipients with a final status.',
    labels: ['class', 'outcome', 'provider'],
  });
  const latency = registry.histogram(
    {
      name: 'postrider_delivery_latency_seconds',
      help: 'Time from acceptance by Postrider to acceptance by the receiving server.',
      labels: ['class'],
    },
    LATENCY_SECONDS,
  );
  const webhooks = registry.counter({
    name: 'postrider_webhook_attempts_total',
    help: 'Number of webhook requests, by result.',
    labels: ['verdict'],
  });
  const webhookTimes = registry.histogram(
    { name: 'postrider_webhook_duration_seconds', help: 'Response time of webhook endpoints.' },
    ANSWER_SECONDS,
  );
  return {
    begun: (mailClass) => begun.add({ class: mailClass }),
    attempted({ deliveredAfterSeconds, mailClass, outcome, provider, reason, route }) {
      attempts.add({ class: mailClass, outcome, provider, route });
      if (outcome === 'deferred') deferrals.add({ class: mailClass, provider, reason });
      else outcomes.add({ class: mailClass, outcome, provider });
      if (deliveredAfterSeconds !== undefined) latency.observe({ class: mailClass }, deliveredAfterSeconds);
    },
    webhookSent(verdict, seconds) {
      webhooks.add({ verdict });
      webhookTimes.observe({}, seconds);
    },
  };
}

/** Registers the metrics of the inbound role: bounce and complaint reports about delivered messages. */
export function createInboundInstruments(registry: Registry): InboundInstruments {
  const reports = registry.counter({
    name: 'postrider_late_outcomes_total',
    help: 'Number of bounces and complaints received after delivery.',
    labels: ['class', 'outcome'],
  });
  return { reported: (mailClass, outcome) => reports.add({ class: mailClass, outcome }) };
}

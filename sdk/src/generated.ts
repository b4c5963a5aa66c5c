/** Made from openapi.yaml by `npm run generate`: change the document, or scripts/sdk/, and not this file. */
import type { Call } from './answer.ts';
import { Group } from './group.ts';
import { Items } from './pages.ts';
import type { Operation, QueryText } from './request.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface AcceptedEmail {
  readonly id: string;
  readonly status: 'queued';
}

/** Every answer of the account API that is not a success. */
export interface AccountProblem {
  /** What is wrong. */
  readonly message: string;
  /** With status 422: for each field at fault, by its dotted path, what is wrong with it. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** The message once more, of a restricted account. */
  readonly error?: string;
  /** `account_restricted` of a restricted account. */
  readonly code?: string;
  /** Where a restricted account sees why. */
  readonly account_status_url?: string;
}

export interface Alert {
  readonly id: number;
  readonly tag: string;
  readonly kind: 'bounce_rate' | 'complaint_rate' | 'failure_rate' | 'silence';
  readonly threshold_percent: number | null;
  readonly window_minutes: number;
  readonly minimum_volume: number | null;
  readonly email: string | null;
  /** Null while it does not fire. */
  readonly firing_since: string | null;
  readonly created_at: string;
}

/** An accepted item has `id` and `status`; a refused one `error`, the error object. */
export interface BatchResult {
  readonly id: string | null;
  readonly status: 'queued' | 'failed';
  readonly error?: Problem;
}

export interface InboxMail {
  readonly id: string;
  readonly received_at: string;
  /** Sender of the envelope; empty for bounces. */
  readonly mail_from: string;
  /** Recipients of the envelope. */
  readonly recipients: readonly string[];
  /** The address in the header `From`. */
  readonly from: string;
  readonly subject: string;
  readonly to: readonly string[];
  readonly headers: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  readonly html: string | null;
  readonly text: string | null;
  /** Every link of the mail, in order. */
  readonly links: readonly string[];
  /** What the first DKIM signature says of itself; it is not checked. */
  readonly dkim: {
    readonly domain: string;
    readonly selector: string;
  } | null;
  /** The mail as it came, one character a byte. */
  readonly raw: string;
}

export interface InboxSummary {
  readonly id: string;
  readonly received_at: string;
  /** Sender of the envelope; empty for bounces. */
  readonly mail_from: string;
  /** Recipients of the envelope. */
  readonly recipients: readonly string[];
  /** The address in the header `From`. */
  readonly from: string;
  readonly subject: string;
}

export interface ListedMessage {
  readonly id: string;
  readonly status: 'queued' | 'sent' | 'delivered' | 'bounced' | 'complained' | 'failed' | 'suppressed';
  readonly recipient_counts: RecipientCounts;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly reply_to: string | null;
  readonly subject: string;
  readonly tag: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly created_at: string;
  readonly updated_at: string;
  readonly events: readonly TimelineEntry[];
}

export interface Message {
  readonly id: string;
  readonly status: 'queued' | 'sent' | 'delivered' | 'bounced' | 'complained' | 'failed' | 'suppressed';
  readonly recipient_counts: RecipientCounts;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly reply_to: string | null;
  readonly subject: string;
  readonly tag: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly created_at: string;
  readonly updated_at: string;
  readonly events: readonly TimelineEntry[];
  readonly html: string | null;
  readonly text: string | null;
}

/** Every answer that is not a success. Programs should go by `name`; the other texts may change. */
export interface Problem {
  /** The HTTP status. */
  readonly status: number;
  /** The error code, one of those at `/docs/errors`. */
  readonly name: string;
  /** What is wrong. */
  readonly message: string;
  /** What you can do about it. */
  readonly fix: string;
  /** Where to read on. */
  readonly link: string;
  /** As the header `x-request-id`; the log has it too. */
  readonly request_id: string;
  /** With status 422: for each field at fault, by its dotted path, what is wrong with it. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** How many recipients are in each state; `status` is that of the one who is best off. */
export interface RecipientCounts {
  readonly queued: number;
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly failed: number;
  readonly suppressed: number;
}

export interface SenderDomain {
  readonly id: number;
  readonly domain: string;
  /** Always null: there is no other provider. */
  readonly provider_whitelabel_domain_id: number | null;
  readonly status: 'pending' | 'verified' | 'failed';
  /** Null while mail may not be sent from it. */
  readonly validated_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface SenderDomainWithDns {
  readonly id: number;
  readonly domain: string;
  /** Always null: there is no other provider. */
  readonly provider_whitelabel_domain_id: number | null;
  readonly status: 'pending' | 'verified' | 'failed';
  /** Null while mail may not be sent from it. */
  readonly validated_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** The DNS records to publish, by name. Those that name this server are missing until it has a name (POSTRIDER_HOSTNAME). */
  readonly dns: Readonly<Record<string, {
    readonly type: string;
    readonly host: string;
    readonly data: string;
    readonly valid: boolean;
    readonly reason: string | null;
    readonly required: boolean;
  }>>;
}

export interface Suppression {
  readonly address: string;
  readonly reason: 'bounced' | 'complained' | 'manual';
  readonly detail: string | null;
  readonly message_id: string | null;
  readonly created_at: string;
}

export interface Tag {
  readonly tag: string;
  readonly track_opens: boolean;
  readonly track_clicks: boolean;
  readonly last_30_days: TagCounters;
}

export interface TagCounters {
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly failed: number;
  readonly suppressed: number;
  readonly delayed: number;
  readonly opened: number;
  readonly clicked: number;
  /** Percent, two decimals. */
  readonly delivery_rate: number;
  /** Percent, two decimals. */
  readonly bounce_rate: number;
  /** Percent, two decimals. */
  readonly complaint_rate: number;
  /** Percent, two decimals. */
  readonly failure_rate: number;
  /** Percent, two decimals. */
  readonly open_rate: number;
  /** Percent, two decimals. */
  readonly click_rate: number;
}

export interface TagStatistics {
  readonly tag: string;
  readonly from: string;
  readonly to: string;
  readonly totals: TagCounters;
  readonly data: readonly {
    readonly date: string;
    readonly sent: number;
    readonly delivered: number;
    readonly bounced: number;
    readonly complained: number;
    readonly failed: number;
    readonly suppressed: number;
    readonly delayed: number;
    readonly opened: number;
    readonly clicked: number;
    /** Percent, two decimals. */
    readonly delivery_rate: number;
    /** Percent, two decimals. */
    readonly bounce_rate: number;
    /** Percent, two decimals. */
    readonly complaint_rate: number;
    /** Percent, two decimals. */
    readonly failure_rate: number;
    /** Percent, two decimals. */
    readonly open_rate: number;
    /** Percent, two decimals. */
    readonly click_rate: number;
  }[];
}

export interface TimelineEntry {
  readonly event: string;
  readonly occurred_at: string;
  readonly recipient: string | null;
  readonly status: string | null;
  readonly reason: string | null;
}

export interface Usage {
  readonly plan: string;
  readonly month: {
    readonly used: number;
    readonly limit: number | null;
    readonly remaining: number | null;
    readonly starts_at: string;
    readonly resets_at: string;
  };
  readonly day: {
    readonly used: number;
    readonly limit: number | null;
    readonly remaining: number | null;
    readonly resets_at: string;
  };
  readonly overage: {
    readonly available: boolean;
    readonly enabled: boolean;
    readonly cap_usd: number;
    readonly usd_per_thousand: number | null;
    /** Mails of this month beyond the monthly quota. */
    readonly used: number;
    readonly cost_usd: number;
  };
  readonly rate: {
    readonly per_second: number | null;
    readonly per_minute: number | null;
  };
  readonly months: readonly {
    readonly month: string;
    readonly used: number;
  }[];
}

export interface User {
  /** The number that stands as `user_id` in what belongs to the account. */
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly contacts_count: number;
  /** 9007199254740991 when the plan has no limit. */
  readonly contact_limit: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Webhook {
  readonly url: string;
  readonly format: 'native' | 'compatible';
  readonly events: readonly ('sent' | 'delivered' | 'delayed' | 'bounced' | 'complained' | 'failed' | 'opened' | 'clicked' | 'suppressed' | 'alert')[];
  readonly enabled: boolean;
  /** `gone`: the receiver answered 410. */
  readonly disabled_by: 'owner' | 'gone' | null;
  readonly disabled_at: string | null;
  readonly single_signature: boolean;
  readonly both_signatures: boolean;
  /** The last four characters of the secret. */
  readonly secret_ends_with: string;
  readonly previous_secret: {
    readonly ends_with: string;
    readonly signs_until: string;
  } | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface WebhookAttempt {
  readonly number: number;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly url: string;
  /** The headers that were sent; of signatures only that they were. */
  readonly request_headers: Readonly<Record<string, string>>;
  readonly answer: number | null;
  readonly answer_headers: Readonly<Record<string, string>> | null;
  /** The first 8 KB. */
  readonly answer_body: string | null;
  /** Why there was no answer. */
  readonly fault: string | null;
}

export interface WebhookDelivery {
  /** Of this delivery. */
  readonly id: string;
  /** Of the event, as the receiver sees it; a resend or a replay repeats it. */
  readonly event_id: string;
  readonly event: string;
  readonly message_id: string | null;
  readonly recipient: string | null;
  readonly tag: string | null;
  /** An event of POST /transactional/webhook/test. */
  readonly test: boolean;
  /** `held`: it came up while the webhook was disabled, and may be replayed. */
  readonly state: 'waiting' | 'received' | 'given_up' | 'held';
  /** Status of the last attempt; null when there was no answer or no attempt. */
  readonly answer: number | null;
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
  /** Null: that of the webhook. */
  readonly url: string | null;
  readonly replay_id: string | null;
  /** When what it tells of happened. */
  readonly occurred_at: string;
  /** When the delivery came up. */
  readonly created_at: string;
}

export interface WebhookDeliveryInFull {
  /** Of this delivery. */
  readonly id: string;
  /** Of the event, as the receiver sees it; a resend or a replay repeats it. */
  readonly event_id: string;
  readonly event: string;
  readonly message_id: string | null;
  readonly recipient: string | null;
  readonly tag: string | null;
  /** An event of POST /transactional/webhook/test. */
  readonly test: boolean;
  /** `held`: it came up while the webhook was disabled, and may be replayed. */
  readonly state: 'waiting' | 'received' | 'given_up' | 'held';
  /** Status of the last attempt; null when there was no answer or no attempt. */
  readonly answer: number | null;
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
  /** Null: that of the webhook. */
  readonly url: string | null;
  readonly replay_id: string | null;
  /** When what it tells of happened. */
  readonly occurred_at: string;
  /** When the delivery came up. */
  readonly created_at: string;
  readonly format: 'native' | 'compatible' | null;
  /** The exact text of each attempt; null before the first. */
  readonly body: string | null;
  readonly attempts: readonly WebhookAttempt[];
}

export interface WebhookHealth {
  readonly state: 'enabled' | 'disabled';
  readonly disabled_by: string | null;
  readonly disabled_at: string | null;
  /** Null while the last attempt was received. */
  readonly failing_since: string | null;
  /** Attempts that failed since then. */
  readonly failures: number;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  readonly last_failure: string | null;
  /** Deliveries that wait; counted up to 10,000. */
  readonly waiting: number;
  /** Since when the first of those is due that are due. */
  readonly due_since: string | null;
  readonly last_24_hours: {
    /** Those looked at: the newest 10,000. */
    readonly attempts: number;
    readonly received: number;
    readonly success_rate: number | null;
    readonly median_ms: number | null;
    readonly p95_ms: number | null;
  };
}

export interface WebhookReplay {
  readonly id: string;
  readonly state: 'running' | 'done' | 'cancelled';
  readonly filter: Readonly<Record<string, string>>;
  readonly url: string | null;
  readonly per_second: number;
  /** Deliveries that it has made so far. */
  readonly queued: number;
  /** How far into the log it has come. */
  readonly looked_until: string;
  /** Deliveries that came up later are not of it. */
  readonly until: string;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface WebhookSignatureVerdict {
  /** Whether a verifier that does as documented accepts the request. */
  readonly valid: boolean;
  readonly problem: 'header_missing' | 'header_of_other_format' | 'header_malformed' | 'body_changed' | 'wrong_secret' | 'not_signed_by_webhook' | 'wrong_computation' | 'comparison' | 'timestamp_out_of_tolerance' | null;
  readonly message: string;
  readonly fix: string | null;
  readonly format: 'native' | 'compatible';
  readonly header: string | null;
  /** Signatures in the header. */
  readonly signatures: number;
  /** Secrets of the webhook whose signature of this body is in the header. */
  readonly signed_by: readonly ('current' | 'previous')[];
  readonly signed_at: string | null;
  /** Negative: from the future. */
  readonly age_seconds: number | null;
}

export interface WebhookWithSecret {
  readonly url: string;
  readonly format: 'native' | 'compatible';
  readonly events: readonly ('sent' | 'delivered' | 'delayed' | 'bounced' | 'complained' | 'failed' | 'opened' | 'clicked' | 'suppressed' | 'alert')[];
  readonly enabled: boolean;
  /** `gone`: the receiver answered 410. */
  readonly disabled_by: 'owner' | 'gone' | null;
  readonly disabled_at: string | null;
  readonly single_signature: boolean;
  readonly both_signatures: boolean;
  /** The last four characters of the secret. */
  readonly secret_ends_with: string;
  readonly previous_secret: {
    readonly ends_with: string;
    readonly signs_until: string;
  } | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** The signing secret, told in this answer only. */
  readonly secret: string;
}

/** Every operation by its id. */
export const operations = {
  postTransactionalEmails: {
    method: 'POST',
    path: '/transactional/emails',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: true,
    calledAs: 'emails.send',
  },
  getTransactionalEmails: {
    method: 'GET',
    path: '/transactional/emails',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'emails.list',
  },
  postTransactionalEmailsBatch: {
    method: 'POST',
    path: '/transactional/emails/batch',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: true,
    calledAs: 'emails.sendBatch',
  },
  getTransactionalEmailsById: {
    method: 'GET',
    path: '/transactional/emails/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'emails.get',
  },
  getTransactionalUsage: {
    method: 'GET',
    path: '/transactional/usage',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'usage.get',
  },
  getTransactionalSuppressions: {
    method: 'GET',
    path: '/transactional/suppressions',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'suppressions.list',
  },
  postTransactionalSuppressions: {
    method: 'POST',
    path: '/transactional/suppressions',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'suppressions.create',
  },
  getTransactionalSuppressionsByAddress: {
    method: 'GET',
    path: '/transactional/suppressions/{address}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'suppressions.get',
  },
  deleteTransactionalSuppressionsByAddress: {
    method: 'DELETE',
    path: '/transactional/suppressions/{address}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'suppressions.delete',
  },
  getTransactionalTags: {
    method: 'GET',
    path: '/transactional/tags',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'tags.list',
  },
  getTransactionalTagsByTag: {
    method: 'GET',
    path: '/transactional/tags/{tag}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'tags.get',
  },
  patchTransactionalTagsByTag: {
    method: 'PATCH',
    path: '/transactional/tags/{tag}',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'tags.update',
  },
  getTransactionalTagsByTagStatistics: {
    method: 'GET',
    path: '/transactional/tags/{tag}/statistics',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'tags.getStatistics',
  },
  getTransactionalAlerts: {
    method: 'GET',
    path: '/transactional/alerts',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'alerts.list',
  },
  postTransactionalAlerts: {
    method: 'POST',
    path: '/transactional/alerts',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'alerts.create',
  },
  getTransactionalAlertsById: {
    method: 'GET',
    path: '/transactional/alerts/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'alerts.get',
  },
  patchTransactionalAlertsById: {
    method: 'PATCH',
    path: '/transactional/alerts/{id}',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'alerts.update',
  },
  deleteTransactionalAlertsById: {
    method: 'DELETE',
    path: '/transactional/alerts/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'alerts.delete',
  },
  getTransactionalWebhook: {
    method: 'GET',
    path: '/transactional/webhook',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.get',
  },
  patchTransactionalWebhook: {
    method: 'PATCH',
    path: '/transactional/webhook',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.update',
  },
  deleteTransactionalWebhook: {
    method: 'DELETE',
    path: '/transactional/webhook',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.delete',
  },
  postTransactionalWebhookRotateSecret: {
    method: 'POST',
    path: '/transactional/webhook/rotate-secret',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.rotateSecret',
  },
  postTransactionalWebhookActivateSecret: {
    method: 'POST',
    path: '/transactional/webhook/activate-secret',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.activateSecret',
  },
  postTransactionalWebhookVerify: {
    method: 'POST',
    path: '/transactional/webhook/verify',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.verify',
  },
  getTransactionalWebhookDeliveries: {
    method: 'GET',
    path: '/transactional/webhook/deliveries',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.listDeliveries',
  },
  getTransactionalWebhookDeliveriesById: {
    method: 'GET',
    path: '/transactional/webhook/deliveries/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.getDelivery',
  },
  postTransactionalWebhookDeliveriesByIdResend: {
    method: 'POST',
    path: '/transactional/webhook/deliveries/{id}/resend',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.resendDelivery',
  },
  postTransactionalWebhookTest: {
    method: 'POST',
    path: '/transactional/webhook/test',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.test',
  },
  getTransactionalWebhookHealth: {
    method: 'GET',
    path: '/transactional/webhook/health',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.getHealth',
  },
  postTransactionalWebhookReplays: {
    method: 'POST',
    path: '/transactional/webhook/replays',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.createReplay',
  },
  getTransactionalWebhookReplays: {
    method: 'GET',
    path: '/transactional/webhook/replays',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.listReplays',
  },
  getTransactionalWebhookReplaysById: {
    method: 'GET',
    path: '/transactional/webhook/replays/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.getReplay',
  },
  postTransactionalWebhookReplaysByIdCancel: {
    method: 'POST',
    path: '/transactional/webhook/replays/{id}/cancel',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'webhook.cancelReplay',
  },
  getMe: {
    method: 'GET',
    path: '/me',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'me.get',
  },
  getDomains: {
    method: 'GET',
    path: '/domains',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'domains.list',
  },
  postDomains: {
    method: 'POST',
    path: '/domains',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'domains.create',
  },
  getDomainsById: {
    method: 'GET',
    path: '/domains/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'domains.get',
  },
  deleteDomainsById: {
    method: 'DELETE',
    path: '/domains/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'domains.delete',
  },
  postDomainsByIdValidate: {
    method: 'POST',
    path: '/domains/{id}/validate',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'domains.validate',
  },
  getInbox: {
    method: 'GET',
    path: '/inbox',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'inbox.list',
  },
  deleteInbox: {
    method: 'DELETE',
    path: '/inbox',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'inbox.empty',
  },
  getInboxWait: {
    method: 'GET',
    path: '/inbox/wait',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'inbox.wait',
  },
  getInboxById: {
    method: 'GET',
    path: '/inbox/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'inbox.get',
  },
} as const satisfies Record<string, Operation & { readonly calledAs: string }>;

export interface EmailsSendBody {
  /** `address` or `Display Name <address>`. */
  readonly from: string;
  /** The recipients. */
  readonly to: readonly string[];
  readonly cc?: readonly string[] | null | undefined;
  readonly bcc?: readonly string[] | null | undefined;
  readonly reply_to?: string | null | undefined;
  readonly subject: string;
  /** HTML body, at most 500 KB. */
  readonly html?: string | null | undefined;
  /** Plain-text body, at most 100 KB. */
  readonly text?: string | null | undefined;
  /** Lowercase kind of e-mail, for example `password_reset`. */
  readonly tag?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | null | undefined;
  /** As the header `Idempotency-Key`: 1 to 256 characters that stand for this e-mail. */
  readonly idempotency_key?: string | null | undefined;
}

export interface EmailsListQuery {
  /** How many messages, 1 to 100; 20 without it. */
  readonly per_page?: QueryText | undefined;
  /** The same as `per_page`, which wins. */
  readonly limit?: QueryText | undefined;
  /** Id of a message: the page of older ones follows it. */
  readonly after?: QueryText | undefined;
  /** Id of a message: the page of newer ones ends before it. */
  readonly before?: QueryText | undefined;
  /** Only messages of which a recipient is in this state: queued, sent, delivered, bounced, complained, failed, suppressed. */
  readonly status?: QueryText | undefined;
  /** Only messages with this tag. */
  readonly tag?: QueryText | undefined;
  /** Only messages to this address. */
  readonly to?: QueryText | undefined;
  /** Only messages from this address. */
  readonly from?: QueryText | undefined;
  /** Only messages accepted at this ISO 8601 date-time or later. */
  readonly created_after?: QueryText | undefined;
  /** Only messages accepted before this ISO 8601 date-time. */
  readonly created_before?: QueryText | undefined;
  /** An addition of this installation: only messages that have each of these words in a recipient, the subject or the tag, also as a part of a longer word; or the message with this id. At most 10 words. */
  readonly search?: QueryText | undefined;
  /** An addition of this installation: only messages with a recipient whose address holds each of these parts. */
  readonly recipient?: QueryText | undefined;
  /** An addition of this installation: only messages whose subject holds each of these words, also as a part of a longer word. */
  readonly subject?: QueryText | undefined;
  /** An addition of this installation: only messages that a server refused or put off with this code: three digits (`550`) or a status (`5.1.1`). */
  readonly smtp_code?: QueryText | undefined;
  /** An addition of this installation: only messages that mail servers of this provider answered to: google, outlook, office365, yahoo, apple, comcast, orange. */
  readonly provider?: QueryText | undefined;
}

export interface EmailsListAnswer {
  readonly data: readonly ListedMessage[];
  readonly per_page: number;
  readonly has_more: boolean;
  /** What to give as `after` (or `before`) to go on. */
  readonly next: string | null;
}

export interface EmailsSendBatchBody {
  readonly emails: readonly {
    /** `address` or `Display Name <address>`. */
    readonly from: string;
    /** The recipients. */
    readonly to: readonly string[];
    readonly cc?: readonly string[] | null | undefined;
    readonly bcc?: readonly string[] | null | undefined;
    readonly reply_to?: string | null | undefined;
    readonly subject: string;
    /** HTML body, at most 500 KB. */
    readonly html?: string | null | undefined;
    /** Plain-text body, at most 100 KB. */
    readonly text?: string | null | undefined;
    /** Lowercase kind of e-mail, for example `password_reset`. */
    readonly tag?: string | null | undefined;
    readonly headers?: Readonly<Record<string, string>> | null | undefined;
    /** As the header `Idempotency-Key`: 1 to 256 characters that stand for this e-mail. */
    readonly idempotency_key?: string | null | undefined;
  }[];
}

export interface EmailsSendBatchAnswer {
  readonly data: readonly BatchResult[];
}

export class EmailsGroup extends Group {
  /**
   * Send a single e-mail.
   *
   * Accepts one e-mail. The optional header `Idempotency-Key` (1 to 256 characters) makes a repeated request safe for 24 hours: the same body has the original answer, with the header `Idempotent-Replayed: true`, and nothing is sent again. `idempotency_key` in the body means the same; when both are given they must be equal. Fields that are not known are refused.
   *
   * `POST /transactional/emails` (scope `transactional:send`)
   */
  send(body: EmailsSendBody, options?: CallOptions): Call<AcceptedEmail> {
    return this.call(operations.postTransactionalEmails, { body }, options);
  }

  /**
   * List recent messages, newest first.
   *
   * A page of messages without bodies. `after` takes the id of the last message of a page and gives the page of older ones, `before` that of newer ones; a page stays the same while mail is accepted. `next` is the id to go on with. Whoever asks again and again with `before` and the newest id that they have seen misses nothing: a message gets a greater id than all of the account that were stored before it. `status` finds a message by the state of any of its recipients; `recipient_counts` says how many are in each. A page looks at no more than 5,000 messages: where filters seldom match together it may hold few messages or none and still have a `next`.
   *
   * `GET /transactional/emails` (scope `transactional:read`)
   */
  list(query?: EmailsListQuery, options?: CallOptions): Call<EmailsListAnswer> {
    return this.call(operations.getTransactionalEmails, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: Omit<EmailsListQuery, 'before'>, options?: CallOptions): Items<EmailsListAnswer['data'][number], EmailsListAnswer> {
    return new Items({
      read: (after) => this.list({ ...query, after: after ?? query?.after }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => page.next,
    });
  }

  /**
   * Send up to 100 e-mails.
   *
   * Accepts 1 to 100 e-mails in one transaction. The answer holds one result an item, in order; an item at fault does not keep the others back. An `idempotency_key` means for its item what the header means for a single send; the header `Idempotency-Key` stands for the whole batch.
   *
   * `POST /transactional/emails/batch` (scope `transactional:send`)
   */
  sendBatch(body: EmailsSendBatchBody, options?: CallOptions): Call<EmailsSendBatchAnswer> {
    return this.call(operations.postTransactionalEmailsBatch, { body }, options);
  }

  /**
   * Look up a message with its timeline.
   *
   * `GET /transactional/emails/{id}` (scope `transactional:read`)
   */
  get(id: string | number, options?: CallOptions): Call<Message> {
    return this.call(operations.getTransactionalEmailsById, { path: [id] }, options);
  }
}

export class UsageGroup extends Group {
  /**
   * Read what the account has used of its plan.
   *
   * Every address in `to`, `cc` and `bcc` counts as one e-mail; test addresses do not. Months and days are those of UTC. A limit of null means that there is none; the limit of the month includes overage.
   *
   * `GET /transactional/usage` (scope `transactional:read`)
   */
  get(options?: CallOptions): Call<Usage> {
    return this.call(operations.getTransactionalUsage, {}, options);
  }
}

export interface SuppressionsListQuery {
  /** Entries a page, 1 to 100; 20 without it. */
  readonly per_page?: QueryText | undefined;
  /** Only entries with this reason: bounced, complained, manual. */
  readonly reason?: QueryText | undefined;
  /** Only addresses that begin with this. */
  readonly query?: QueryText | undefined;
  /** newest, oldest, address: the order; newest first without it. */
  readonly sort?: QueryText | undefined;
  /** Address of an entry: the page of those that come next, older ones for example, follows it. */
  readonly after?: QueryText | undefined;
  /** Address of an entry: the page of those that come before it ends there. */
  readonly before?: QueryText | undefined;
}

export interface SuppressionsListAnswer {
  readonly data: readonly Suppression[];
  readonly per_page: number;
  readonly has_more: boolean;
}

export interface SuppressionsCreateBody {
  /** One address. */
  readonly address?: string | null | undefined;
  /** Several addresses. */
  readonly addresses?: readonly string[] | null | undefined;
  /** A note, at most 500 characters. */
  readonly detail?: string | null | undefined;
}

export interface SuppressionsCreateAnswer {
  readonly data: readonly Suppression[];
}

export class SuppressionsGroup extends Group {
  /**
   * List the suppressed addresses, newest first.
   *
   * The cursors `after` and `before` are addresses of entries.
   *
   * `GET /transactional/suppressions` (scope `transactional:read`, `transactional:manage`)
   */
  list(query?: SuppressionsListQuery, options?: CallOptions): Call<SuppressionsListAnswer> {
    return this.call(operations.getTransactionalSuppressions, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: Omit<SuppressionsListQuery, 'before'>, options?: CallOptions): Items<SuppressionsListAnswer['data'][number], SuppressionsListAnswer> {
    return new Items({
      read: (after) => this.list({ ...query, after: after ?? query?.after }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.has_more ? page.data.at(-1)?.address : undefined),
    });
  }

  /**
   * Suppress addresses.
   *
   * One address, or up to 1,000. What is on the list already stays as it is.
   *
   * `POST /transactional/suppressions` (scope `transactional:manage`)
   */
  create(body?: SuppressionsCreateBody, options?: CallOptions): Call<SuppressionsCreateAnswer> {
    return this.call(operations.postTransactionalSuppressions, { body }, options);
  }

  /**
   * Read the entry of an address.
   *
   * Why and since when the address is suppressed.
   *
   * `GET /transactional/suppressions/{address}` (scope `transactional:read`, `transactional:manage`)
   */
  get(address: string | number, options?: CallOptions): Call<Suppression> {
    return this.call(operations.getTransactionalSuppressionsByAddress, { path: [address] }, options);
  }

  /**
   * Take an address off the list.
   *
   * Mail may be sent to it again at once.
   *
   * `DELETE /transactional/suppressions/{address}` (scope `transactional:manage`)
   */
  delete(address: string | number, options?: CallOptions): Call<Suppression> {
    return this.call(operations.deleteTransactionalSuppressionsByAddress, { path: [address] }, options);
  }
}

export interface TagsListQuery {
  /** 1 to 100, default 20. */
  readonly per_page?: QueryText | undefined;
  /** Name of a tag: the page begins behind it. */
  readonly after?: QueryText | undefined;
  /** Name of a tag: the page ends before it. */
  readonly before?: QueryText | undefined;
}

export interface TagsListAnswer {
  readonly data: readonly Tag[];
  readonly per_page: number;
  readonly has_more: boolean;
}

export interface TagsUpdateBody {
  readonly track_opens?: boolean | undefined;
  readonly track_clicks?: boolean | undefined;
}

export interface TagsGetStatisticsQuery {
  /** A UTC day as `YYYY-MM-DD`. */
  readonly from?: QueryText | undefined;
  /** A UTC day as `YYYY-MM-DD`. */
  readonly to?: QueryText | undefined;
}

export class TagsGroup extends Group {
  /**
   * List the tags by name.
   *
   * Sorted by name. Each tag has the totals of the last 30 days, today included (UTC). Mail to test addresses counts under its tag. Bounces are a share of what receiving servers answered, complaints, opens and clicks of what was delivered.
   *
   * `GET /transactional/tags` (scope `transactional:read`, `transactional:manage`)
   */
  list(query?: TagsListQuery, options?: CallOptions): Call<TagsListAnswer> {
    return this.call(operations.getTransactionalTags, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: Omit<TagsListQuery, 'before'>, options?: CallOptions): Items<TagsListAnswer['data'][number], TagsListAnswer> {
    return new Items({
      read: (after) => this.list({ ...query, after: after ?? query?.after }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.has_more ? page.data.at(-1)?.tag : undefined),
    });
  }

  /**
   * Read a tag.
   *
   * `GET /transactional/tags/{tag}` (scope `transactional:read`, `transactional:manage`)
   */
  get(tag: string | number, options?: CallOptions): Call<Tag> {
    return this.call(operations.getTransactionalTagsByTag, { path: [tag] }, options);
  }

  /**
   * Turn tracking of opens and clicks on or off for a tag.
   *
   * Both switches are off until they are turned on. A tag need not have been used before. Mail that is accepted a second after the answer follows the switches.
   *
   * `PATCH /transactional/tags/{tag}` (scope `transactional:manage`)
   */
  update(tag: string | number, body?: TagsUpdateBody, options?: CallOptions): Call<Tag> {
    return this.call(operations.patchTransactionalTagsByTag, { path: [tag], body }, options);
  }

  /**
   * Read the statistics of a tag, day by day.
   *
   * One entry a UTC day, oldest first, days without mail included: the last 30 days, or at most 400 days by `from` and `to`. Everything counts on the day on which it happened, so that a day may have more opens than deliveries.
   *
   * `GET /transactional/tags/{tag}/statistics` (scope `transactional:read`, `transactional:manage`)
   */
  getStatistics(tag: string | number, query?: TagsGetStatisticsQuery, options?: CallOptions): Call<TagStatistics> {
    return this.call(operations.getTransactionalTagsByTagStatistics, { path: [tag], query: { ...query } }, options);
  }
}

export interface AlertsListAnswer {
  readonly data: readonly Alert[];
  readonly per_page: number;
  readonly has_more: boolean;
}

export interface AlertsCreateBody {
  /** The tag that is watched. */
  readonly tag: string;
  /** A rate over a threshold, or `silence`. */
  readonly kind: 'bounce_rate' | 'complaint_rate' | 'failure_rate' | 'silence';
  /** Of rates: fires above it. 0 to less than 100, at most two decimals. */
  readonly threshold_percent?: number | null | undefined;
  /** How far back the alert looks; an hour that began within the window counts in full. */
  readonly window_minutes: number;
  /** Of rates: with fewer outcomes in the window nothing is judged. Default 20. */
  readonly minimum_volume?: number | null | undefined;
  /** Who is told; null is the account's own address. */
  readonly email?: string | null | undefined;
}

export interface AlertsUpdateBody {
  /** The tag that is watched. */
  readonly tag?: string | undefined;
  /** A rate over a threshold, or `silence`. */
  readonly kind?: 'bounce_rate' | 'complaint_rate' | 'failure_rate' | 'silence' | undefined;
  /** Of rates: fires above it. 0 to less than 100, at most two decimals. */
  readonly threshold_percent?: number | null | undefined;
  /** How far back the alert looks; an hour that began within the window counts in full. */
  readonly window_minutes?: number | undefined;
  /** Of rates: with fewer outcomes in the window nothing is judged. Default 20. */
  readonly minimum_volume?: number | null | undefined;
  /** Who is told; null is the account's own address. */
  readonly email?: string | null | undefined;
}

export interface AlertsDeleteAnswer {
  readonly message: string;
}

export class AlertsGroup extends Group {
  /**
   * List the alerts.
   *
   * All alerts of the account, at most 100, oldest first.
   *
   * `GET /transactional/alerts` (scope `transactional:read`, `transactional:manage`)
   */
  list(options?: CallOptions): Call<AlertsListAnswer> {
    return this.call(operations.getTransactionalAlerts, {}, options);
  }

  /**
   * Add an alert to a tag.
   *
   * An alert is looked at once a minute. When it begins to fire, and when that is over, one mail each is sent, and one event `alert` each where the webhook has that enabled. `silence` fires when nothing was sent under the tag for the window, though something was before.
   *
   * `POST /transactional/alerts` (scope `transactional:manage`)
   */
  create(body: AlertsCreateBody, options?: CallOptions): Call<Alert> {
    return this.call(operations.postTransactionalAlerts, { body }, options);
  }

  /**
   * Read an alert.
   *
   * `GET /transactional/alerts/{id}` (scope `transactional:read`, `transactional:manage`)
   */
  get(id: string | number, options?: CallOptions): Call<Alert> {
    return this.call(operations.getTransactionalAlertsById, { path: [id] }, options);
  }

  /**
   * Change an alert.
   *
   * Fields that are absent stay as they are. With another tag or kind the alert begins anew.
   *
   * `PATCH /transactional/alerts/{id}` (scope `transactional:manage`)
   */
  update(id: string | number, body?: AlertsUpdateBody, options?: CallOptions): Call<Alert> {
    return this.call(operations.patchTransactionalAlertsById, { path: [id], body }, options);
  }

  /**
   * Delete an alert.
   *
   * `DELETE /transactional/alerts/{id}` (scope `transactional:manage`)
   */
  delete(id: string | number, options?: CallOptions): Call<AlertsDeleteAnswer> {
    return this.call(operations.deleteTransactionalAlertsById, { path: [id] }, options);
  }
}

export interface WebhookUpdateBody {
  /** Where events are sent: https, on the public internet, at most 2048 characters. */
  readonly url?: string | undefined;
  /** How payloads and headers are written. Default `native`; `compatible` is that of Resend and Svix. */
  readonly format?: 'native' | 'compatible' | undefined;
  /** The events that are sent. Default: all but `opened`, `clicked`, `suppressed`, `alert`; without `suppressed`, suppressed recipients are `failed`. */
  readonly events?: readonly ('sent' | 'delivered' | 'delayed' | 'bounced' | 'complained' | 'failed' | 'opened' | 'clicked' | 'suppressed' | 'alert')[] | undefined;
  /** While it is false, events are held and may be replayed. */
  readonly enabled?: boolean | undefined;
  /** One signature in the headers of the compatible format too, for receivers that compare the whole header to one value. Default false. `X-Service-Signature` has one in any case. */
  readonly single_signature?: boolean | undefined;
  /** While a secret is rotated, `X-Service-Signature` has a `v1` of each secret. Default false: the one before signs alone until the new one is activated. */
  readonly both_signatures?: boolean | undefined;
  /** A secret that was made elsewhere, `whsec_` and base64; one is made when this is absent. */
  readonly secret?: string | undefined;
}

export interface WebhookDeleteAnswer {
  readonly message: string;
}

export interface WebhookRotateSecretBody {
  /** A secret that was made elsewhere, `whsec_` and base64; one is made when this is absent. */
  readonly secret?: string | undefined;
}

export interface WebhookVerifyBody {
  /** The headers as the receiver saw them, by name; those that are not of webhooks are passed over. */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body as the receiver saw it: a string, not the JSON in it. */
  readonly body: string;
  /** Which header the receiver's verifier reads: `native` is X-Service-Signature, `compatible` svix-* or webhook-*. Default: that of the webhook's format. */
  readonly verifier?: 'native' | 'compatible' | undefined;
  /** The secret that the receiver has. */
  readonly secret?: string | undefined;
  /** What the receiver computed from the request, in hex or base64. */
  readonly computed?: string | undefined;
  /** ISO 8601 time of the receiver's clock when the request came. Default: now. */
  readonly received_at?: string | undefined;
}

export interface WebhookListDeliveriesQuery {
  /** How many deliveries, 1 to 100; 20 without it. */
  readonly per_page?: QueryText | undefined;
  /** The same as `per_page`, which wins. */
  readonly limit?: QueryText | undefined;
  /** Id of a delivery: the page of older ones follows it. */
  readonly after?: QueryText | undefined;
  /** Id of a delivery: the page of newer ones ends before it. */
  readonly before?: QueryText | undefined;
  /** Only these events, with commas between them: sent, delivered, delayed, bounced, complained, failed, opened, clicked, suppressed, alert. */
  readonly event?: QueryText | undefined;
  /** Only deliveries in these states, with commas between them: waiting, received, given_up, held. */
  readonly state?: QueryText | undefined;
  /** Only deliveries whose last attempt was answered so, with commas between several: a status (410), a class (5xx), or none for attempts without an answer. */
  readonly answer?: QueryText | undefined;
  /** Only events of mails with this tag, and of alerts on it. */
  readonly tag?: QueryText | undefined;
  /** Only events of this message. */
  readonly message_id?: QueryText | undefined;
  /** Only events about this address. */
  readonly recipient?: QueryText | undefined;
  /** Only deliveries that this replay made. */
  readonly replay_id?: QueryText | undefined;
  /** Only deliveries that came up at this ISO 8601 date-time or later. */
  readonly created_after?: QueryText | undefined;
  /** Only deliveries that came up before this ISO 8601 date-time. */
  readonly created_before?: QueryText | undefined;
}

export interface WebhookListDeliveriesAnswer {
  readonly data: readonly WebhookDelivery[];
  readonly per_page: number;
  readonly has_more: boolean;
  /** What to give as `after` (or `before`) to go on. */
  readonly next: string | null;
}

export interface WebhookTestBody {
  /** The kind of event. Default `delivered`. */
  readonly event?: 'sent' | 'delivered' | 'delayed' | 'bounced' | 'complained' | 'failed' | 'opened' | 'clicked' | 'suppressed' | 'alert' | undefined;
}

export interface WebhookCreateReplayBody {
  /** Only these events, with commas between them: sent, delivered, delayed, bounced, complained, failed, opened, clicked, suppressed, alert. */
  readonly event?: string | undefined;
  /** Only deliveries in these states, with commas between them: waiting, received, given_up, held. */
  readonly state?: string | undefined;
  /** Only deliveries whose last attempt was answered so, with commas between several: a status (410), a class (5xx), or none for attempts without an answer. */
  readonly answer?: string | undefined;
  /** Only events of mails with this tag, and of alerts on it. */
  readonly tag?: string | undefined;
  /** Only events of this message. */
  readonly message_id?: string | undefined;
  /** Only events about this address. */
  readonly recipient?: string | undefined;
  /** Only deliveries that this replay made. */
  readonly replay_id?: string | undefined;
  /** Deliveries that came up at this ISO 8601 date-time or later; required, so that no slip replays all. */
  readonly created_after: string;
  /** Only deliveries that came up before this ISO 8601 date-time. */
  readonly created_before?: string | undefined;
  /** How many deliveries a second. Default 10. */
  readonly per_second?: number | undefined;
  /** Another URL than the webhook’s, by the same rules; signed with the same secret. */
  readonly url?: string | undefined;
}

export interface WebhookListReplaysQuery {
  /** How many replays, 1 to 100; 20 without it. */
  readonly per_page?: QueryText | undefined;
  /** The same as `per_page`, which wins. */
  readonly limit?: QueryText | undefined;
  /** Id of a replay: the page of older ones follows it. */
  readonly after?: QueryText | undefined;
}

export interface WebhookListReplaysAnswer {
  readonly data: readonly WebhookReplay[];
  readonly per_page: number;
  readonly has_more: boolean;
}

export class WebhookGroup extends Group {
  /**
   * Read the webhook.
   *
   * The secret is not part of it; its last four characters tell which one it is.
   *
   * `GET /transactional/webhook` (scope `transactional:read`, `transactional:manage`)
   */
  get(options?: CallOptions): Call<Webhook> {
    return this.call(operations.getTransactionalWebhook, {}, options);
  }

  /**
   * Make or change the webhook.
   *
   * An account has one webhook. When there is none this makes it, which needs `url`, and the answer is the only one that shows the secret. Otherwise fields that are absent stay as they are. A change is followed within a second. Events that come up while the webhook is disabled are held, not sent later by themselves; a replay sends them.
   *
   * `PATCH /transactional/webhook` (scope `transactional:manage`)
   */
  update(body?: WebhookUpdateBody, options?: CallOptions): Call<Webhook | WebhookWithSecret> {
    return this.call(operations.patchTransactionalWebhook, { body }, options);
  }

  /**
   * Delete the webhook.
   *
   * Its secret is gone with it. The delivery log stays.
   *
   * `DELETE /transactional/webhook` (scope `transactional:manage`)
   */
  delete(options?: CallOptions): Call<WebhookDeleteAnswer> {
    return this.call(operations.deleteTransactionalWebhook, {}, options);
  }

  /**
   * Give the webhook a new secret.
   *
   * The secret before goes on signing until the new one is activated, 24 hours at most: configure the new one at your receiver, then activate it. With `both_signatures`, and in the list of the compatible format unless `single_signature` is on, both sign meanwhile. Another rotation within that time replaces the new secret.
   *
   * `POST /transactional/webhook/rotate-secret` (scope `transactional:manage`)
   */
  rotateSecret(body?: WebhookRotateSecretBody, options?: CallOptions): Call<WebhookWithSecret> {
    return this.call(operations.postTransactionalWebhookRotateSecret, { body }, options);
  }

  /**
   * Sign with the new secret from now on.
   *
   * Ends the overlap of a rotation: within a second the new secret signs alone. Call it once your receiver has the new secret, or at once where the one before became known to others.
   *
   * `POST /transactional/webhook/activate-secret` (scope `transactional:manage`)
   */
  activateSecret(options?: CallOptions): Call<Webhook> {
    return this.call(operations.postTransactionalWebhookActivateSecret, {}, options);
  }

  /**
   * Say why a signature fails.
   *
   * Takes what a receiver saw and says why its verifier refuses it: a header is missing or of the other format, the body was changed on its way, the secret is another one, the clock is wrong, and so on. With `computed` it says by which mistake that value comes about. Neither a secret nor a signature is part of the answer.
   *
   * `POST /transactional/webhook/verify` (scope `transactional:read`, `transactional:manage`)
   */
  verify(body: WebhookVerifyBody, options?: CallOptions): Call<WebhookSignatureVerdict> {
    return this.call(operations.postTransactionalWebhookVerify, { body }, options);
  }

  /**
   * List what was sent to the webhook, newest first.
   *
   * A page of deliveries of the last 30 days without bodies. `after` takes the `next` of a page and gives the page of older ones, `before` that of newer ones. A page looks at no more than 25,000 deliveries: where filters seldom match it may hold few or none and still have a `next`.
   *
   * `GET /transactional/webhook/deliveries` (scope `transactional:read`, `transactional:manage`)
   */
  listDeliveries(query?: WebhookListDeliveriesQuery, options?: CallOptions): Call<WebhookListDeliveriesAnswer> {
    return this.call(operations.getTransactionalWebhookDeliveries, { query: { ...query } }, options);
  }

  /** The items of all pages of `listDeliveries`, read as they are asked for. */
  listAllDeliveries(query?: Omit<WebhookListDeliveriesQuery, 'before'>, options?: CallOptions): Items<WebhookListDeliveriesAnswer['data'][number], WebhookListDeliveriesAnswer> {
    return new Items({
      read: (after) => this.listDeliveries({ ...query, after: after ?? query?.after }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => page.next,
    });
  }

  /**
   * Read a delivery with its attempts and the exact body.
   *
   * `GET /transactional/webhook/deliveries/{id}` (scope `transactional:read`, `transactional:manage`)
   */
  getDelivery(id: string | number, options?: CallOptions): Call<WebhookDeliveryInFull> {
    return this.call(operations.getTransactionalWebhookDeliveriesById, { path: [id] }, options);
  }

  /**
   * Send a delivery once more.
   *
   * A delivery of its own with the same event id and the same bytes, signed anew; in any state.
   *
   * `POST /transactional/webhook/deliveries/{id}/resend` (scope `transactional:manage`)
   */
  resendDelivery(id: string | number, options?: CallOptions): Call<WebhookDelivery> {
    return this.call(operations.postTransactionalWebhookDeliveriesByIdResend, { path: [id] }, options);
  }

  /**
   * Send a test event to the webhook.
   *
   * Queues an event about a mail that was never sent, or an alert that there is not, as a real one in every other respect. Its body says `"test": true`, by which a receiver can tell.
   *
   * `POST /transactional/webhook/test` (scope `transactional:manage`)
   */
  test(body?: WebhookTestBody, options?: CallOptions): Call<WebhookDelivery> {
    return this.call(operations.postTransactionalWebhookTest, { body }, options);
  }

  /**
   * Read how the webhook fares.
   *
   * `GET /transactional/webhook/health` (scope `transactional:read`, `transactional:manage`)
   */
  getHealth(options?: CallOptions): Call<WebhookHealth> {
    return this.call(operations.getTransactionalWebhookHealth, {}, options);
  }

  /**
   * Send a range of the log again.
   *
   * Sends deliveries of the log again, oldest first and `per_second` of them a second, with the same event ids and bytes: those that match the filters when the request comes, none that come up later; held ones too. What other replays made is left out, unless `replay_id` names one. With another `url` they go there, signed with the secret of the webhook, and count neither for nor against its health. A replay waits while the webhook is disabled, and while its receiver does not follow; removing the webhook cancels it.
   *
   * `POST /transactional/webhook/replays` (scope `transactional:manage`)
   */
  createReplay(body: WebhookCreateReplayBody, options?: CallOptions): Call<WebhookReplay> {
    return this.call(operations.postTransactionalWebhookReplays, { body }, options);
  }

  /**
   * List the replays, newest first.
   *
   * Newest first. `after` takes the id of the last replay of a page.
   *
   * `GET /transactional/webhook/replays` (scope `transactional:read`, `transactional:manage`)
   */
  listReplays(query?: WebhookListReplaysQuery, options?: CallOptions): Call<WebhookListReplaysAnswer> {
    return this.call(operations.getTransactionalWebhookReplays, { query: { ...query } }, options);
  }

  /** The items of all pages of `listReplays`, read as they are asked for. */
  listAllReplays(query?: WebhookListReplaysQuery, options?: CallOptions): Items<WebhookListReplaysAnswer['data'][number], WebhookListReplaysAnswer> {
    return new Items({
      read: (after) => this.listReplays({ ...query, after: after ?? query?.after }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.has_more ? page.data.at(-1)?.id : undefined),
    });
  }

  /**
   * Read a replay.
   *
   * `GET /transactional/webhook/replays/{id}` (scope `transactional:read`, `transactional:manage`)
   */
  getReplay(id: string | number, options?: CallOptions): Call<WebhookReplay> {
    return this.call(operations.getTransactionalWebhookReplaysById, { path: [id] }, options);
  }

  /**
   * Stop a replay.
   *
   * What it has queued and nobody has begun to send is taken back. One that has ended stays as it is.
   *
   * `POST /transactional/webhook/replays/{id}/cancel` (scope `transactional:manage`)
   */
  cancelReplay(id: string | number, options?: CallOptions): Call<WebhookReplay> {
    return this.call(operations.postTransactionalWebhookReplaysByIdCancel, { path: [id] }, options);
  }
}

export class MeGroup extends Group {
  /**
   * Read the current user.
   *
   * The account that the token belongs to, with name and address of the person whose token it is.
   *
   * `GET /me` (scope `account:read`, `account`)
   */
  get(options?: CallOptions): Call<User> {
    return this.call(operations.getMe, {}, options);
  }
}

export interface DomainsListQuery {
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
}

export interface DomainsListAnswer {
  readonly current_page: number;
  readonly data: readonly SenderDomain[];
  readonly first_page_url: string;
  readonly from: number | null;
  readonly last_page: number;
  readonly last_page_url: string;
  readonly links: readonly {
    readonly url: string | null;
    readonly label: string;
    readonly active: boolean;
  }[];
  readonly next_page_url: string | null;
  readonly path: string;
  readonly per_page: number;
  readonly prev_page_url: string | null;
  readonly to: number | null;
  readonly total: number;
}

export interface DomainsCreateBody {
  /** A bare domain name, like example.com; at most 191 characters. */
  readonly domain: string;
}

export interface DomainsDeleteAnswer {
  readonly message: string;
}

export interface DomainsValidateAnswer {
  readonly message: string;
  readonly valid: boolean;
  readonly domain: SenderDomainWithDns;
}

export class DomainsGroup extends Group {
  /**
   * List the sender domains.
   *
   * Newest first.
   *
   * `GET /domains` (scope `account:read`, `account`)
   */
  list(query?: DomainsListQuery, options?: CallOptions): Call<DomainsListAnswer> {
    return this.call(operations.getDomains, { query: { ...query } }, options);
  }

  /**
   * Add a sender domain.
   *
   * Publish the records of `dns`, then validate. Each domain has signing keys of its own.
   *
   * `POST /domains` (scope `account`)
   */
  create(body: DomainsCreateBody, options?: CallOptions): Call<SenderDomainWithDns> {
    return this.call(operations.postDomains, { body }, options);
  }

  /**
   * Read a sender domain with its DNS records.
   *
   * `GET /domains/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<SenderDomainWithDns> {
    return this.call(operations.getDomainsById, { path: [id] }, options);
  }

  /**
   * Remove a sender domain.
   *
   * Mail that was accepted before is still signed.
   *
   * `DELETE /domains/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<DomainsDeleteAnswer> {
    return this.call(operations.deleteDomainsById, { path: [id] }, options);
  }

  /**
   * Look for the DNS records of a sender domain.
   *
   * Asks DNS now. `valid` is true when every required record was found; records that are recommended may be missing.
   *
   * `POST /domains/{id}/validate` (scope `account`)
   */
  validate(id: string | number, options?: CallOptions): Call<DomainsValidateAnswer> {
    return this.call(operations.postDomainsByIdValidate, { path: [id] }, options);
  }
}

export interface InboxListQuery {
  /** Only mail to this address. */
  readonly to?: QueryText | undefined;
  /** How many mails, 1 to 100; 20 without it. */
  readonly limit?: QueryText | undefined;
  /** Id of the last mail of a page: the next page follows it. */
  readonly after?: QueryText | undefined;
}

export interface InboxListAnswer {
  readonly data: readonly InboxSummary[];
}

export interface InboxEmptyAnswer {
  readonly message: string;
}

export interface InboxWaitQuery {
  /** The address. */
  readonly to: QueryText;
  /** How long to wait, 1 to 55 seconds; 30 without it. */
  readonly timeout?: QueryText | undefined;
  /** Only mail that arrived at this ISO 8601 date-time or later; any mail without it. */
  readonly since?: QueryText | undefined;
}

export class InboxGroup extends Group {
  /**
   * List the local inbox, newest first.
   *
   * Mails of the account that asks; to the account of the operator also those that other programs handed in. Mails of the installation itself, about signing in, are shown on its machine only: `postrider inbox list`.
   *
   * `GET /inbox` (scope `transactional:read`)
   */
  list(query?: InboxListQuery, options?: CallOptions): Call<InboxListAnswer> {
    return this.call(operations.getInbox, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: InboxListQuery, options?: CallOptions): Items<InboxListAnswer['data'][number], InboxListAnswer> {
    return new Items({
      read: (after) => this.list({ ...query, after: after ?? query?.after }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => page.data.at(-1)?.id,
    });
  }

  /**
   * Empty the local inbox.
   *
   * `DELETE /inbox` (scope `transactional:manage`)
   */
  empty(options?: CallOptions): Call<InboxEmptyAnswer> {
    return this.call(operations.deleteInbox, {}, options);
  }

  /**
   * Wait until a mail to an address is in the local inbox.
   *
   * The newest mail to an address, at once when it is there already. When none comes in time the answer is `not_found`: ask again.
   *
   * `GET /inbox/wait` (scope `transactional:read`)
   */
  wait(query: InboxWaitQuery, options?: CallOptions): Call<InboxMail> {
    return this.call(operations.getInboxWait, { query: { ...query } }, options);
  }

  /**
   * Read a mail of the local inbox.
   *
   * `GET /inbox/{id}` (scope `transactional:read`)
   */
  get(id: string | number, options?: CallOptions): Call<InboxMail> {
    return this.call(operations.getInboxById, { path: [id] }, options);
  }
}

/** All groups of operations. */
export class Groups {
  /** Send e-mails one by one or in batches, and see what became of them. */
  readonly emails: EmailsGroup;
  /** What the account has used of its plan. */
  readonly usage: UsageGroup;
  /** Addresses to which the account does not send. */
  readonly suppressions: SuppressionsGroup;
  /** Kinds of e-mail: statistics and tracking switches of each. */
  readonly tags: TagsGroup;
  /** Be told when a tag bounces, is complained about, fails or falls silent. */
  readonly alerts: AlertsGroup;
  /** Be told what becomes of e-mails as it happens. */
  readonly webhook: WebhookGroup;
  /** Whose token it is, and what the account may have. The first of the account API. */
  readonly me: MeGroup;
  /** Domains that the account sends from, their DNS records, and looking for them. */
  readonly domains: DomainsGroup;
  /** Mail that this server keeps instead of sending it out, for development and tests. */
  readonly inbox: InboxGroup;

  constructor(transport: Transport) {
    this.emails = new EmailsGroup(transport);
    this.usage = new UsageGroup(transport);
    this.suppressions = new SuppressionsGroup(transport);
    this.tags = new TagsGroup(transport);
    this.alerts = new AlertsGroup(transport);
    this.webhook = new WebhookGroup(transport);
    this.me = new MeGroup(transport);
    this.domains = new DomainsGroup(transport);
    this.inbox = new InboxGroup(transport);
  }
}

// Made by `npm run generate` from openapi.yaml: what each operation takes and answers. Do not edit.
/* eslint-disable */

interface Acceptance {
  readonly status: 'signed_in' | 'sign_in';
}
interface AcceptedEmail {
  readonly id: string;
  readonly status: 'queued';
}
interface AccessToken {
  readonly id: number;
  readonly name: string;
  /** What the token begins with. */
  readonly prefix: string;
  /** What it ends with. */
  readonly last4: string;
  /** Whose it is; null when it acts for the account itself. */
  readonly person: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
  } | null;
  /** False when that person has left the account: then it lets nobody in. */
  readonly is_member: boolean;
  readonly created_at: string;
  /** Exact to a minute; null: never. */
  readonly last_used_at: string | null;
  /** Null while it lives. */
  readonly revoked_at: string | null;
}
interface AccountContents {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** Counted up to 100000. */
  readonly messages: number;
  /** Mails that are on their way, and go out before the data goes. */
  readonly waiting: number;
  readonly keys: number;
  readonly domains: number;
  readonly members: number;
  /** Days from the deletion until the data goes. */
  readonly grace_days: number;
  /** Null while nobody deleted the account. */
  readonly deletion: {
    readonly asked_at: string;
    readonly data_goes_at: string;
    readonly may_be_restored: boolean;
    /** Why the last try to remove the data failed; it is tried again by itself. */
    readonly failed: string | null;
  } | null;
}
interface AccountProblem {
  /** What is wrong. */
  readonly message: string;
  /** With status 422: for each field at fault, by its dotted path, what is wrong with it. */
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The message once more, of a restricted account. */
  readonly error?: string | undefined;
  /** `account_restricted` of a restricted account. */
  readonly code?: string | undefined;
  /** Where a restricted account sees why. */
  readonly account_status_url?: string | undefined;
}
interface Alert {
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
interface AskedReview {
  readonly id: number;
  readonly asks_for: readonly ('restriction' | 'pause' | 'transactional' | 'mail_classes')[];
  readonly message: string;
  readonly asked_by: string;
  readonly asked_at: string;
  readonly state: 'open' | 'approved' | 'declined';
  readonly decided_at: string | null;
  readonly reason: string | null;
  readonly sentence: string;
  readonly account: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
  };
}
interface BatchResult {
  readonly id: string | null;
  readonly status: 'queued' | 'failed';
  readonly error?: Problem | undefined;
}
interface Checklist {
  /** False before the first mail, and for good once it ended. */
  readonly is_shown: boolean;
  readonly steps: readonly {
    readonly name: 'domain' | 'key' | 'webhook' | 'production';
    readonly is_done: boolean;
    /** What is missing, where there is more to say. */
    readonly missing: string | null;
  }[];
}
interface DashboardAccount {
  readonly id: number;
  /** Its address until somebody names it. */
  readonly name: string;
  readonly email: string;
  readonly timezone: string;
  readonly is_operator: boolean;
  readonly status: 'closed' | 'restricted' | 'paused' | 'transactional_off' | 'active';
  readonly created_at: string;
  readonly report_suppressed: boolean;
  readonly usage: Usage;
  /** Day (UTC) on which the month’s quota runs out at the present rate; null when it lasts. */
  readonly runs_out_on: string | null;
}
interface DashboardAccountStatus {
  readonly status: 'closed' | 'restricted' | 'paused' | 'transactional_off' | 'active';
  readonly sentence: string;
  readonly may_send: boolean;
  readonly transactional: {
    readonly enabled: boolean;
    readonly sentence: string;
  };
  readonly pause: {
    readonly since: string;
    readonly reason: string | null;
    readonly sentence: string;
  } | null;
  /** Classes of mail to many that wait until their pause is lifted; all other mail goes on. */
  readonly paused_classes: readonly {
    readonly mail_class: 'automation' | 'confirmation' | 'campaign';
    readonly since: string;
    readonly reason: string;
    readonly sentence: string;
  }[];
  readonly restriction: {
    readonly since: string;
    readonly reason: string | null;
    readonly sentence: string;
  } | null;
  readonly health: {
    readonly days: number;
    readonly delivered: number;
    readonly bounced: number;
    readonly complained: number;
    /** Percent. */
    readonly bounce_rate: number;
    /** Percent. */
    readonly complaint_rate: number;
    /** Percent above which sending is paused. */
    readonly bounce_limit: number;
    /** Percent above which sending is paused. */
    readonly complaint_limit: number;
    /** With fewer mails nothing is judged. */
    readonly minimum_volume: number;
    readonly sentence: string;
  };
  /** The same of each class of mail to many that was sent within the days; the limits are the same. */
  readonly mail_classes: readonly {
    readonly mail_class: 'automation' | 'confirmation' | 'campaign';
    readonly delivered: number;
    readonly bounced: number;
    readonly complained: number;
    /** Percent. */
    readonly bounce_rate: number;
    /** Percent. */
    readonly complaint_rate: number;
    readonly sentence: string;
  }[];
  /** The newest one, decided or not. */
  readonly review: DashboardReview | null;
  readonly may_ask_for_review: boolean;
}
interface DashboardAuditEntry {
  readonly id: number;
  readonly occurred_at: string;
  readonly via: 'key' | 'token' | 'oauth' | 'session' | 'command';
  readonly by: {
    readonly name: string;
    readonly email: string | null;
  } | null;
  /** Whether it was the operator of the installation. */
  readonly is_operator: boolean;
  readonly action: string;
  readonly subject: string | null;
  /** What it was, by field; null where there is nothing to compare. */
  readonly before: unknown;
  /** What it was, by field; null where there is nothing to compare. */
  readonly after: unknown;
}
interface DashboardKey {
  readonly id: number;
  readonly name: string;
  /** How the key begins. */
  readonly prefix: string;
  /** How it ends. */
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly domain: string | null;
  readonly status: 'living' | 'ending' | 'expired' | 'revoked';
  readonly rate: {
    readonly per_second: number | null;
    readonly per_minute: number | null;
    /** Whether the key has a rate of its own; else its plan decides. */
    readonly is_own: boolean;
    /** About how many requests the last minute had; null without a limit of the minute. */
    readonly used_last_minute: number | null;
  };
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** Number of the key that followed it. */
  readonly replaced_by: number | null;
  /** Null when it was made on the command line, or when nobody knows. */
  readonly made_by: {
    readonly id: number;
    /** Null when the person was deleted. */
    readonly name: string | null;
    /** False when the person left the account; the key goes on working. */
    readonly is_member: boolean;
  } | null;
}
interface DashboardNewKey {
  readonly id: number;
  readonly name: string;
  /** How the key begins. */
  readonly prefix: string;
  /** How it ends. */
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly domain: string | null;
  readonly status: 'living' | 'ending' | 'expired' | 'revoked';
  readonly rate: {
    readonly per_second: number | null;
    readonly per_minute: number | null;
    /** Whether the key has a rate of its own; else its plan decides. */
    readonly is_own: boolean;
    /** About how many requests the last minute had; null without a limit of the minute. */
    readonly used_last_minute: number | null;
  };
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** Number of the key that followed it. */
  readonly replaced_by: number | null;
  /** Null when it was made on the command line, or when nobody knows. */
  readonly made_by: {
    readonly id: number;
    /** Null when the person was deleted. */
    readonly name: string | null;
    /** False when the person left the account; the key goes on working. */
    readonly is_member: boolean;
  } | null;
  /** The key. It is shown this once. */
  readonly key: string;
}
interface DashboardReview {
  readonly id: number;
  readonly asks_for: readonly ('restriction' | 'pause' | 'transactional' | 'mail_classes')[];
  readonly message: string;
  readonly asked_by: string;
  readonly asked_at: string;
  readonly state: 'open' | 'approved' | 'declined';
  readonly decided_at: string | null;
  readonly reason: string | null;
  readonly sentence: string;
}
interface DomainPage {
  readonly id: number;
  readonly name: string;
  readonly status: 'pending' | 'verified' | 'failed';
  readonly created_at: string;
  readonly verified_at: string | null;
  readonly checked_at: string | null;
  /** Since when the DKIM record of a verified domain is gone; it sends for 48 hours more. */
  readonly missing_since: string | null;
  readonly records: readonly {
    readonly name: string;
    readonly need: 'required' | 'recommended' | 'optional';
    readonly type: string;
    readonly host: string;
    /** The host without the domain, as forms of DNS providers ask for it. */
    readonly owner: string;
    readonly wanted: string;
    /** In strings of at most 255 characters. */
    readonly wanted_parts: readonly string[];
    readonly found: readonly string[];
    readonly valid: boolean;
    readonly reason: string | null;
  }[];
  readonly keys: readonly {
    readonly selector: string;
    readonly algorithm: 'rsa' | 'ed25519';
    readonly state: 'waiting' | 'active' | 'retired';
    readonly created_at: string;
    readonly published_at: string | null;
    readonly active_from: string | null;
    readonly retired_at: string | null;
  }[];
  readonly rotation: {
    readonly is_possible: boolean;
    readonly reason: string | null;
  };
  /** What is to be set at the server first, because some records are held back until then. */
  readonly before_publishing: string | null;
  /** What is to be done, a sentence each. */
  readonly to_do: readonly string[];
}
interface FirstStart {
  /** The address of the account, which the owner takes unless they give another. */
  readonly email: string;
  readonly account_name: string | null;
}
interface Import {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly file_name: string;
  readonly bytes: number;
  readonly note: string | null;
  /** Name of the person. */
  readonly by: string | null;
  readonly added: number;
  /** Rows whose address was there already. */
  readonly known: number;
  /** Rows that were refused. */
  readonly rejected: number;
  /** Why it ended early. */
  readonly fault: string | null;
  readonly progress: JobProgress | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}
interface InboxMail {
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
interface InboxSummary {
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
interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly role: 'read_only' | 'member' | 'admin' | 'owner';
  readonly expires_at: string;
  /** Null when it was made on the command line. */
  readonly invited_by: string | null;
}
interface InvitationOfToken {
  readonly account_name: string;
  readonly email: string;
  readonly role: 'read_only' | 'member' | 'admin' | 'owner';
  /** The person signs in with this address already. */
  readonly has_account: boolean;
}
interface JobProgress {
  /** Also of the events `progress` of the live stream. */
  readonly id: string;
  readonly kind: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Of `total`; of a file its bytes. */
  readonly done: number;
  readonly total: number | null;
  /** What it has come to. */
  readonly sentence: string;
  readonly changed_at: string;
}
interface ListedMessage {
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
interface Message {
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
interface MessageChecks {
  readonly message_id: string;
  readonly recipient: string;
  readonly checked_at: string;
  readonly size_bytes: number;
  readonly checks: readonly {
    readonly id: string;
    readonly title: string;
    readonly verdict: 'pass' | 'warn' | 'fail' | 'unknown';
    readonly why: string;
    readonly fix?: string | undefined;
    readonly details?: readonly string[] | undefined;
    readonly records?: readonly {
      readonly host: string;
      readonly type: string;
      readonly value: string;
    }[] | undefined;
  }[];
}
type MessageLeg = {
  /** The same for the same leg whenever it is told. */
  readonly id: string;
  /** Null where the moment was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly kind: 'accepted';
  readonly recipients: number;
  /** The API key or the person that sent it; null where that is not known. */
  readonly by: {
    readonly via: 'key' | 'token' | 'oauth' | 'session';
    readonly name: string;
  } | null;
} | {
  /** The same for the same leg whenever it is told. */
  readonly id: string;
  /** Null where the moment was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly kind: 'signed';
  readonly signatures: readonly {
    readonly domain: string;
    readonly selector: string;
    readonly algorithm: string;
  }[];
} | {
  /** The same for the same leg whenever it is told. */
  readonly id: string;
  /** Null where the moment was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly kind: 'routed';
  readonly attempt: number;
  readonly way: string;
  readonly host: string | null;
} | {
  /** The same for the same leg whenever it is told. */
  readonly id: string;
  /** Null where the moment was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly kind: 'tried';
  readonly attempt: number;
  readonly host: string;
  readonly address: string;
  /** Why the attempt went on to another server. */
  readonly reason: string;
} | {
  /** The same for the same leg whenever it is told. */
  readonly id: string;
  /** Null where the moment was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly kind: 'connected';
  readonly attempt: number;
  readonly host: string | null;
  readonly address: string | null;
  readonly tls: {
    readonly version: string;
    readonly cipher: string;
  } | null;
  readonly reused: boolean;
} | {
  /** The same for the same leg whenever it is told. */
  readonly id: string;
  /** Null where the moment was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly status: string | null;
  readonly reason: string | null;
  /** What the status code says, in plain words. */
  readonly meaning: string | null;
  readonly kind: 'attempt';
  readonly attempt: number;
  readonly outcome: string;
  readonly duration_ms: number;
  readonly conversation: readonly {
    readonly from: 'us' | 'server' | 'note';
    readonly text: string;
    readonly ms: number | null;
  }[];
  readonly next_attempt_at: string | null;
} | {
  /** The same for the same leg whenever it is told. */
  readonly id: string;
  /** Null where the moment was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly status: string | null;
  readonly reason: string | null;
  /** What the status code says, in plain words. */
  readonly meaning: string | null;
  readonly kind: 'event';
  readonly event: string;
} | {
  /** The same for the same leg whenever it is told. */
  readonly id: string;
  /** Null where the moment was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly kind: 'webhook';
  readonly event: string;
  readonly delivery_id: string;
  readonly attempt: number;
  readonly answer: number | null;
  readonly fault: string | null;
  readonly duration_ms: number;
};
interface MessageRoute {
  readonly message_id: string;
  readonly recipient: string;
  readonly status: string;
  /** Nothing more is to be tried. */
  readonly is_final: boolean;
  readonly next_attempt_at: string | null;
  readonly recipients: readonly {
    readonly recipient: string;
    readonly status: string;
  }[];
  readonly legs: readonly MessageLeg[];
}
interface MessageShare {
  readonly id: number;
  readonly recipient: string;
  /** The name of who made it; null: a key. */
  readonly created_by: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}
interface NewAccessToken {
  readonly id: number;
  readonly name: string;
  /** What the token begins with. */
  readonly prefix: string;
  /** What it ends with. */
  readonly last4: string;
  /** Whose it is; null when it acts for the account itself. */
  readonly person: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
  } | null;
  /** False when that person has left the account: then it lets nobody in. */
  readonly is_member: boolean;
  readonly created_at: string;
  /** Exact to a minute; null: never. */
  readonly last_used_at: string | null;
  /** Null while it lives. */
  readonly revoked_at: string | null;
  /** The whole token, told this once. */
  readonly token: string;
}
interface NewMessageShare {
  readonly id: number;
  readonly recipient: string;
  /** The name of who made it; null: a key. */
  readonly created_by: string | null;
  readonly created_at: string;
  readonly expires_at: string;
  /** The link, told this once. */
  readonly url: string;
}
interface NewOauthClient {
  readonly id: number;
  readonly client_id: string;
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly is_public: boolean;
  readonly secret_last4: string | null;
  readonly created_at: string;
  /** When somebody last allowed it something. */
  readonly last_allowed_at: string | null;
  /** The secret, shown this once; null of a public client. */
  readonly client_secret: string | null;
}
interface OauthClient {
  readonly id: number;
  readonly client_id: string;
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly is_public: boolean;
  readonly secret_last4: string | null;
  readonly created_at: string;
  /** When somebody last allowed it something. */
  readonly last_allowed_at: string | null;
}
interface OauthGrant {
  readonly id: number;
  readonly client: {
    readonly client_id: string;
    readonly name: string;
    /** Where its redirects lead. */
    readonly hosts: readonly string[];
    readonly is_self_registered: boolean;
  };
  readonly person: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
  };
  readonly scopes: readonly string[];
  readonly created_at: string;
  /** When a token was last given out. */
  readonly last_used_at: string | null;
}
interface OperatedAccount {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly plan: string;
  readonly is_operator: boolean;
  readonly status: 'closed' | 'restricted' | 'paused' | 'transactional_off' | 'active';
  readonly transactional_enabled: boolean;
  readonly paused_at: string | null;
  readonly pause_reason: string | null;
  readonly restricted_at: string | null;
  readonly restricted_reason: string | null;
  /** Classes of mail to many that wait until their pause is lifted; all other mail goes on. */
  readonly paused_classes: readonly {
    readonly mail_class: 'automation' | 'confirmation' | 'campaign';
    readonly since: string;
    readonly reason: string;
    readonly sentence: string;
  }[];
  readonly has_open_review: boolean;
  readonly month: {
    readonly used: number;
    readonly limit: number | null;
  };
  readonly last_30_days: {
    readonly sent: number;
    readonly delivered: number;
    readonly bounced: number;
    readonly complained: number;
    /** Percent. */
    readonly bounce_rate: number;
    /** Percent. */
    readonly complaint_rate: number;
  };
  readonly created_at: string;
}
interface OperatedAccountDetail {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly plan: string;
  readonly is_operator: boolean;
  readonly status: 'closed' | 'restricted' | 'paused' | 'transactional_off' | 'active';
  readonly transactional_enabled: boolean;
  readonly paused_at: string | null;
  readonly pause_reason: string | null;
  readonly restricted_at: string | null;
  readonly restricted_reason: string | null;
  /** Classes of mail to many that wait until their pause is lifted; all other mail goes on. */
  readonly paused_classes: readonly {
    readonly mail_class: 'automation' | 'confirmation' | 'campaign';
    readonly since: string;
    readonly reason: string;
    readonly sentence: string;
  }[];
  readonly has_open_review: boolean;
  readonly month: {
    readonly used: number;
    readonly limit: number | null;
  };
  readonly last_30_days: {
    readonly sent: number;
    readonly delivered: number;
    readonly bounced: number;
    readonly complained: number;
    /** Percent. */
    readonly bounce_rate: number;
    /** Percent. */
    readonly complaint_rate: number;
  };
  readonly created_at: string;
  readonly timezone: string;
  readonly usage: Usage;
  readonly runs_out_on: string | null;
  readonly review: DashboardReview | null;
}
interface OperatedPlan {
  readonly name: string;
  readonly monthly_quota: number | null;
  readonly daily_quota: number | null;
  readonly rate_per_second: number | null;
  readonly rate_per_minute: number | null;
  readonly overage_cents_per_thousand: number | null;
  readonly api_access: boolean;
  readonly contact_limit: number | null;
}
interface OperatedPlanInList {
  readonly name: string;
  readonly monthly_quota: number | null;
  readonly daily_quota: number | null;
  readonly rate_per_second: number | null;
  readonly rate_per_minute: number | null;
  readonly overage_cents_per_thousand: number | null;
  readonly api_access: boolean;
  readonly contact_limit: number | null;
  readonly accounts: number;
}
interface OperatedQueues {
  readonly waiting: {
    readonly total: number;
    /** Whether there are more than were counted. */
    readonly is_at_least: boolean;
    readonly by_class: readonly {
      readonly class: string;
      readonly waiting: number;
    }[];
  };
  readonly sites: readonly {
    readonly site: string;
    readonly waiting: number;
    /** Connections that are open. */
    readonly in_flight: number;
    /** Connections that may be open at most, as the site lets us. */
    readonly window: number;
    readonly per_second: number;
    readonly resting_until: string | null;
    /** Why it is held back, in the site’s words. */
    readonly last_reply: string | null;
    readonly stopped: OperatedStop | null;
    readonly workers: readonly {
      readonly worker: number;
      readonly waiting: number;
      /** Connections that are open. */
      readonly in_flight: number;
      /** Connections that may be open at most, as the site lets us. */
      readonly window: number;
      readonly per_second: number;
      readonly resting_until: string | null;
      /** Why it is held back, in the site’s words. */
      readonly last_reply: string | null;
    }[];
  }[];
  readonly stops: readonly OperatedStop[];
  readonly domains: readonly {
    readonly domain: string;
    readonly waiting: number;
    readonly due: number;
    readonly oldest_due_at: string | null;
    readonly next_at: string | null;
  }[];
  /** Recipients that were looked at to tell domains apart. */
  readonly domains_counted_among: number;
}
interface OperatedStop {
  readonly site: string;
  readonly until: string;
  readonly reason: string;
}
interface OperatedSystem {
  readonly version: string;
  readonly node_version: string;
  readonly database: {
    readonly version: string;
    readonly bytes: number;
    readonly started_at: string;
    readonly durability: {
      readonly fsync: boolean;
      readonly synchronous_commit: boolean;
      readonly full_page_writes: boolean;
    };
  };
  readonly disk: {
    readonly free_bytes: number;
    readonly total_bytes: number;
  } | null;
  readonly processes: readonly {
    readonly role: string;
    readonly host: string | null;
    readonly connections: number;
  }[];
  readonly workers: readonly {
    readonly number: number;
    readonly joined_at: string;
    readonly seen_at: string;
  }[];
  readonly jobs: readonly {
    readonly name: string;
    readonly due_at: string;
    readonly started_at: string | null;
    readonly finished_at: string | null;
    readonly failed: string | null;
  }[];
  readonly findings: readonly {
    readonly level: 'ok' | 'warning' | 'problem' | 'unknown';
    readonly subject: string;
    readonly message: string;
    readonly remedy: string | null;
  }[];
}
interface Overview {
  readonly days: number;
  readonly step: 'hour' | 'day';
  readonly totals: {
    readonly sent: number;
    readonly delivered: number;
    readonly bounced: number;
    readonly complained: number;
    readonly failed: number;
    readonly opened: number;
    readonly clicked: number;
  };
  readonly series: readonly {
    readonly at: string;
    readonly sent: number;
    readonly delivered: number;
    readonly bounced: number;
    readonly complained: number;
    readonly failed: number;
    readonly opened: number;
    readonly clicked: number;
  }[];
  readonly delivery_time: {
    readonly p50_ms: number;
    readonly p95_ms: number;
    readonly messages: number;
  } | null;
  readonly domains_needing_care: readonly {
    readonly id: number;
    readonly name: string;
    readonly status: string;
    readonly why: string;
  }[];
  readonly quota: {
    readonly plan: string;
    readonly used: number;
    readonly limit: number | null;
    readonly remaining: number | null;
    readonly resets_at: string;
    /** The UTC day on which it is used up at the present rate. */
    readonly runs_out_on: string | null;
  };
  readonly latest: readonly ListedMessage[];
}
interface OwnAccounts {
  readonly accounts: readonly {
    readonly id: number;
    readonly name: string;
    readonly role: 'owner' | 'admin' | 'member' | 'read_only';
    /** Members besides the person. */
    readonly others: number;
    /** Whether the person is its only owner: it needs another one first, or has to be deleted. */
    readonly hinders: boolean;
    /** False of the operator’s own account. */
    readonly may_be_deleted: boolean;
  }[];
}
interface OwnSession {
  readonly id: number;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly is_current: boolean;
}
interface Passkey {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}
interface PasswordReset {
  readonly message: string;
  /** What the person had, and how much of it, that is refused from now on. */
  readonly ended: {
    readonly sessions: number;
    readonly access_tokens: number;
    readonly applications: number;
  };
}
interface Problem {
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
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
}
interface RecipientCounts {
  readonly queued: number;
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly failed: number;
  readonly suppressed: number;
}
interface Removal {
  readonly message: string;
  /** Keys that they made and that go on working. */
  readonly keys: readonly DashboardKey[];
}
interface SenderDomain {
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
interface SenderDomainWithDns {
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
interface Session {
  readonly person: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
    readonly role: 'read_only' | 'member' | 'admin' | 'owner';
    readonly two_factor: boolean;
    readonly passkeys: number;
  };
  readonly account: {
    readonly id: number;
    readonly email: string;
    readonly name: string;
    readonly plan: string;
    readonly is_operator: boolean;
    /** As in `GET /dashboard/account/status`. */
    readonly status: string;
  };
  readonly accounts: readonly {
    readonly id: number;
    readonly name: string;
    readonly email: string;
    readonly role: 'read_only' | 'member' | 'admin' | 'owner';
  }[];
  readonly scopes: readonly string[];
  readonly installation: {
    readonly base_url: string;
    readonly sandbox_domain: string;
    readonly delivery: string;
    readonly version: string;
  };
}
interface SignIn {
  readonly status: 'signed_in' | 'second_factor';
}
interface Suppression {
  readonly address: string;
  readonly reason: 'bounced' | 'complained' | 'manual';
  readonly detail: string | null;
  readonly message_id: string | null;
  readonly created_at: string;
}
interface Tag {
  readonly tag: string;
  readonly track_opens: boolean;
  readonly track_clicks: boolean;
  readonly last_30_days: TagCounters;
}
interface TagCounters {
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
interface TagStatistics {
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
interface Team {
  readonly members: readonly TeamMember[];
  readonly invitations: readonly Invitation[];
}
interface TeamMember {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: 'read_only' | 'member' | 'admin' | 'owner';
  readonly joined_at: string;
  readonly last_seen_at: string | null;
}
interface TimelineEntry {
  readonly event: string;
  readonly occurred_at: string;
  readonly recipient: string | null;
  readonly status: string | null;
  readonly reason: string | null;
}
interface TwoFactorSetup {
  readonly uri: string;
  readonly secret: string;
  readonly backup_codes: readonly string[];
  /** The URI as an SVG picture. */
  readonly qr_svg: string;
}
interface Usage {
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
interface User {
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
interface Webhook {
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
interface WebhookAttempt {
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
interface WebhookDelivery {
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
interface WebhookDeliveryInFull {
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
interface WebhookHealth {
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
interface WebhookReplay {
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
interface WebhookSignatureVerdict {
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
interface WebhookTimeline {
  readonly from: string;
  readonly to: string;
  /** How long a stretch is. */
  readonly step_seconds: number;
  /** False: only what came up from `looked_from` on is counted. */
  readonly is_complete: boolean;
  readonly looked_from: string;
  readonly data: readonly {
    /** When the stretch begins. */
    readonly at: string;
    readonly received: number;
    /** The last attempt had another answer than 2xx, or none. */
    readonly failed: number;
    /** Not tried yet. */
    readonly waiting: number;
    /** They came up while the webhook was disabled. */
    readonly held: number;
  }[];
  readonly answers: readonly {
    /** A status; null is no answer. */
    readonly answer: number | null;
    readonly deliveries: number;
  }[];
}
interface WebhookWithSecret {
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
export interface Operations {
  'POST /transactional/emails': {
    input: { body: {
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
      } };
    answer: AcceptedEmail;
  };
  'GET /transactional/emails': {
    input: { query?: { per_page?: string | undefined; limit?: string | undefined; after?: string | undefined; before?: string | undefined; status?: string | undefined; tag?: string | undefined; to?: string | undefined; from?: string | undefined; created_after?: string | undefined; created_before?: string | undefined; search?: string | undefined; recipient?: string | undefined; subject?: string | undefined; smtp_code?: string | undefined; provider?: string | undefined } | undefined };
    answer: {
      readonly data: readonly ListedMessage[];
      readonly per_page: number;
      readonly has_more: boolean;
      /** What to give as `after` (or `before`) to go on. */
      readonly next: string | null;
    };
  };
  'POST /transactional/emails/batch': {
    input: { body: {
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
      } };
    answer: {
      readonly data: readonly BatchResult[];
    };
  };
  'GET /transactional/emails/{id}': {
    input: { params: { id: string } };
    answer: Message;
  };
  'GET /transactional/usage': {
    input: {};
    answer: Usage;
  };
  'POST /dashboard/suppressions/imports': {
    input: { query?: { file_name?: string | undefined; note?: string | undefined } | undefined };
    answer: Import;
  };
  'GET /dashboard/suppressions/imports': {
    input: {};
    answer: {
      readonly data: readonly Import[];
    };
  };
  'POST /dashboard/suppressions/imports/{id}/cancel': {
    input: { params: { id: string } };
    answer: Import;
  };
  'GET /dashboard/suppressions/imports/{id}/rejects': {
    input: { params: { id: string } };
    answer: string;
  };
  'GET /transactional/suppressions': {
    input: { query?: { per_page?: string | undefined; reason?: string | undefined; query?: string | undefined; sort?: string | undefined; after?: string | undefined; before?: string | undefined } | undefined };
    answer: {
      readonly data: readonly Suppression[];
      readonly per_page: number;
      readonly has_more: boolean;
    };
  };
  'POST /transactional/suppressions': {
    input: { body?: {
        /** One address. */
        readonly address?: string | null | undefined;
        /** Several addresses. */
        readonly addresses?: readonly string[] | null | undefined;
        /** A note, at most 500 characters. */
        readonly detail?: string | null | undefined;
      } | undefined };
    answer: {
      readonly data: readonly Suppression[];
    };
  };
  'GET /transactional/suppressions/{address}': {
    input: { params: { address: string } };
    answer: Suppression;
  };
  'DELETE /transactional/suppressions/{address}': {
    input: { params: { address: string } };
    answer: Suppression;
  };
  'POST /dashboard/suppressions/{address}/removal': {
    input: { params: { address: string }; body: {
        /** Why mail may go there again, 1 to 500 characters; the audit log keeps it. */
        readonly why: string;
      } };
    answer: {
      readonly message: string;
    };
  };
  'POST /dashboard/suppressions/removal': {
    input: { body: {
        /** Why mail may go there again, 1 to 500 characters; the audit log keeps it. */
        readonly why: string;
        /** These addresses. */
        readonly addresses?: readonly string[] | undefined;
        /** In the place of addresses: all that match, 1000 with each request. */
        readonly matching?: {
          /** Only entries with this reason: bounced, complained, manual. */
          readonly reason?: string | undefined;
          /** Only addresses that begin with this. */
          readonly query?: string | undefined;
          /** Only what was on the list then, ISO 8601. */
          readonly until: string;
        } | undefined;
      } };
    answer: {
      readonly removed: number;
      readonly has_more: boolean;
    };
  };
  'GET /dashboard/suppressions/count': {
    input: { query?: { reason?: string | undefined; query?: string | undefined } | undefined };
    answer: {
      readonly count: number;
      readonly is_more: boolean;
    };
  };
  'GET /transactional/tags': {
    input: { query?: { per_page?: string | undefined; after?: string | undefined; before?: string | undefined } | undefined };
    answer: {
      readonly data: readonly Tag[];
      readonly per_page: number;
      readonly has_more: boolean;
    };
  };
  'GET /transactional/tags/{tag}': {
    input: { params: { tag: string } };
    answer: Tag;
  };
  'PATCH /transactional/tags/{tag}': {
    input: { params: { tag: string }; body?: {
        readonly track_opens?: boolean | undefined;
        readonly track_clicks?: boolean | undefined;
      } | undefined };
    answer: Tag;
  };
  'GET /transactional/tags/{tag}/statistics': {
    input: { params: { tag: string }; query?: { from?: string | undefined; to?: string | undefined } | undefined };
    answer: TagStatistics;
  };
  'GET /transactional/alerts': {
    input: {};
    answer: {
      readonly data: readonly Alert[];
      readonly per_page: number;
      readonly has_more: boolean;
    };
  };
  'POST /transactional/alerts': {
    input: { body: {
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
      } };
    answer: Alert;
  };
  'GET /transactional/alerts/{id}': {
    input: { params: { id: string } };
    answer: Alert;
  };
  'PATCH /transactional/alerts/{id}': {
    input: { params: { id: string }; body?: {
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
      } | undefined };
    answer: Alert;
  };
  'DELETE /transactional/alerts/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /transactional/webhook': {
    input: {};
    answer: Webhook;
  };
  'PATCH /transactional/webhook': {
    input: { body?: {
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
      } | undefined };
    answer: Webhook | WebhookWithSecret;
  };
  'DELETE /transactional/webhook': {
    input: {};
    answer: {
      readonly message: string;
    };
  };
  'POST /transactional/webhook/rotate-secret': {
    input: { body?: {
        /** A secret that was made elsewhere, `whsec_` and base64; one is made when this is absent. */
        readonly secret?: string | undefined;
      } | undefined };
    answer: WebhookWithSecret;
  };
  'POST /transactional/webhook/activate-secret': {
    input: {};
    answer: Webhook;
  };
  'POST /transactional/webhook/verify': {
    input: { body: {
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
      } };
    answer: WebhookSignatureVerdict;
  };
  'GET /transactional/webhook/deliveries': {
    input: { query?: { per_page?: string | undefined; limit?: string | undefined; after?: string | undefined; before?: string | undefined; event?: string | undefined; state?: string | undefined; answer?: string | undefined; tag?: string | undefined; message_id?: string | undefined; recipient?: string | undefined; replay_id?: string | undefined; created_after?: string | undefined; created_before?: string | undefined } | undefined };
    answer: {
      readonly data: readonly WebhookDelivery[];
      readonly per_page: number;
      readonly has_more: boolean;
      /** What to give as `after` (or `before`) to go on. */
      readonly next: string | null;
    };
  };
  'GET /transactional/webhook/deliveries/{id}': {
    input: { params: { id: string } };
    answer: WebhookDeliveryInFull;
  };
  'POST /transactional/webhook/deliveries/{id}/resend': {
    input: { params: { id: string } };
    answer: WebhookDelivery;
  };
  'POST /transactional/webhook/test': {
    input: { body?: {
        /** The kind of event. Default `delivered`. */
        readonly event?: 'sent' | 'delivered' | 'delayed' | 'bounced' | 'complained' | 'failed' | 'opened' | 'clicked' | 'suppressed' | 'alert' | undefined;
      } | undefined };
    answer: WebhookDelivery;
  };
  'GET /transactional/webhook/health': {
    input: {};
    answer: WebhookHealth;
  };
  'POST /transactional/webhook/replays': {
    input: { body: {
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
      } };
    answer: WebhookReplay;
  };
  'GET /transactional/webhook/replays': {
    input: { query?: { per_page?: string | undefined; limit?: string | undefined; after?: string | undefined } | undefined };
    answer: {
      readonly data: readonly WebhookReplay[];
      readonly per_page: number;
      readonly has_more: boolean;
    };
  };
  'GET /transactional/webhook/replays/{id}': {
    input: { params: { id: string } };
    answer: WebhookReplay;
  };
  'POST /transactional/webhook/replays/{id}/cancel': {
    input: { params: { id: string } };
    answer: WebhookReplay;
  };
  'GET /dashboard/webhook/timeline': {
    input: { query: { created_after: string; created_before: string; replay_id?: string | undefined } };
    answer: WebhookTimeline;
  };
  'POST /dashboard/sign-in': {
    input: { body: {
        /** E-mail address of the person. */
        readonly email: string;
        readonly password: string;
      } };
    answer: SignIn;
  };
  'POST /dashboard/sign-in/second-factor': {
    input: { body: {
        /** Six digits, or a backup code. */
        readonly code: string;
        /** Ask for no code in this browser for 30 days. */
        readonly remember_device?: boolean | undefined;
      } };
    answer: SignIn;
  };
  'POST /dashboard/sign-in/passkey/options': {
    input: {};
    answer: {
      readonly challenge: string;
    };
  };
  'POST /dashboard/sign-in/passkey': {
    input: { body: {
        readonly response: {
          readonly id: string;
          readonly rawId: string;
          readonly type: 'public-key';
          readonly authenticatorAttachment?: string | undefined;
          readonly clientExtensionResults: Readonly<Record<string, unknown>>;
          readonly response: {
            readonly clientDataJSON: string;
            readonly authenticatorData: string;
            readonly signature: string;
            readonly userHandle?: string | undefined;
          };
        };
      } };
    answer: SignIn;
  };
  'GET /dashboard/session': {
    input: {};
    answer: Session;
  };
  'POST /dashboard/sign-out': {
    input: {};
    answer: {
      readonly message: string;
    };
  };
  'POST /dashboard/session/account': {
    input: { body: {
        readonly account_id: number;
      } };
    answer: {
      readonly message: string;
    };
  };
  'GET /dashboard/first-start/{token}': {
    input: { params: { token: string } };
    answer: FirstStart;
  };
  'POST /dashboard/first-start': {
    input: { body: {
        /** What stands behind `#token=` in the link. */
        readonly token: string;
        /** Name that others see. */
        readonly name: string;
        /** Name of the company, which the account is called by. */
        readonly account_name?: string | undefined;
        /** E-mail address of the person. */
        readonly email?: string | undefined;
        /** 10 to 128 characters; neither the address nor the name. */
        readonly password: string;
      } };
    answer: SignIn;
  };
  'POST /dashboard/password-reset': {
    input: { body: {
        /** E-mail address of the person. */
        readonly email: string;
      } };
    answer: {
      readonly message: string;
    };
  };
  'POST /dashboard/password-reset/finish': {
    input: { body: {
        /** What stands behind `#token=` in the link. */
        readonly token: string;
        /** 10 to 128 characters; neither the address nor the name. */
        readonly password: string;
      } };
    answer: PasswordReset;
  };
  'GET /dashboard/invitations/{token}': {
    input: { params: { token: string } };
    answer: InvitationOfToken;
  };
  'POST /dashboard/invitations/{token}/accept': {
    input: { params: { token: string }; body?: {
        /** Name that others see. */
        readonly name?: string | undefined;
        /** 10 to 128 characters; neither the address nor the name. */
        readonly password?: string | undefined;
      } | undefined };
    answer: Acceptance;
  };
  'PATCH /dashboard/me': {
    input: { body: {
        /** Name that others see. */
        readonly name: string;
      } };
    answer: {
      readonly message: string;
    };
  };
  'DELETE /dashboard/me': {
    input: { body: {
        /** The own address, to be sure. */
        readonly email: string;
        /** Needed when the sign-in was more than a quarter of an hour ago. */
        readonly password?: string | undefined;
      } };
    answer: {
      readonly message: string;
    };
  };
  'POST /dashboard/me/email': {
    input: { body: {
        /** E-mail address of the person. */
        readonly email: string;
        readonly password: string;
      } };
    answer: {
      readonly message: string;
    };
  };
  'POST /dashboard/me/email/confirm': {
    input: { body: {
        /** What stands behind `#token=` in the link. */
        readonly token: string;
      } };
    answer: {
      readonly email: string;
    };
  };
  'POST /dashboard/me/password': {
    input: { body: {
        readonly current_password: string;
        /** 10 to 128 characters; neither the address nor the name. */
        readonly new_password: string;
      } };
    answer: {
      readonly message: string;
    };
  };
  'GET /dashboard/me/sessions': {
    input: {};
    answer: {
      readonly data: readonly OwnSession[];
    };
  };
  'DELETE /dashboard/me/sessions/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'POST /dashboard/me/two-factor': {
    input: { body: {
        readonly password: string;
      } };
    answer: TwoFactorSetup;
  };
  'DELETE /dashboard/me/two-factor': {
    input: { body: {
        readonly password: string;
      } };
    answer: {
      readonly message: string;
    };
  };
  'POST /dashboard/me/two-factor/confirm': {
    input: { body: {
        /** Six digits, or a backup code. */
        readonly code: string;
      } };
    answer: {
      readonly message: string;
    };
  };
  'GET /dashboard/me/passkeys': {
    input: {};
    answer: {
      readonly data: readonly Passkey[];
    };
  };
  'POST /dashboard/me/passkeys': {
    input: { body: {
        /** Name that others see. */
        readonly name: string;
        readonly response: {
          readonly id: string;
          readonly rawId: string;
          readonly type: 'public-key';
          readonly authenticatorAttachment?: string | undefined;
          readonly clientExtensionResults: Readonly<Record<string, unknown>>;
          readonly response: {
            readonly clientDataJSON: string;
            readonly attestationObject: string;
            readonly transports?: readonly string[] | undefined;
          };
        };
      } };
    answer: Passkey;
  };
  'POST /dashboard/me/passkeys/options': {
    input: { body?: {
        readonly password?: string | undefined;
      } | undefined };
    answer: {
      readonly challenge: string;
    };
  };
  'DELETE /dashboard/me/passkeys/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'POST /dashboard/team/invitations': {
    input: { body: {
        /** E-mail address of the person. */
        readonly email: string;
        readonly role: 'read_only' | 'member' | 'admin' | 'owner';
      } };
    answer: Invitation;
  };
  'POST /dashboard/team/invitations/{id}/resend': {
    input: { params: { id: string } };
    answer: Invitation;
  };
  'DELETE /dashboard/team/invitations/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /dashboard/team': {
    input: {};
    answer: Team;
  };
  'PATCH /dashboard/team/members/{id}': {
    input: { params: { id: string }; body: {
        readonly role: 'read_only' | 'member' | 'admin' | 'owner';
      } };
    answer: {
      readonly message: string;
    };
  };
  'DELETE /dashboard/team/members/{id}': {
    input: { params: { id: string } };
    answer: Removal;
  };
  'GET /dashboard/account/deletion': {
    input: {};
    answer: AccountContents;
  };
  'DELETE /dashboard/account': {
    input: { body: {
        /** The name of the account, to be sure. */
        readonly name: string;
        /** Needed when the sign-in was more than a quarter of an hour ago. */
        readonly password?: string | undefined;
      } };
    answer: {
      readonly message: string;
      readonly data_goes_at: string;
    };
  };
  'GET /dashboard/account': {
    input: {};
    answer: DashboardAccount;
  };
  'PATCH /dashboard/account': {
    input: { body?: {
        /** At most 100 characters; empty: the account's address. */
        readonly name?: string | undefined;
        /** A name of the IANA database, for example Europe/Berlin. Counts stay in UTC. */
        readonly timezone?: string | undefined;
        readonly overage_enabled?: boolean | undefined;
        /** What overage may cost in a month. */
        readonly overage_cap_usd?: number | undefined;
        /** Whether sends to suppressed addresses are accepted and reported instead of refused. */
        readonly report_suppressed?: boolean | undefined;
      } | undefined };
    answer: DashboardAccount;
  };
  'GET /dashboard/me/deletion': {
    input: {};
    answer: OwnAccounts;
  };
  'GET /me': {
    input: {};
    answer: User;
  };
  'GET /domains': {
    input: { query?: { page?: string | undefined; per_page?: string | undefined } | undefined };
    answer: {
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
    };
  };
  'POST /domains': {
    input: { body: {
        /** A bare domain name, like example.com; at most 191 characters. */
        readonly domain: string;
      } };
    answer: SenderDomainWithDns;
  };
  'GET /domains/{id}': {
    input: { params: { id: string } };
    answer: SenderDomainWithDns;
  };
  'DELETE /domains/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'POST /domains/{id}/validate': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
      readonly valid: boolean;
      readonly domain: SenderDomainWithDns;
    };
  };
  'GET /dashboard/domains/{id}': {
    input: { params: { id: string } };
    answer: DomainPage;
  };
  'POST /dashboard/domains/{id}/check': {
    input: { params: { id: string } };
    answer: DomainPage;
  };
  'POST /dashboard/domains/{id}/rotate-key': {
    input: { params: { id: string }; body?: {
        /** For a key that others may have: the new one signs as soon as its record is found. */
        readonly now?: boolean | undefined;
      } | undefined };
    answer: DomainPage;
  };
  'GET /dashboard/tokens': {
    input: { query?: { people?: string | undefined } | undefined };
    answer: {
      readonly data: readonly AccessToken[];
    };
  };
  'POST /dashboard/tokens': {
    input: { body: {
        /** What it is for, at most 191 characters. */
        readonly name: string;
      } };
    answer: NewAccessToken;
  };
  'DELETE /dashboard/tokens/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /dashboard/oauth-clients': {
    input: {};
    answer: {
      readonly data: readonly OauthClient[];
    };
  };
  'POST /dashboard/oauth-clients': {
    input: { body: {
        /** What people read when they are asked, 1 to 100 characters. */
        readonly name: string;
        /** Where codes are sent to: https, or http to a loopback address. They are compared letter by letter. */
        readonly redirect_uris: readonly string[];
        /** It runs where it can keep no secret, for example in a browser or on a telephone. */
        readonly is_public?: boolean | undefined;
      } };
    answer: NewOauthClient;
  };
  'PATCH /dashboard/oauth-clients/{id}': {
    input: { params: { id: string }; body?: {
        /** What people read when they are asked, 1 to 100 characters. */
        readonly name?: string | undefined;
        /** Where codes are sent to: https, or http to a loopback address. They are compared letter by letter. */
        readonly redirect_uris?: readonly string[] | undefined;
      } | undefined };
    answer: OauthClient;
  };
  'DELETE /dashboard/oauth-clients/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'POST /dashboard/oauth-clients/{id}/rotate-secret': {
    input: { params: { id: string } };
    answer: NewOauthClient;
  };
  'GET /dashboard/grants': {
    input: {};
    answer: {
      readonly data: readonly OauthGrant[];
    };
  };
  'DELETE /dashboard/grants/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /dashboard/keys': {
    input: {};
    answer: {
      readonly data: readonly DashboardKey[];
    };
  };
  'POST /dashboard/keys': {
    input: { body: {
        /** What the key is for, 1 to 100 characters. */
        readonly name: string;
        readonly scopes: readonly ('transactional:send' | 'transactional:read' | 'transactional:manage')[];
        /** Limits the key to this domain: it sends from it and sees its messages, and nothing of the account as a whole. */
        readonly domain?: string | null | undefined;
        /** Requests, 1 to 1000000; null: as the plan says. */
        readonly rate_per_second?: number | null | undefined;
        /** Requests, 1 to 1000000; null: as the plan says. */
        readonly rate_per_minute?: number | null | undefined;
      } };
    answer: DashboardNewKey;
  };
  'PATCH /dashboard/keys/{id}': {
    input: { params: { id: string }; body?: {
        /** What the key is for, 1 to 100 characters. */
        readonly name?: string | undefined;
        /** Requests, 1 to 1000000; null: as the plan says. */
        readonly rate_per_second?: number | null | undefined;
        /** Requests, 1 to 1000000; null: as the plan says. */
        readonly rate_per_minute?: number | null | undefined;
      } | undefined };
    answer: DashboardKey;
  };
  'DELETE /dashboard/keys/{id}': {
    input: { params: { id: string } };
    answer: DashboardKey;
  };
  'POST /dashboard/keys/{id}/rotate': {
    input: { params: { id: string }; body?: {
        /** For how long the old key is still taken, 0 to 168 hours; 24 without it. */
        readonly overlap_hours?: number | undefined;
      } | undefined };
    answer: DashboardNewKey;
  };
  'GET /dashboard/account/status': {
    input: {};
    answer: DashboardAccountStatus;
  };
  'POST /dashboard/account/review': {
    input: { body: {
        /** What the operator should know, 1 to 2000 characters. */
        readonly message: string;
      } };
    answer: DashboardReview;
  };
  'GET /dashboard/account/audit': {
    input: { query?: { per_page?: string | undefined; before?: string | undefined; after?: string | undefined } | undefined };
    answer: {
      readonly data: readonly DashboardAuditEntry[];
      readonly per_page: number;
      readonly has_more: boolean;
    };
  };
  'GET /dashboard/operator/accounts': {
    input: { query?: { per_page?: string | undefined; search?: string | undefined; plan?: string | undefined; status?: string | undefined; after?: string | undefined } | undefined };
    answer: {
      readonly data: readonly OperatedAccount[];
      readonly per_page: number;
      readonly has_more: boolean;
    };
  };
  'POST /dashboard/operator/accounts': {
    input: { body: {
        /** Address of whoever looks after the account. */
        readonly email: string;
        readonly name?: string | undefined;
        /** Name of a plan; free without it. */
        readonly plan?: string | undefined;
      } };
    answer: OperatedAccount;
  };
  'GET /dashboard/operator/accounts/{id}': {
    input: { params: { id: string } };
    answer: OperatedAccountDetail;
  };
  'PATCH /dashboard/operator/accounts/{id}': {
    input: { params: { id: string }; body?: {
        readonly name?: string | undefined;
        readonly plan?: string | undefined;
        readonly transactional_enabled?: boolean | undefined;
        readonly paused?: boolean | undefined;
        /** What the account is told, at most 500 characters. */
        readonly pause_reason?: string | null | undefined;
        readonly restricted?: boolean | undefined;
        /** What the account is told, at most 500 characters. */
        readonly restricted_reason?: string | null | undefined;
        readonly class_pauses?: {
          /** What the account is told, at most 500 characters. */
          readonly automation?: string | null | undefined;
          /** What the account is told, at most 500 characters. */
          readonly confirmation?: string | null | undefined;
          /** What the account is told, at most 500 characters. */
          readonly campaign?: string | null | undefined;
        } | undefined;
      } | undefined };
    answer: OperatedAccount;
  };
  'DELETE /dashboard/operator/accounts/{id}': {
    input: { params: { id: string }; body: {
        /** The address of the account, to be sure. */
        readonly email: string;
      } };
    answer: AccountContents;
  };
  'GET /dashboard/operator/accounts/{id}/audit': {
    input: { params: { id: string }; query?: { per_page?: string | undefined; before?: string | undefined; after?: string | undefined } | undefined };
    answer: {
      readonly data: readonly DashboardAuditEntry[];
      readonly per_page: number;
      readonly has_more: boolean;
    };
  };
  'GET /dashboard/operator/reviews': {
    input: {};
    answer: {
      readonly data: readonly AskedReview[];
    };
  };
  'POST /dashboard/operator/accounts/{id}/review': {
    input: { params: { id: string }; body: {
        readonly decision: 'approve' | 'decline';
        /** What the account is told, at most 500 characters. */
        readonly reason?: string | null | undefined;
      } };
    answer: DashboardReview;
  };
  'GET /dashboard/operator/accounts/{id}/deletion': {
    input: { params: { id: string } };
    answer: AccountContents;
  };
  'POST /dashboard/operator/accounts/{id}/restore': {
    input: { params: { id: string } };
    answer: AccountContents;
  };
  'GET /dashboard/operator/plans': {
    input: {};
    answer: {
      readonly data: readonly OperatedPlanInList[];
    };
  };
  'POST /dashboard/operator/plans': {
    input: { body: {
        /** Small letters, digits, _ and -, at most 32; it cannot be changed. */
        readonly name: string;
        /** Mails a month; null: no limit. */
        readonly monthly_quota?: number | null | undefined;
        /** Mails a day; null: no limit. */
        readonly daily_quota?: number | null | undefined;
        /** Requests of a key; null: no limit. */
        readonly rate_per_second?: number | null | undefined;
        /** Requests of a key; null: no limit. */
        readonly rate_per_minute?: number | null | undefined;
        /** Price of overage in US cents; null: there is none. */
        readonly overage_cents_per_thousand?: number | null | undefined;
        /** Contacts that an account may have; null: no limit. */
        readonly contact_limit?: number | null | undefined;
        /** Whether its accounts may use the account API. */
        readonly api_access?: boolean | undefined;
      } };
    answer: OperatedPlan;
  };
  'PATCH /dashboard/operator/plans/{name}': {
    input: { params: { name: string }; body?: {
        /** Mails a month; null: no limit. */
        readonly monthly_quota?: number | null | undefined;
        /** Mails a day; null: no limit. */
        readonly daily_quota?: number | null | undefined;
        /** Requests of a key; null: no limit. */
        readonly rate_per_second?: number | null | undefined;
        /** Requests of a key; null: no limit. */
        readonly rate_per_minute?: number | null | undefined;
        /** Price of overage in US cents; null: there is none. */
        readonly overage_cents_per_thousand?: number | null | undefined;
        /** Contacts that an account may have; null: no limit. */
        readonly contact_limit?: number | null | undefined;
        /** Whether its accounts may use the account API. */
        readonly api_access?: boolean | undefined;
      } | undefined };
    answer: OperatedPlan;
  };
  'GET /dashboard/operator/queues': {
    input: {};
    answer: OperatedQueues;
  };
  'POST /dashboard/operator/queues/stops': {
    input: { body: {
        /** The end of a site’s name, for example google.com. */
        readonly site: string;
        /** Shown with the stop, 1 to 200 characters. */
        readonly reason: string;
        /** For how long, 1 to 10080 minutes; 60 without it. */
        readonly minutes?: number | undefined;
      } };
    answer: OperatedStop;
  };
  'DELETE /dashboard/operator/queues/stops/{site}': {
    input: { params: { site: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /dashboard/operator/system': {
    input: {};
    answer: OperatedSystem;
  };
  'GET /dashboard/messages/{id}/route': {
    input: { params: { id: string }; query?: { recipient?: string | undefined } | undefined };
    answer: MessageRoute;
  };
  'GET /dashboard/messages/{id}/source': {
    input: { params: { id: string }; query?: { recipient?: string | undefined; download?: string | undefined } | undefined };
    answer: string;
  };
  'GET /dashboard/messages/{id}/preview': {
    input: { params: { id: string }; query?: { recipient?: string | undefined; mode?: string | undefined; images?: string | undefined } | undefined };
    answer: string;
  };
  'GET /dashboard/messages/{id}/checks': {
    input: { params: { id: string }; query?: { recipient?: string | undefined } | undefined };
    answer: MessageChecks;
  };
  'POST /dashboard/messages/{id}/send-again': {
    input: { params: { id: string }; body?: {
        /** Who gets it in place of everybody who got the message. */
        readonly to?: string | readonly string[] | null | undefined;
      } | undefined };
    answer: AcceptedEmail;
  };
  'POST /dashboard/messages/{id}/shares': {
    input: { params: { id: string }; body: {
        /** The recipient of the message whose route is shown. */
        readonly recipient: string;
        /** For how long it can be opened, 1 to 30 days; 7 without it. */
        readonly days?: number | undefined;
      } };
    answer: NewMessageShare;
  };
  'GET /dashboard/messages/{id}/shares': {
    input: { params: { id: string } };
    answer: {
      readonly data: readonly MessageShare[];
    };
  };
  'DELETE /dashboard/messages/{id}/shares/{share_id}': {
    input: { params: { id: string; share_id: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /dashboard/messages/export': {
    input: { query?: { per_page?: string | undefined; limit?: string | undefined; after?: string | undefined; before?: string | undefined; status?: string | undefined; tag?: string | undefined; to?: string | undefined; from?: string | undefined; created_after?: string | undefined; created_before?: string | undefined; search?: string | undefined; recipient?: string | undefined; subject?: string | undefined; smtp_code?: string | undefined; provider?: string | undefined; ids?: string | undefined } | undefined };
    answer: string;
  };
  'GET /dashboard/messages/count': {
    input: { query?: { per_page?: string | undefined; limit?: string | undefined; after?: string | undefined; before?: string | undefined; status?: string | undefined; tag?: string | undefined; to?: string | undefined; from?: string | undefined; created_after?: string | undefined; created_before?: string | undefined; search?: string | undefined; recipient?: string | undefined; subject?: string | undefined; smtp_code?: string | undefined; provider?: string | undefined } | undefined };
    answer: {
      readonly count: number | null;
      readonly is_more: boolean;
    };
  };
  'GET /dashboard/overview': {
    input: { query?: { days?: string | undefined } | undefined };
    answer: Overview;
  };
  'GET /dashboard/checklist': {
    input: {};
    answer: Checklist;
  };
  'POST /dashboard/checklist/put-away': {
    input: {};
    answer: {
      readonly message: string;
    };
  };
  'GET /dashboard/keys/{id}/first-message': {
    input: { params: { id: string } };
    answer: {
      readonly message_id: string | null;
    };
  };
  'GET /dashboard/live': {
    input: { query?: { message?: string | undefined; last_event_id?: string | undefined } | undefined };
    answer: string;
  };
  'GET /inbox': {
    input: { query?: { to?: string | undefined; limit?: string | undefined; after?: string | undefined } | undefined };
    answer: {
      readonly data: readonly InboxSummary[];
    };
  };
  'DELETE /inbox': {
    input: {};
    answer: {
      readonly message: string;
    };
  };
  'GET /inbox/wait': {
    input: { query: { to: string; timeout?: string | undefined; since?: string | undefined } };
    answer: InboxMail;
  };
  'GET /inbox/{id}': {
    input: { params: { id: string } };
    answer: InboxMail;
  };
  'GET /inbox/{id}/preview': {
    input: { params: { id: string }; query?: { mode?: string | undefined; images?: string | undefined } | undefined };
    answer: string;
  };
}

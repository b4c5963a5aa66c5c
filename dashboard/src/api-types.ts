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
  /** First characters of the token. */
  readonly prefix: string;
  /** Last four characters of the token. */
  readonly last4: string;
  /** Owner of the token; null if it acts for the account itself. */
  readonly person: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
  } | null;
  /** False if that person has left the account. The token then no longer works. */
  readonly is_member: boolean;
  readonly created_at: string;
  /** Accurate to the minute; null if the token was never used. */
  readonly last_used_at: string | null;
  /** Null unless the token is revoked. */
  readonly revoked_at: string | null;
}
interface AccountContents {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** Number of messages, counted up to 100000. */
  readonly messages: number;
  /** Emails in the queue. They are sent before the data is removed. */
  readonly waiting: number;
  readonly keys: number;
  readonly domains: number;
  readonly members: number;
  /** Days from the deletion until the data is removed. */
  readonly grace_days: number;
  /** Null unless the account is deleted. */
  readonly deletion: {
    readonly asked_at: string;
    readonly data_goes_at: string;
    readonly may_be_restored: boolean;
    /** Why the last attempt to remove the data failed. It is retried automatically. */
    readonly failed: string | null;
  } | null;
}
interface AccountProblem {
  /** What went wrong. */
  readonly message: string;
  /** With status 422: the problems of each invalid field, by its dotted path. */
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The same text as `message`, for a restricted account. */
  readonly error?: string | undefined;
  /** `account_restricted` for a restricted account. If `gate` is present, the error code. */
  readonly code?: string | undefined;
  /** The page that shows why the account is restricted. */
  readonly account_status_url?: string | undefined;
  /** The safeguard that holds the campaign. */
  readonly gate?: string | undefined;
  /** The figures that the safeguard checked and their limits. */
  readonly limits?: Readonly<Record<string, number | string | null>> | undefined;
  /** When the hold ends automatically, or null if someone must act first. */
  readonly lifts_at?: string | null | undefined;
}
interface Alert {
  readonly id: number;
  readonly tag: string;
  readonly kind: 'bounce_rate' | 'complaint_rate' | 'failure_rate' | 'silence';
  readonly threshold_percent: number | null;
  readonly window_minutes: number;
  readonly minimum_volume: number | null;
  readonly email: string | null;
  /** Null while the alert is not firing. */
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
interface Automation {
  readonly id: number;
  readonly user_id: number;
  readonly title: string;
  readonly active: boolean;
  /** One trigger, or none if the automation has no trigger type. */
  readonly automation_triggers: readonly AutomationTrigger[];
  /** Postrider extension. Contacts that entered the automation. */
  readonly entered_count: number;
  /** Postrider extension. Contacts waiting for one of the emails. */
  readonly waiting_count: number;
  /** Postrider extension. Contacts that were sent all emails. */
  readonly finished_count: number;
  /** Postrider extension. Contacts that left early because they unsubscribed, were deleted, or cannot receive email. */
  readonly left_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly automation_items: readonly AutomationItemWithoutContent[];
}
interface AutomationInFull {
  readonly id: number;
  readonly user_id: number;
  readonly title: string;
  readonly active: boolean;
  /** One trigger, or none if the automation has no trigger type. */
  readonly automation_triggers: readonly AutomationTrigger[];
  /** Postrider extension. Contacts that entered the automation. */
  readonly entered_count: number;
  /** Postrider extension. Contacts waiting for one of the emails. */
  readonly waiting_count: number;
  /** Postrider extension. Contacts that were sent all emails. */
  readonly finished_count: number;
  /** Postrider extension. Contacts that left early because they unsubscribed, were deleted, or cannot receive email. */
  readonly left_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly automation_items: readonly AutomationItemWithStats[];
}
interface AutomationItem {
  readonly id: number;
  readonly automation_id: number;
  /** The campaign that stores the content and statistics of the email. */
  readonly campaign_id: number;
  /** Hours after the previous email, or after entry for the first email. */
  readonly delay_hours: number;
  /** Position in the automation, starting at 1 without gaps. */
  readonly send_order: number;
  /** Postrider extension. Contacts waiting for this email. */
  readonly waiting_count: number;
  /** Postrider extension. Contacts that this email was sent to. */
  readonly sent_count: number;
  /** Postrider extension. Why the email currently cannot be sent. Sending is retried. */
  readonly fault: string | null;
  readonly campaign: Campaign;
  readonly created_at: string;
  readonly updated_at: string;
}
interface AutomationItemWithStats {
  readonly id: number;
  readonly automation_id: number;
  /** The campaign that stores the content and statistics of the email. */
  readonly campaign_id: number;
  /** Hours after the previous email, or after entry for the first email. */
  readonly delay_hours: number;
  /** Position in the automation, starting at 1 without gaps. */
  readonly send_order: number;
  /** Postrider extension. Contacts waiting for this email. */
  readonly waiting_count: number;
  /** Postrider extension. Contacts that this email was sent to. */
  readonly sent_count: number;
  /** Postrider extension. Why the email currently cannot be sent. Sending is retried. */
  readonly fault: string | null;
  readonly campaign: Campaign & {
    readonly stats: CampaignStats;
  };
  readonly created_at: string;
  readonly updated_at: string;
}
interface AutomationItemWithoutContent {
  readonly id: number;
  readonly automation_id: number;
  /** The campaign that stores the content and statistics of the email. */
  readonly campaign_id: number;
  /** Hours after the previous email, or after entry for the first email. */
  readonly delay_hours: number;
  /** Position in the automation, starting at 1 without gaps. */
  readonly send_order: number;
  /** Postrider extension. Contacts waiting for this email. */
  readonly waiting_count: number;
  /** Postrider extension. Contacts that this email was sent to. */
  readonly sent_count: number;
  /** Postrider extension. Why the email currently cannot be sent. Sending is retried. */
  readonly fault: string | null;
  readonly campaign: AutomationMail;
  readonly created_at: string;
  readonly updated_at: string;
}
interface AutomationMail {
  readonly id: number;
  readonly title: string;
  readonly subject: string;
  /** Preview text shown after the subject in the inbox. */
  readonly preview_text: string | null;
  readonly from_name: string;
  readonly from_email: string;
  /** Null for drafts. For campaigns sent immediately, the time of the request. */
  readonly scheduled_at: string | null;
  /** When the last email was attempted. Null before. */
  readonly sent_at: string | null;
  /** Time zone of the schedule. For drafts without one, the time zone of the account. */
  readonly timezone: string;
  /** Postrider extension. Deleted lists, tags and segments are omitted here and in the fields below. */
  readonly lists: readonly number[];
  /** Postrider extension. */
  readonly excluded_lists: readonly number[];
  /** Postrider extension. */
  readonly to_contact_tags: readonly number[];
  /** Postrider extension. */
  readonly excluded_contact_tags: readonly number[];
  /** Postrider extension. */
  readonly segments: readonly number[];
  /** Postrider extension. */
  readonly excluded_segments: readonly number[];
  /** Postrider extension. A regular campaign, the confirmation email, or an automation email. */
  readonly kind: 'campaign' | 'confirmation' | 'automation';
  /** Postrider extension. */
  readonly status: 'draft' | 'scheduled' | 'preparing' | 'sending' | 'paused' | 'sent' | 'cancelled';
  /** Postrider extension. `optimized`: goes to engaged contacts only. `warming_up` and `canary`: sending to the first wave. `stopped`: stopped because of its results. `lane_paused`: paused at a mailbox provider. */
  readonly badges: readonly string[];
  /** Postrider extension. Why the campaign became a draft again instead of being sent. */
  readonly fault: string | null;
  /** Postrider extension. Why the campaign was paused automatically. */
  readonly pause_reason: string | null;
  /** Postrider extension. */
  readonly started_at: string | null;
  /** Postrider extension. Number of recipients. 0 until sending starts. */
  readonly recipients_count: number;
  /** Postrider extension. */
  readonly inline_css: boolean;
  /** Postrider extension. */
  readonly reply_to: string | null;
  /** Postrider extension. */
  readonly engaged_only: boolean;
  /** Postrider extension. */
  readonly track_opens: boolean;
  /** Postrider extension. */
  readonly track_clicks: boolean;
  /** Postrider extension. */
  readonly spread_hours: number;
  /** Postrider extension. */
  readonly variants: readonly {
    /** Number of the variant, starting at 1. 0 is the campaign’s own content. */
    readonly variant: number;
    /** Null: the value of the campaign. */
    readonly subject: string | null;
    /** Null: the value of the campaign. */
    readonly preview_text: string | null;
    /** Null if the variant has a design, or uses the content of the campaign. */
    readonly html: string | null;
    /** Postrider extension. The design that the HTML is generated from. */
    readonly design: Readonly<Record<string, unknown>> | null;
    /** Null: the text of the campaign, or generated from the HTML of the variant. */
    readonly text: string | null;
  }[];
  /** Postrider extension. */
  readonly ab_test: {
    readonly share: number;
    readonly rule: 'opens' | 'clicks' | null;
    readonly hours: number | null;
    /** Null until the winner is decided. */
    readonly winner: number | null;
  } | null;
  /** Postrider extension. ID of the original campaign if this is a clone. */
  readonly resend_of: number | null;
  /** Postrider extension. Which recipients of the original campaign the clone goes to. */
  readonly resend_audience: 'non_openers' | 'openers' | 'clickers' | null;
  readonly created_at: string;
  readonly updated_at: string;
}
interface AutomationTrigger {
  /** Changes when the type, list or campaign changes. */
  readonly id: number;
  readonly automation_id: number;
  readonly type: 'apply_list' | 'open_campaign' | 'click_campaign';
  readonly list_id: number | null;
  readonly campaign_id: number | null;
  /** Postrider extension. Why no contacts can enter. */
  readonly fault: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}
interface BatchResult {
  readonly id: string | null;
  readonly status: 'queued' | 'failed';
  readonly error?: Problem | undefined;
}
interface Campaign {
  readonly id: number;
  readonly title: string;
  readonly subject: string;
  /** Preview text shown after the subject in the inbox. */
  readonly preview_text: string | null;
  /** The HTML, generated from the design if there is one. Null for text-only campaigns and unfinished designs. */
  readonly html: string | null;
  readonly from_name: string;
  readonly from_email: string;
  /** Null for drafts. For campaigns sent immediately, the time of the request. */
  readonly scheduled_at: string | null;
  /** When the last email was attempted. Null before. */
  readonly sent_at: string | null;
  /** Time zone of the schedule. For drafts without one, the time zone of the account. */
  readonly timezone: string;
  /** Postrider extension. Deleted lists, tags and segments are omitted here and in the fields below. */
  readonly lists: readonly number[];
  /** Postrider extension. */
  readonly excluded_lists: readonly number[];
  /** Postrider extension. */
  readonly to_contact_tags: readonly number[];
  /** Postrider extension. */
  readonly excluded_contact_tags: readonly number[];
  /** Postrider extension. */
  readonly segments: readonly number[];
  /** Postrider extension. */
  readonly excluded_segments: readonly number[];
  /** Postrider extension. A regular campaign, the confirmation email, or an automation email. */
  readonly kind: 'campaign' | 'confirmation' | 'automation';
  /** Postrider extension. */
  readonly status: 'draft' | 'scheduled' | 'preparing' | 'sending' | 'paused' | 'sent' | 'cancelled';
  /** Postrider extension. `optimized`: goes to engaged contacts only. `warming_up` and `canary`: sending to the first wave. `stopped`: stopped because of its results. `lane_paused`: paused at a mailbox provider. */
  readonly badges: readonly string[];
  /** Postrider extension. Why the campaign became a draft again instead of being sent. */
  readonly fault: string | null;
  /** Postrider extension. Why the campaign was paused automatically. */
  readonly pause_reason: string | null;
  /** Postrider extension. */
  readonly started_at: string | null;
  /** Postrider extension. Number of recipients. 0 until sending starts. */
  readonly recipients_count: number;
  /** Postrider extension. The design that the HTML is generated from. */
  readonly design: Readonly<Record<string, unknown>> | null;
  /** Postrider extension. Null: generated from the HTML. */
  readonly text: string | null;
  /** Postrider extension. */
  readonly inline_css: boolean;
  /** Postrider extension. */
  readonly reply_to: string | null;
  /** Postrider extension. */
  readonly engaged_only: boolean;
  /** Postrider extension. */
  readonly track_opens: boolean;
  /** Postrider extension. */
  readonly track_clicks: boolean;
  /** Postrider extension. */
  readonly spread_hours: number;
  /** Postrider extension. */
  readonly variants: readonly {
    /** Number of the variant, starting at 1. 0 is the campaign’s own content. */
    readonly variant: number;
    /** Null: the value of the campaign. */
    readonly subject: string | null;
    /** Null: the value of the campaign. */
    readonly preview_text: string | null;
    /** Null if the variant has a design, or uses the content of the campaign. */
    readonly html: string | null;
    /** Postrider extension. The design that the HTML is generated from. */
    readonly design: Readonly<Record<string, unknown>> | null;
    /** Null: the text of the campaign, or generated from the HTML of the variant. */
    readonly text: string | null;
  }[];
  /** Postrider extension. */
  readonly ab_test: {
    readonly share: number;
    readonly rule: 'opens' | 'clicks' | null;
    readonly hours: number | null;
    /** Null until the winner is decided. */
    readonly winner: number | null;
  } | null;
  /** Postrider extension. ID of the original campaign if this is a clone. */
  readonly resend_of: number | null;
  /** Postrider extension. Which recipients of the original campaign the clone goes to. */
  readonly resend_audience: 'non_openers' | 'openers' | 'clickers' | null;
  readonly created_at: string;
  readonly updated_at: string;
}
interface CampaignArchiving {
  readonly campaign_id: number;
  /** Whether the archive shows the campaign once it is sent. */
  readonly is_archived: boolean;
  /** Public address of the campaign. Null while the archive does not show it. */
  readonly url: string | null;
}
interface CampaignAudience {
  readonly campaign_id: number;
  /** Contacts that would receive the campaign now. */
  readonly contacts: number;
  /** Contacts in the audience that would not receive the campaign, by reason. Reasons without contacts are omitted. */
  readonly left_out: readonly {
    /** The first reason that applies. `excluded`: excluded by the campaign. `not_engaged`: it goes to engaged contacts only. */
    readonly why: 'unsubscribed' | 'bounced' | 'invalid' | 'unconfirmed' | 'suppressed' | 'excluded' | 'not_engaged';
    readonly contacts: number;
  }[];
  /** Why the audience cannot be determined: it is empty, or refers to deleted objects. */
  readonly fault: string | null;
}
interface CampaignChecks {
  readonly campaign_id: number;
  /** The variant. 0 is the campaign's own content. */
  readonly variant: number;
  readonly level: 'ok' | 'warning' | 'error';
  readonly findings: readonly {
    readonly id: string;
    readonly level: 'ok' | 'warning' | 'error';
    readonly message: string;
    readonly fix?: string | undefined;
    readonly where?: readonly string[] | undefined;
  }[];
}
interface CampaignContentToApprove {
  readonly account: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
  };
  readonly campaign: {
    readonly id: number;
    /** A regular campaign, the confirmation email, or an automation email. */
    readonly kind: 'campaign' | 'confirmation' | 'automation';
    readonly title: string;
    readonly subject: string;
    readonly from_name: string;
    readonly from_email: string;
  };
  readonly findings: readonly {
    readonly check: 'blocked_host' | 'merged_host' | 'blocked_word' | 'spam' | 'spam_filter_silent';
    readonly message: string;
  }[];
  readonly asked_at: string;
  readonly state: 'waiting' | 'approved' | 'rejected' | 'passed';
  readonly decided_at: string | null;
  readonly reason: string | null;
  /** Hash of the current content. The decision applies to this content. */
  readonly hash: string;
  /** Whether the content has changed since approval was requested. */
  readonly has_changed: boolean;
  /** The campaign’s own content, then the variants. */
  readonly contents: readonly {
    readonly subject: string;
    readonly preview_text: string;
    readonly html: string | null;
    readonly text: string | null;
  }[];
}
interface CampaignFigures {
  readonly data: readonly {
    readonly campaign_id: number;
    readonly sent_count: number;
    /** Percentage of sent emails, excluding bots and privacy proxies. */
    readonly open_rate: number;
    readonly click_rate: number;
  }[];
}
interface CampaignForesight {
  readonly campaign_id: number;
  /** Whether it goes to engaged contacts only, because of its own setting or a safeguard. */
  readonly engaged_only: boolean;
  readonly engaged_reason: string | null;
  /** The first wave. Null if the campaign goes to all contacts at once. */
  readonly first_wave: {
    readonly gate: 'warm_up' | 'canary';
    readonly contacts: number;
    /** How long the remaining recipients wait for the results of the first wave. */
    readonly minutes: number;
  } | null;
  /** Everything that prevents sending now, most urgent first. Empty if the campaign can be sent. */
  readonly holds: readonly {
    readonly gate: 'account' | 'mail_class' | 'stopped_by_figures' | 'warm_up' | 'monthly_quota' | 'daily_throttle' | 'hourly_throttle' | 'content_approval';
    readonly message: string;
    readonly fix: string | null;
    /** Null if it does not lift automatically. */
    readonly lifts_at: string | null;
  }[];
  readonly approval: {
    /** `asked_when_sent`: approval is requested when the campaign is sent or scheduled. */
    readonly state: 'not_needed' | 'asked_when_sent' | 'waiting' | 'approved' | 'rejected';
    readonly reason: string | null;
  };
}
interface CampaignGates {
  readonly gates: readonly {
    readonly gate: 'account' | 'mail_class' | 'stopped_by_figures' | 'warm_up' | 'monthly_quota' | 'daily_throttle' | 'hourly_throttle' | 'content_approval' | 'canary' | 'optimized';
    /** Whether the safeguard is enabled. */
    readonly is_on: boolean;
    /** Whether it currently holds campaigns of the account. */
    readonly is_holding: boolean;
    readonly reason: string | null;
    /** Null if it does not lift automatically. */
    readonly lifts_at: string | null;
    readonly limits: Readonly<Record<string, number | string | null>>;
  }[];
  readonly limits: {
    readonly warm_up_contacts: number;
    readonly warm_up_hours: number;
    readonly warm_up_delivered: number;
    readonly warm_up_open_percent: number;
    readonly canary_audience: number;
    readonly canary_percent: number;
    readonly canary_least: number;
    readonly canary_most: number;
    readonly canary_minutes: number;
    readonly stop_bounce_percent: number;
    readonly stop_complaint_percent: number;
    readonly stop_minimum: number;
    readonly optimized_after_hours: number;
    readonly optimized_open_percent: number;
    readonly optimized_bounce_percent: number;
    readonly optimized_complaint_percent: number;
    readonly optimized_good_campaigns: number;
    readonly hourly_mails: number | null;
    readonly daily_mails: number | null;
    readonly monthly_mails: number | null;
    readonly approval: 'off' | 'findings' | 'always';
  };
}
interface CampaignLanes {
  readonly campaign_id: number;
  readonly status: 'draft' | 'scheduled' | 'preparing' | 'sending' | 'paused' | 'sent' | 'cancelled';
  /** Number of recipients, fixed when sending starts. */
  readonly recipients_count: number;
  /** Recipients with a final result. */
  readonly done_count: number;
  /** Recipients not yet assigned to a provider lane. */
  readonly unsorted_count: number;
  /** Up to 60 provider lanes: paused lanes first, then those with the most emails. */
  readonly lanes: readonly {
    /** Name of a known mailbox provider, or the domain of the mail servers. */
    readonly provider: string;
    /** Display name of the provider. */
    readonly name: string;
    /** `paused`: paused by the account. `backing_off`: the servers asked us to wait or cannot be reached. */
    readonly state: 'paused' | 'backing_off' | 'waiting' | 'sending' | 'done';
    readonly delivered_count: number;
    /** Permanently rejected by the servers, excluding bounces that are reported later. */
    readonly refused_count: number;
    /** Expired after the last retry, or failed because of an internal error. */
    readonly failed_count: number;
    /** Deferred by the servers, to be retried. */
    readonly deferred_count: number;
    /** Held because the provider lane is paused. */
    readonly held_count: number;
    /** Emails delivered per second over the last 10 seconds. */
    readonly per_second: number;
    readonly paused_at: string | null;
    /** Last reply of the server that deferred an email of this campaign, without addresses. */
    readonly last_answer: {
      readonly text: string;
      readonly at: string;
    } | null;
    /** Time of the next attempt. Null if nothing is waiting or the provider lane is paused. */
    readonly next_try_at: string | null;
  }[];
}
interface CampaignOverTime {
  readonly interval: 'hour' | 'day';
  readonly data: readonly {
    readonly at: string;
    readonly opens: number;
    readonly clicks: number;
  }[];
}
interface CampaignPreview {
  readonly campaign_id: number;
  /** The variant. 0 is the campaign's own content. */
  readonly variant: number;
  /** Null if sample data is used. */
  readonly contact_id: number | null;
  /** Address of the contact. */
  readonly email: string;
  readonly subject: string;
  readonly preview_text: string | null;
  /** HTML with footer. Null for text-only emails. */
  readonly html: string | null;
  /** The text part. */
  readonly text: string;
}
interface CampaignSettings {
  /** Shown at the end of every campaign, with line breaks. Required to send campaigns. At most 500 characters and 10 lines. */
  readonly postal_address: string;
  /** Default sender name of new campaigns. At most 191 characters. */
  readonly from_name: string;
  /** Default sender address of new campaigns. Empty for none. */
  readonly from_email: string;
  /** Whether new campaigns track opens. */
  readonly tracks_opens: boolean;
  /** Whether new campaigns track clicks. */
  readonly tracks_clicks: boolean;
  /** Whether large campaigns are sent to a few contacts first. Settings of the operator take precedence. */
  readonly uses_canary: boolean;
  /** Whether sent campaigns, including earlier ones, are shown in a public archive. */
  readonly archives: boolean;
  /** Heading of the archive. At most 191 characters. Empty for the account name. */
  readonly archive_title: string;
  /** Public address of the archive. Null if the archive is off. */
  readonly archive_url: string | null;
}
interface CampaignStanding {
  readonly id: number;
  readonly status: 'draft' | 'scheduled' | 'preparing' | 'sending' | 'paused' | 'sent' | 'cancelled';
  /** Number of recipients, fixed when sending starts. */
  readonly recipients_count: number;
  /** Why the campaign was paused. Null if a member paused it. */
  readonly pause_reason: string | null;
  /** The variant that is sent to the rest of the audience. */
  readonly winner: number | null;
  /** Why the campaign was not sent or ended early. */
  readonly fault: string | null;
  readonly scheduled_at: string | null;
  readonly started_at: string | null;
  readonly sent_at: string | null;
  /** Identifies the `progress` events of this campaign in the live stream. */
  readonly progress_id: string | null;
}
interface CampaignStats {
  /** Contacts that the campaign was sent to, including bounces. */
  readonly sent_count: number;
  /** Contacts that opened the campaign, excluding bots and privacy proxies. */
  readonly unique_open_count: number;
  /** Contacts that clicked a link, excluding bots. */
  readonly unique_click_count: number;
  readonly unsubscribe_count: number;
  readonly bounce_count: number;
  /** Contacts that reported the campaign as spam. */
  readonly spam_count: number;
  /** Percentage of sent emails, 0 to 100 with two decimals, like all rates. */
  readonly open_rate: number;
  readonly click_rate: number;
  readonly unsubscribe_rate: number;
  readonly bounce_rate: number;
  readonly spam_rate: number;
  /** Postrider extension. Total opens, including repeated opens by a contact. */
  readonly open_count: number;
  /** Postrider extension. Total clicks, including repeated clicks by a contact. */
  readonly click_count: number;
  /** Postrider extension. Contacts whose email was opened, including by bots and privacy proxies. */
  readonly raw_unique_open_count: number;
  /** Postrider extension. Contacts whose links were clicked, including by bots. */
  readonly raw_unique_click_count: number;
  /** Postrider extension. Total opens, including bots and privacy proxies. */
  readonly raw_open_count: number;
  /** Postrider extension. Total clicks, including bots. */
  readonly raw_click_count: number;
  /** Postrider extension. Percentage of sent emails. */
  readonly raw_open_rate: number;
  /** Postrider extension. Percentage of sent emails. */
  readonly raw_click_rate: number;
  /** Postrider extension. The statistics of each variant. */
  readonly variants: readonly {
    readonly variant: number;
    /** Contacts that the campaign was sent to, including bounces. */
    readonly sent_count: number;
    /** Contacts that opened the campaign, excluding bots and privacy proxies. */
    readonly unique_open_count: number;
    /** Contacts that clicked a link, excluding bots. */
    readonly unique_click_count: number;
    readonly unsubscribe_count: number;
    readonly bounce_count: number;
    /** Contacts that reported the campaign as spam. */
    readonly spam_count: number;
    /** Percentage of sent emails, 0 to 100 with two decimals, like all rates. */
    readonly open_rate: number;
    readonly click_rate: number;
    readonly unsubscribe_rate: number;
    readonly bounce_rate: number;
    readonly spam_rate: number;
    /** Postrider extension. Total opens, including repeated opens by a contact. */
    readonly open_count: number;
    /** Postrider extension. Total clicks, including repeated clicks by a contact. */
    readonly click_count: number;
    /** Postrider extension. Contacts whose email was opened, including by bots and privacy proxies. */
    readonly raw_unique_open_count: number;
    /** Postrider extension. Contacts whose links were clicked, including by bots. */
    readonly raw_unique_click_count: number;
    /** Postrider extension. Total opens, including bots and privacy proxies. */
    readonly raw_open_count: number;
    /** Postrider extension. Total clicks, including bots. */
    readonly raw_click_count: number;
    /** Postrider extension. Percentage of sent emails. */
    readonly raw_open_rate: number;
    /** Postrider extension. Percentage of sent emails. */
    readonly raw_click_rate: number;
  }[];
  /** Most clicked first. Only with `include_link_stats`. */
  readonly link_stats?: readonly {
    readonly url: string;
    readonly clicks: number;
    /** Postrider extension. Clicks, including bots. */
    readonly raw_clicks: number;
  }[] | undefined;
}
interface CampaignTest {
  readonly campaign_id: number;
  /** The variant. 0 is the campaign's own content. */
  readonly variant: number;
  readonly to: readonly string[];
  readonly tests_left_today: number;
}
interface Checklist {
  /** False before the first email is sent, and after the checklist is completed or dismissed. */
  readonly is_shown: boolean;
  readonly steps: readonly {
    readonly name: 'domain' | 'key' | 'webhook' | 'production';
    readonly is_done: boolean;
    /** What is missing, or null if the step has no details. */
    readonly missing: string | null;
  }[];
}
interface Consent {
  readonly id: number;
  /** The text that the contact agreed to. */
  readonly text: string;
  readonly given_at: string;
  readonly source: 'api' | 'import' | 'form' | 'dashboard';
  /** IP address of the contact, if the account stores it (`keeps_consent_ip`). */
  readonly ip: string | null;
  /** The member who recorded the consent. Null if a program or the contact recorded it. */
  readonly recorded_by: string | null;
  readonly created_at: string;
}
interface Contact {
  readonly id: number;
  readonly email: string;
  /** Empty if unknown. */
  readonly first_name: string;
  /** Empty if unknown. */
  readonly last_name: string;
  readonly ip_address: string | null;
  /** Null while the contact is subscribed. */
  readonly unsubscribed_at: string | null;
  /** When email to the contact hard-bounced. */
  readonly bounced_at: string | null;
  /** When the address was found to be invalid. */
  readonly invalid_at: string | null;
  /** Null until the contact confirms the subscription. No email is sent before. */
  readonly confirmed_at: string | null;
  /** The form that the contact signed up with. */
  readonly form_id: number | null;
  /** Postrider extension. Whether opens and clicks of the contact are recorded. */
  readonly is_tracked: boolean;
  readonly lists: readonly {
    readonly id: number;
    readonly name: string;
  }[];
  /** Custom fields with a value. */
  readonly contact_fields: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  readonly created_at: string;
  readonly updated_at: string;
}
interface ContactActivity {
  readonly contact: {
    readonly last_sent_at: string | null;
    readonly last_opened_at: string | null;
    readonly last_clicked_at: string | null;
    readonly unsubscribed_at: string | null;
    readonly bounced_at: string | null;
    /** Postrider extension. When an import added the contact. Null if it was not added by an import. */
    readonly imported_at: string | null;
    /** Postrider extension. Name of the imported file. Null after 90 days, when the import is deleted. */
    readonly imported_from: string | null;
  };
  readonly deliverables: {
    readonly current_page: number;
    readonly data: readonly Deliverable[];
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
}
interface ContactBulkAction {
  readonly id: number;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly action: 'apply_tag' | 'remove_tag' | 'add_to_list' | 'remove_from_list';
  /** ID of the tag or list. */
  readonly target_id: number;
  readonly dry_run: boolean;
  /** The filter in words. */
  readonly filter: string;
  /** Null until the contacts are counted. */
  readonly matched_count: number | null;
  /** Contacts processed so far. Equals `matched_count` when the action is completed. */
  readonly processed_count: number;
  /** Why the action failed. */
  readonly error: string | null;
  readonly started_at: string | null;
  readonly completed_at: string | null;
  /** Postrider extension. Identifies the `progress` events of this action in the live stream. */
  readonly progress_id: string;
}
interface ContactCount {
  readonly count: number;
  /** The filter in words. */
  readonly filter: string;
}
interface ContactField {
  readonly id: number;
  readonly label: string;
  /** Generated from the label. Identifies the field in `contact_fields` of a contact. */
  readonly name: string;
  readonly type: 'text' | 'number' | 'date';
  readonly created_at: string;
  readonly updated_at: string;
}
interface ContactList {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  /** Average open rate of emails sent to the list, 0 to 100. */
  readonly average_email_open_percent: number;
  readonly average_email_click_percent: number;
  /** Number of contacts in the list. */
  readonly contacts_count: number;
  /** Number of contacts that can receive email: confirmed, and not unsubscribed, bounced or invalid. */
  readonly subscribed_contacts_count: number;
  readonly created_at: string;
  readonly updated_at: string;
}
interface ContactSegment {
  readonly id: number;
  readonly name: string;
  /** The filter as it was saved, with times and IDs normalized. */
  readonly filter: {
    /** Words that must all occur in the email address or name. Words of fewer than three characters only match at the start of the address or a name. */
    readonly query?: string | undefined;
    /** The contact with exactly this address. */
    readonly email?: string | undefined;
    /** If true, only unsubscribed contacts; if false, only contacts that have not unsubscribed. */
    readonly unsubscribed?: boolean | undefined;
    /** `active` contacts can receive email. They are `engaged` (opened within 90 days), `new` (never opened, and never sent to or first sent to within 60 days) or otherwise `inactive`. The other values say why a contact does not receive email. */
    readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
    /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
    readonly last_opened_after?: string | undefined;
    /** Contacts whose last open was before this ISO 8601 date or date-time, excluding those that never opened. */
    readonly last_opened_before?: string | undefined;
    /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
    readonly last_clicked_after?: string | undefined;
    /** Contacts whose last click was before this ISO 8601 date or date-time, excluding those that never clicked. */
    readonly last_clicked_before?: string | undefined;
    /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
    readonly last_sent_after?: string | undefined;
    /** Contacts that were last sent to before this ISO 8601 date or date-time, excluding those that were never sent to. */
    readonly last_sent_before?: string | undefined;
    /** Contacts created on or after this ISO 8601 date or date-time. */
    readonly created_after?: string | undefined;
    /** Contacts created before this ISO 8601 date or date-time. */
    readonly created_before?: string | undefined;
    /** If true, only contacts that never opened. */
    readonly never_opened?: boolean | undefined;
    /** If true, only contacts that never clicked. */
    readonly never_clicked?: boolean | undefined;
    /** If true, only contacts that were never sent to. */
    readonly never_sent?: boolean | undefined;
    /** Contacts in any of these lists. */
    readonly in_list_ids?: readonly number[] | undefined;
    /** Contacts in none of these lists. */
    readonly not_in_list_ids?: readonly number[] | undefined;
    /** Contacts with any of these tags. */
    readonly tag_ids?: readonly number[] | undefined;
    /** Contacts with none of these tags. */
    readonly not_tag_ids?: readonly number[] | undefined;
    /** Contacts that opened this campaign. */
    readonly opened_campaign_id?: number | undefined;
    /** Contacts that received this campaign and did not open it. */
    readonly not_opened_campaign_id?: number | undefined;
    /** Contacts that clicked a link in this campaign. */
    readonly clicked_campaign_id?: number | undefined;
  };
  readonly created_at: string;
  readonly updated_at: string;
}
interface ContactSegmentInFull {
  readonly id: number;
  readonly name: string;
  /** The filter as it was saved, with times and IDs normalized. */
  readonly filter: {
    /** Words that must all occur in the email address or name. Words of fewer than three characters only match at the start of the address or a name. */
    readonly query?: string | undefined;
    /** The contact with exactly this address. */
    readonly email?: string | undefined;
    /** If true, only unsubscribed contacts; if false, only contacts that have not unsubscribed. */
    readonly unsubscribed?: boolean | undefined;
    /** `active` contacts can receive email. They are `engaged` (opened within 90 days), `new` (never opened, and never sent to or first sent to within 60 days) or otherwise `inactive`. The other values say why a contact does not receive email. */
    readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
    /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
    readonly last_opened_after?: string | undefined;
    /** Contacts whose last open was before this ISO 8601 date or date-time, excluding those that never opened. */
    readonly last_opened_before?: string | undefined;
    /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
    readonly last_clicked_after?: string | undefined;
    /** Contacts whose last click was before this ISO 8601 date or date-time, excluding those that never clicked. */
    readonly last_clicked_before?: string | undefined;
    /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
    readonly last_sent_after?: string | undefined;
    /** Contacts that were last sent to before this ISO 8601 date or date-time, excluding those that were never sent to. */
    readonly last_sent_before?: string | undefined;
    /** Contacts created on or after this ISO 8601 date or date-time. */
    readonly created_after?: string | undefined;
    /** Contacts created before this ISO 8601 date or date-time. */
    readonly created_before?: string | undefined;
    /** If true, only contacts that never opened. */
    readonly never_opened?: boolean | undefined;
    /** If true, only contacts that never clicked. */
    readonly never_clicked?: boolean | undefined;
    /** If true, only contacts that were never sent to. */
    readonly never_sent?: boolean | undefined;
    /** Contacts in any of these lists. */
    readonly in_list_ids?: readonly number[] | undefined;
    /** Contacts in none of these lists. */
    readonly not_in_list_ids?: readonly number[] | undefined;
    /** Contacts with any of these tags. */
    readonly tag_ids?: readonly number[] | undefined;
    /** Contacts with none of these tags. */
    readonly not_tag_ids?: readonly number[] | undefined;
    /** Contacts that opened this campaign. */
    readonly opened_campaign_id?: number | undefined;
    /** Contacts that received this campaign and did not open it. */
    readonly not_opened_campaign_id?: number | undefined;
    /** Contacts that clicked a link in this campaign. */
    readonly clicked_campaign_id?: number | undefined;
  };
  readonly created_at: string;
  readonly updated_at: string;
  /** The filter in words. */
  readonly description: string;
  /** Why the segment cannot be used: its filter refers to objects that were deleted. */
  readonly error: string | null;
  /** Null unless requested with `count=true`, or if the segment cannot be used. */
  readonly contacts_count: number | null;
}
interface ContactTag {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly color: string;
  /** Number of contacts with this tag. */
  readonly contacts_count: number;
  readonly created_at: string;
  readonly updated_at: string;
}
interface DashboardAccount {
  readonly id: number;
  /** Name of the account; its email address if no name is set. */
  readonly name: string;
  readonly email: string;
  readonly timezone: string;
  readonly is_operator: boolean;
  readonly status: 'closed' | 'restricted' | 'paused' | 'transactional_off' | 'active';
  readonly created_at: string;
  readonly report_suppressed: boolean;
  readonly keeps_consent_ip: boolean;
  readonly double_opt_in: boolean;
  readonly usage: Usage;
  /** Day (UTC) on which the monthly quota will run out at the current rate; null if it will not. */
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
  /** Paused types of bulk email. They wait until the pause is lifted; all other email is sent. */
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
    /** Percentage. */
    readonly bounce_rate: number;
    /** Percentage. */
    readonly complaint_rate: number;
    /** Percentage above which sending is paused. */
    readonly bounce_limit: number;
    /** Percentage above which sending is paused. */
    readonly complaint_limit: number;
    /** With fewer emails, the rates are not evaluated. */
    readonly minimum_volume: number;
    readonly sentence: string;
  };
  /** The same rates for each type of bulk email that was sent in this period. The limits are the same. */
  readonly mail_classes: readonly {
    readonly mail_class: 'automation' | 'confirmation' | 'campaign';
    readonly delivered: number;
    readonly bounced: number;
    readonly complained: number;
    /** Percentage. */
    readonly bounce_rate: number;
    /** Percentage. */
    readonly complaint_rate: number;
    readonly sentence: string;
  }[];
  /** The latest review, decided or not. */
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
  /** Whether the operator of the installation did it. */
  readonly is_operator: boolean;
  readonly action: string;
  readonly subject: string | null;
  /** Values by field; null if there is nothing to compare. */
  readonly before: unknown;
  /** Values by field; null if there is nothing to compare. */
  readonly after: unknown;
}
interface DashboardKey {
  readonly id: number;
  readonly name: string;
  /** First characters of the key. */
  readonly prefix: string;
  /** Last four characters of the key. */
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly domain: string | null;
  readonly status: 'living' | 'ending' | 'expired' | 'revoked';
  readonly rate: {
    readonly per_second: number | null;
    readonly per_minute: number | null;
    /** Whether the key has its own rate limit. If false, the rate limit of the plan applies. */
    readonly is_own: boolean;
    /** Approximate number of requests in the last minute; null if there is no limit per minute. */
    readonly used_last_minute: number | null;
  };
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** ID of the key that replaced it. */
  readonly replaced_by: number | null;
  /** Null if the key was created on the command line, or if its creator is unknown. */
  readonly made_by: {
    readonly id: number;
    /** Null if the person was deleted. */
    readonly name: string | null;
    /** False if the person left the account. The key still works. */
    readonly is_member: boolean;
  } | null;
}
interface DashboardNewKey {
  readonly id: number;
  readonly name: string;
  /** First characters of the key. */
  readonly prefix: string;
  /** Last four characters of the key. */
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly domain: string | null;
  readonly status: 'living' | 'ending' | 'expired' | 'revoked';
  readonly rate: {
    readonly per_second: number | null;
    readonly per_minute: number | null;
    /** Whether the key has its own rate limit. If false, the rate limit of the plan applies. */
    readonly is_own: boolean;
    /** Approximate number of requests in the last minute; null if there is no limit per minute. */
    readonly used_last_minute: number | null;
  };
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** ID of the key that replaced it. */
  readonly replaced_by: number | null;
  /** Null if the key was created on the command line, or if its creator is unknown. */
  readonly made_by: {
    readonly id: number;
    /** Null if the person was deleted. */
    readonly name: string | null;
    /** False if the person left the account. The key still works. */
    readonly is_member: boolean;
  } | null;
  /** The API key. It is shown only once. */
  readonly key: string;
  /** Credentials with which Amazon SES clients sign requests, shown only once; null unless requested. */
  readonly signing: {
    readonly access_key_id: string;
    readonly secret_access_key: string;
  } | null;
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
interface DashboardSurface {
  readonly vendor: 'mailgun' | 'postmark' | 'sendgrid' | 'ses';
  /** The name of the vendor. */
  readonly name: string;
  /** Whether the vendor’s clients can access the account. */
  readonly is_on: boolean;
  /** Whether the operator turned it off. If so, the account cannot turn it on. */
  readonly is_locked: boolean;
}
interface Deliverable {
  readonly campaign_title: string;
  readonly campaign_id: number;
  readonly sent_at: string | null;
  readonly opened_at: string | null;
  readonly clicked_at: string | null;
  readonly bounced_at: string | null;
  readonly unsubscribed_at: string | null;
  readonly spam_at: string | null;
}
interface DomainPage {
  readonly id: number;
  readonly name: string;
  readonly status: 'pending' | 'verified' | 'failed';
  readonly created_at: string;
  readonly verified_at: string | null;
  readonly checked_at: string | null;
  /** Since when the DKIM record of a verified domain has been missing. The domain can send for 48 hours after that. */
  readonly missing_since: string | null;
  readonly records: readonly {
    readonly name: string;
    readonly need: 'required' | 'recommended' | 'optional';
    readonly type: string;
    readonly host: string;
    /** Host without the domain, as DNS providers ask for it. */
    readonly owner: string;
    readonly wanted: string;
    /** The value, split into strings of at most 255 characters. */
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
  readonly tracking: {
    readonly host: string | null;
    /** Base URL of links in new emails; null while they use the public address of this installation. */
    readonly base_url: string | null;
  };
  readonly rotation: {
    readonly is_possible: boolean;
    readonly reason: string | null;
  };
  /** What to configure on the server first, because some records are not shown until then. */
  readonly before_publishing: string | null;
  /** Things to do, one sentence each. */
  readonly to_do: readonly string[];
}
interface DoubleOptIn {
  /** Set in the account settings. */
  readonly enabled: boolean;
  /** ID of the campaign that holds the confirmation email. Change it with PATCH /campaigns/{id}. */
  readonly campaign_id: number;
  readonly campaign: Campaign;
  /** Why the confirmation email currently cannot be sent. New sign-ups receive it once the problem is fixed. */
  readonly fault: string | null;
  /** Number of days that the counts cover. */
  readonly days: number;
  /** Confirmation emails sent. */
  readonly asked: number;
  /** Confirmed sign-ups. */
  readonly confirmed: number;
  /** Sign-ups that can still be confirmed, of any age. Counted up to 100000. */
  readonly waiting: number;
}
interface EngagedContact {
  /** ID of the sent email. */
  readonly id: number;
  /** Null if the contact was erased. */
  readonly contact_id: number | null;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly sent_at: string;
  readonly opened_at: string | null;
  readonly clicked_at: string | null;
  readonly bounced_at: string | null;
  readonly unsubscribed_at: string | null;
}
interface Erasure {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'done';
  /** Number of rows deleted or changed so far. */
  readonly erased_count: number;
  /** What the erasure is waiting for, if anything. */
  readonly waits_for: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}
interface FirstStart {
  /** Email address of the account. The owner signs in with it unless they enter another one. */
  readonly email: string;
  readonly account_name: string | null;
}
interface Form {
  readonly id: number;
  readonly title: string;
  /** The landing page that shows the form. */
  readonly landing_page_id: number | null;
  /** Page to redirect to after sign-up. Null: the built-in thank-you page. */
  readonly redirect_url: string | null;
  /** Whether the consent checkbox is required. */
  readonly gdpr_required: boolean;
  /** Postrider extension. Whether new subscribers must confirm their address. Null: the account setting. */
  readonly double_opt_in: boolean | null;
  /** Address of the sign-up page. */
  readonly url: string;
  /** Lists that new subscribers are added to. */
  readonly lists: readonly ContactList[];
  /** Postrider extension. Null: the title. */
  readonly heading: string | null;
  /** Postrider extension. */
  readonly description: string | null;
  /** Postrider extension. Null: the default text. */
  readonly button: string | null;
  /** Postrider extension. Null: the default text. */
  readonly consent_text: string | null;
  /** Postrider extension. Names of the custom fields in the form. */
  readonly fields: readonly string[];
  /** Postrider extension. Number of submissions, including those that did not result in a sign-up. */
  readonly submissions_count: number;
  readonly created_at: string;
  readonly updated_at: string;
}
interface FormInFull {
  readonly id: number;
  readonly title: string;
  /** The landing page that shows the form. */
  readonly landing_page_id: number | null;
  /** Page to redirect to after sign-up. Null: the built-in thank-you page. */
  readonly redirect_url: string | null;
  /** Whether the consent checkbox is required. */
  readonly gdpr_required: boolean;
  /** Postrider extension. Whether new subscribers must confirm their address. Null: the account setting. */
  readonly double_opt_in: boolean | null;
  /** Address of the sign-up page. */
  readonly url: string;
  /** Lists that new subscribers are added to. */
  readonly lists: readonly ContactList[];
  /** Postrider extension. Null: the title. */
  readonly heading: string | null;
  /** Postrider extension. */
  readonly description: string | null;
  /** Postrider extension. Null: the default text. */
  readonly button: string | null;
  /** Postrider extension. Null: the default text. */
  readonly consent_text: string | null;
  /** Postrider extension. Names of the custom fields in the form. */
  readonly fields: readonly string[];
  /** Postrider extension. Number of submissions, including those that did not result in a sign-up. */
  readonly submissions_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** Postrider extension. Code to embed the form in other pages. */
  readonly embed: {
    /** HTML form for your own pages. Works without JavaScript. */
    readonly html: string;
    /** Script tag that inserts the styled form, with a link for browsers without JavaScript. */
    readonly script: string;
    /** Link to the sign-up page. */
    readonly link: string;
  };
}
interface Image {
  readonly id: number;
  readonly user_id: number;
  /** Name of the uploaded file. Empty if unknown. */
  readonly name: string;
  /** `image/png`, `image/jpeg`, `image/gif` or `image/webp`, detected from the file content. */
  readonly type: string;
  /** Width in pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Public address of the image, for emails and pages. */
  readonly url: string;
  readonly created_at: string;
}
interface Import {
  readonly id: string;
  /** An import in the state `ready` has not been started yet. */
  readonly state: 'ready' | 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'undoing' | 'undone';
  readonly file_name: string;
  /** Size of the file in bytes. */
  readonly bytes: number;
  readonly note: string | null;
  /** Name of the person who started the import. */
  readonly by: string | null;
  readonly added: number;
  /** Rows whose address already existed. */
  readonly known: number;
  /** Rows that were rejected. */
  readonly rejected: number;
  /** Values that could not be read. Their rows were imported without them; the rejects list each value. */
  readonly values_left_out: number;
  /** Why the import failed. */
  readonly fault: string | null;
  /** Encoding used to read the file: the detected one, unless another one is set. */
  readonly encoding: 'UTF-8' | 'UTF-16 LE' | 'UTF-16 BE' | 'Windows-1250' | 'Windows-1251' | 'Windows-1252' | 'Windows-1253' | 'Windows-1254' | 'Windows-1255' | 'Windows-1256' | 'Windows-1257' | 'Windows-1258' | 'Windows-874' | 'ISO-8859-1' | 'ISO-8859-2' | 'ISO-8859-3' | 'ISO-8859-4' | 'ISO-8859-5' | 'ISO-8859-6' | 'ISO-8859-7' | 'ISO-8859-8' | 'ISO-8859-9' | 'ISO-8859-10' | 'ISO-8859-13' | 'ISO-8859-14' | 'ISO-8859-15' | 'ISO-8859-16' | 'KOI8-R' | 'KOI8-U' | 'Mac Roman' | 'Mac Central European' | 'Mac Cyrillic' | 'Mac Greek' | 'Mac Turkish' | 'IBM437' | 'IBM850' | 'IBM852' | 'IBM866' | 'Shift_JIS' | 'EUC-JP' | 'GB18030' | 'Big5' | 'EUC-KR' | null;
  /** Settings with which the import was started. */
  readonly settings: Readonly<Record<string, unknown>> | null;
  /** Null if the import cannot be undone. */
  readonly can_undo_until: string | null;
  /** Imported rows that the undo removed. */
  readonly undone: number;
  /** Imported rows that the undo kept because they were changed or used since. */
  readonly kept: number;
  /** List memberships that the import added and the undo removed. */
  readonly members_undone: number;
  readonly progress: JobProgress | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}
interface InboxMail {
  readonly id: string;
  readonly received_at: string;
  /** The envelope sender. Empty for bounces. */
  readonly mail_from: string;
  /** The envelope recipients. */
  readonly recipients: readonly string[];
  /** The address in the `From` header. */
  readonly from: string;
  readonly subject: string;
  readonly to: readonly string[];
  readonly headers: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  readonly html: string | null;
  readonly text: string | null;
  /** All links in the email, in order. */
  readonly links: readonly string[];
  /** The domain and selector of the first DKIM signature, which is not verified. */
  readonly dkim: {
    readonly domain: string;
    readonly selector: string;
  } | null;
  /** The raw email as received, one character per byte. */
  readonly raw: string;
}
interface InboxSummary {
  readonly id: string;
  readonly received_at: string;
  /** The envelope sender. Empty for bounces. */
  readonly mail_from: string;
  /** The envelope recipients. */
  readonly recipients: readonly string[];
  /** The address in the `From` header. */
  readonly from: string;
  readonly subject: string;
}
interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly role: 'read_only' | 'member' | 'admin' | 'owner';
  readonly expires_at: string;
  /** Null if the invitation was created on the command line. */
  readonly invited_by: string | null;
}
interface InvitationOfToken {
  readonly account_name: string;
  readonly email: string;
  readonly role: 'read_only' | 'member' | 'admin' | 'owner';
  /** Whether a person already signs in with this address. */
  readonly has_account: boolean;
}
interface JobProgress {
  /** ID of the job. `progress` events of the live stream use the same ID. */
  readonly id: string;
  readonly kind: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Part of `total` that is done; bytes for a file. */
  readonly done: number;
  readonly total: number | null;
  /** Progress or result as a sentence. */
  readonly sentence: string;
  readonly changed_at: string;
}
interface LandingPage {
  readonly id: number;
  readonly user_id: number;
  readonly title: string;
  readonly text: string;
  /** If empty, the beginning of the text is used. */
  readonly description: string;
  readonly image_id: number | null;
  readonly image_url: string | null;
  readonly image_alt: string;
  readonly form_id: number;
  readonly slug: string;
  readonly is_published: boolean;
  /** Public address of the page while it is published. */
  readonly url: string;
  /** Secret preview address that works even if the page is not published. */
  readonly preview_url: string;
  /** When the page was first published. */
  readonly published_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
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
    /** How to fix the problem. */
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
  /** Stable for the same step, so that clients can replace it. */
  readonly id: string;
  /** Null if the time was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly kind: 'accepted';
  readonly recipients: number;
  /** An API key, or a person who used the dashboard, an access token or an application. Null if unknown. */
  readonly by: {
    readonly via: 'key' | 'token' | 'oauth' | 'session';
    readonly name: string;
  } | null;
} | {
  /** Stable for the same step, so that clients can replace it. */
  readonly id: string;
  /** Null if the time was not recorded. */
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
  /** Stable for the same step, so that clients can replace it. */
  readonly id: string;
  /** Null if the time was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly kind: 'routed';
  readonly attempt: number;
  /** `inbox`, `relay` or `direct`. With `test` and `suppressed`, no server was contacted. */
  readonly way: string;
  readonly host: string | null;
} | {
  /** Stable for the same step, so that clients can replace it. */
  readonly id: string;
  /** Null if the time was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly kind: 'tried';
  readonly attempt: number;
  readonly host: string;
  readonly address: string;
  /** Why the attempt continued with another server. */
  readonly reason: string;
} | {
  /** Stable for the same step, so that clients can replace it. */
  readonly id: string;
  /** Null if the time was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly kind: 'connected';
  readonly attempt: number;
  readonly host: string | null;
  readonly address: string | null;
  /** Null if the connection was not encrypted. */
  readonly tls: {
    readonly version: string;
    readonly cipher: string;
  } | null;
  /** Whether the connection was reused. */
  readonly reused: boolean;
} | {
  /** Stable for the same step, so that clients can replace it. */
  readonly id: string;
  /** Null if the time was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly status: string | null;
  readonly reason: string | null;
  /** The meaning of the status code in plain words. */
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
  /** Only set for the last attempt while the email waits for a retry. */
  readonly next_attempt_at: string | null;
} | {
  /** Stable for the same step, so that clients can replace it. */
  readonly id: string;
  /** Null if the time was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly status: string | null;
  readonly reason: string | null;
  /** The meaning of the status code in plain words. */
  readonly meaning: string | null;
  readonly kind: 'event';
  readonly event: string;
} | {
  /** Stable for the same step, so that clients can replace it. */
  readonly id: string;
  /** Null if the time was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly kind: 'webhook';
  readonly event: string;
  readonly delivery_id: string;
  readonly attempt: number;
  /** The HTTP status. Null if there was no response; `fault` then contains the reason. */
  readonly answer: number | null;
  readonly fault: string | null;
  readonly duration_ms: number;
};
interface MessageRoute {
  readonly message_id: string;
  readonly recipient: string;
  readonly status: string;
  /** Whether no more attempts follow. */
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
  /** The name of the creator. Null for an API key. */
  readonly created_by: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}
interface NewAccessToken {
  readonly id: number;
  readonly name: string;
  /** First characters of the token. */
  readonly prefix: string;
  /** Last four characters of the token. */
  readonly last4: string;
  /** Owner of the token; null if it acts for the account itself. */
  readonly person: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
  } | null;
  /** False if that person has left the account. The token then no longer works. */
  readonly is_member: boolean;
  readonly created_at: string;
  /** Accurate to the minute; null if the token was never used. */
  readonly last_used_at: string | null;
  /** Null unless the token is revoked. */
  readonly revoked_at: string | null;
  /** The token. It is shown only once. */
  readonly token: string;
}
interface NewMessageShare {
  readonly id: number;
  readonly recipient: string;
  /** The name of the creator. Null for an API key. */
  readonly created_by: string | null;
  readonly created_at: string;
  readonly expires_at: string;
  /** The link. Only returned here. */
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
  /** When a user last allowed access for the client. */
  readonly last_allowed_at: string | null;
  /** The secret, shown only once; null for a public client. */
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
  /** When a user last allowed access for the client. */
  readonly last_allowed_at: string | null;
}
interface OauthGrant {
  readonly id: number;
  readonly client: {
    readonly client_id: string;
    readonly name: string;
    /** Hosts of its redirect URIs. */
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
  /** When a token was last issued. */
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
  /** Paused types of bulk email. They wait until the pause is lifted; all other email is sent. */
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
    /** Percentage. */
    readonly bounce_rate: number;
    /** Percentage. */
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
  /** Paused types of bulk email. They wait until the pause is lifted; all other email is sent. */
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
    /** Percentage. */
    readonly bounce_rate: number;
    /** Percentage. */
    readonly complaint_rate: number;
  };
  readonly created_at: string;
  readonly timezone: string;
  readonly usage: Usage;
  readonly runs_out_on: string | null;
  readonly review: DashboardReview | null;
}
interface OperatedCampaignGates {
  readonly gates: readonly {
    readonly gate: 'account' | 'mail_class' | 'stopped_by_figures' | 'warm_up' | 'monthly_quota' | 'daily_throttle' | 'hourly_throttle' | 'content_approval' | 'canary' | 'optimized';
    /** Whether the safeguard is enabled. */
    readonly is_on: boolean;
    /** Whether it currently holds campaigns of the account. */
    readonly is_holding: boolean;
    readonly reason: string | null;
    /** Null if it does not lift automatically. */
    readonly lifts_at: string | null;
    readonly limits: Readonly<Record<string, number | string | null>>;
  }[];
  readonly limits: {
    readonly warm_up_contacts: number;
    readonly warm_up_hours: number;
    readonly warm_up_delivered: number;
    readonly warm_up_open_percent: number;
    readonly canary_audience: number;
    readonly canary_percent: number;
    readonly canary_least: number;
    readonly canary_most: number;
    readonly canary_minutes: number;
    readonly stop_bounce_percent: number;
    readonly stop_complaint_percent: number;
    readonly stop_minimum: number;
    readonly optimized_after_hours: number;
    readonly optimized_open_percent: number;
    readonly optimized_bounce_percent: number;
    readonly optimized_complaint_percent: number;
    readonly optimized_good_campaigns: number;
    readonly hourly_mails: number | null;
    readonly daily_mails: number | null;
    readonly monthly_mails: number | null;
    readonly approval: 'off' | 'findings' | 'always';
  };
  /** Settings that the operator changed for this account. */
  readonly overrides: Readonly<Record<string, number | string>>;
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
  readonly form_limit: number | null;
  readonly campaign_monthly_quota: number | null;
  readonly campaign_daily_quota: number | null;
  readonly campaign_hourly_quota: number | null;
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
  readonly form_limit: number | null;
  readonly campaign_monthly_quota: number | null;
  readonly campaign_daily_quota: number | null;
  readonly campaign_hourly_quota: number | null;
  readonly accounts: number;
}
interface OperatedQueues {
  readonly waiting: {
    readonly total: number;
    /** Whether the actual number is higher than the count. */
    readonly is_at_least: boolean;
    readonly by_class: readonly {
      readonly class: string;
      readonly waiting: number;
    }[];
  };
  readonly sites: readonly {
    readonly site: string;
    readonly waiting: number;
    /** Number of open connections. */
    readonly in_flight: number;
    /** Current limit of connections to the site. */
    readonly window: number;
    readonly per_second: number;
    readonly resting_until: string | null;
    /** Last reply from the site that limited sending. */
    readonly last_reply: string | null;
    readonly stopped: OperatedStop | null;
    readonly workers: readonly {
      readonly worker: number;
      readonly waiting: number;
      /** Number of open connections. */
      readonly in_flight: number;
      /** Current limit of connections to the site. */
      readonly window: number;
      readonly per_second: number;
      readonly resting_until: string | null;
      /** Last reply from the site that limited sending. */
      readonly last_reply: string | null;
    }[];
  }[];
  readonly stops: readonly OperatedStop[];
  /** Until when no new email is accepted because of maintenance; null if email is accepted. */
  readonly draining_until: string | null;
  readonly domains: readonly {
    readonly domain: string;
    readonly waiting: number;
    readonly due: number;
    readonly oldest_due_at: string | null;
    readonly next_at: string | null;
  }[];
  /** Number of recipients that were examined to count domains. */
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
  /** Oldest first, without gaps. `at` is the start of the hour or UTC day. */
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
  /** From acceptance to delivery, over the newest messages. Null if none of them was delivered. */
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
    /** The UTC day on which the quota runs out at the current rate. */
    readonly runs_out_on: string | null;
  };
  readonly latest: readonly ListedMessage[];
}
interface OwnAccounts {
  readonly accounts: readonly {
    readonly id: number;
    readonly name: string;
    readonly role: 'owner' | 'admin' | 'member' | 'read_only';
    /** Number of other members. */
    readonly others: number;
    /** Whether the person is the only owner. The account then needs another owner, or must be deleted, first. */
    readonly hinders: boolean;
    /** False for the operator’s own account. */
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
  /** Numbers of sessions, access tokens and connected applications that were revoked. */
  readonly ended: {
    readonly sessions: number;
    readonly access_tokens: number;
    readonly applications: number;
  };
}
interface PersonData {
  readonly address: string;
  /** Fields, lists, tags, and the times of the last send, open and click. */
  readonly contact: Readonly<Record<string, unknown>> | null;
  readonly consents: readonly Consent[];
  /** The latest sign-up, and the changes that apply once it is confirmed. */
  readonly sign_up: Readonly<Record<string, unknown>> | null;
  readonly suppression: {
    readonly reason: string;
    readonly detail: string | null;
    readonly created_at: string;
  } | null;
  /** Unsubscribes by email. */
  readonly unsubscriptions: readonly {
    readonly created_at: string;
  }[];
  readonly full_mailboxes: readonly {
    readonly count: number;
    readonly first_at: string;
    readonly last_at: string;
  }[];
  /** Stored transactional messages with their events, without bodies. */
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly mailings: readonly Readonly<Record<string, unknown>>[];
  /** Campaign emails with their opens and clicks. */
  readonly campaigns: readonly Readonly<Record<string, unknown>>[];
  /** Automations that the contact entered, with the number of emails sent. */
  readonly automations: readonly Readonly<Record<string, unknown>>[];
  /** Rejected rows of imported files that contain the address. */
  readonly imports: readonly Readonly<Record<string, unknown>>[];
  /** False if reading the data took too long and the result is incomplete. */
  readonly complete: boolean;
}
interface Problem {
  /** The HTTP status. */
  readonly status: number;
  /** The error code, as listed at `/docs/errors`. */
  readonly name: string;
  /** What went wrong. */
  readonly message: string;
  /** How to fix it. */
  readonly fix: string;
  /** Link to the documentation of the error. */
  readonly link: string;
  /** The value of the header `x-request-id`. It is also in the log. */
  readonly request_id: string;
  /** With status 422: the problems of each invalid field, by its dotted path. */
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The safeguard that holds the campaign. */
  readonly gate?: string | undefined;
  /** The figures that the safeguard checked and their limits. */
  readonly limits?: Readonly<Record<string, number | string | null>> | undefined;
  /** When the hold ends automatically, or null if someone must act first. */
  readonly lifts_at?: string | null | undefined;
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
  /** API keys that the person created. They keep working. */
  readonly keys: readonly DashboardKey[];
}
interface SenderDomain {
  readonly id: number;
  readonly domain: string;
  /** Always null, because there is no other provider. */
  readonly provider_whitelabel_domain_id: number | null;
  /** Always null. Present for clients that expect it. */
  readonly sendgrid_whitelabel_domain_id: null;
  readonly status: 'pending' | 'verified' | 'failed';
  /** Host of links in its emails once its record is found. A Postrider addition. */
  readonly tracking_host: string | null;
  /** Null while the domain cannot be used for sending. */
  readonly validated_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}
interface SenderDomainWithDns {
  readonly id: number;
  readonly domain: string;
  /** Always null, because there is no other provider. */
  readonly provider_whitelabel_domain_id: number | null;
  /** Always null. Present for clients that expect it. */
  readonly sendgrid_whitelabel_domain_id: null;
  readonly status: 'pending' | 'verified' | 'failed';
  /** Host of links in its emails once its record is found. A Postrider addition. */
  readonly tracking_host: string | null;
  /** Null while the domain cannot be used for sending. */
  readonly validated_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** The DNS records to publish, by name. Records that contain the host name of this server require POSTRIDER_HOSTNAME. */
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
    /** Same as in `GET /dashboard/account/status`. */
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
interface StoppedCampaign {
  readonly account: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
  };
  readonly campaign: {
    readonly id: number;
    readonly title: string;
  };
  readonly reason: string;
  readonly stopped_at: string;
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
  /** Percentage with two decimals. */
  readonly delivery_rate: number;
  /** Percentage with two decimals. */
  readonly bounce_rate: number;
  /** Percentage with two decimals. */
  readonly complaint_rate: number;
  /** Percentage with two decimals. */
  readonly failure_rate: number;
  /** Percentage with two decimals. */
  readonly open_rate: number;
  /** Percentage with two decimals. */
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
    /** Percentage with two decimals. */
    readonly delivery_rate: number;
    /** Percentage with two decimals. */
    readonly bounce_rate: number;
    /** Percentage with two decimals. */
    readonly complaint_rate: number;
    /** Percentage with two decimals. */
    readonly failure_rate: number;
    /** Percentage with two decimals. */
    readonly open_rate: number;
    /** Percentage with two decimals. */
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
  /** The URI as a QR code (SVG). */
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
    /** Emails sent this month beyond the monthly quota. */
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
  /** ID of the account, used as `user_id` in its resources. */
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly contacts_count: number;
  /** 9007199254740991 if the plan has no limit. */
  readonly contact_limit: number;
  readonly created_at: string;
  readonly updated_at: string;
}
interface WaitingCampaignContent {
  readonly account: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
  };
  readonly campaign: {
    readonly id: number;
    /** A regular campaign, the confirmation email, or an automation email. */
    readonly kind: 'campaign' | 'confirmation' | 'automation';
    readonly title: string;
    readonly subject: string;
    readonly from_name: string;
    readonly from_email: string;
  };
  readonly findings: readonly {
    readonly check: 'blocked_host' | 'merged_host' | 'blocked_word' | 'spam' | 'spam_filter_silent';
    readonly message: string;
  }[];
  readonly asked_at: string;
  /** ID of the entry, for use as `after`. */
  readonly id: string;
}
interface Webhook {
  readonly url: string;
  readonly format: 'native' | 'compatible';
  readonly events: readonly ('sent' | 'delivered' | 'delayed' | 'bounced' | 'complained' | 'failed' | 'opened' | 'clicked' | 'suppressed' | 'alert')[];
  readonly enabled: boolean;
  /** `gone`: the receiver returned 410. */
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
  /** The headers that were sent. Signatures are omitted. */
  readonly request_headers: Readonly<Record<string, string>>;
  readonly answer: number | null;
  readonly answer_headers: Readonly<Record<string, string>> | null;
  /** The first 8 KB of the response body. */
  readonly answer_body: string | null;
  /** Why there was no response. */
  readonly fault: string | null;
}
interface WebhookDelivery {
  /** The ID of the delivery. */
  readonly id: string;
  /** The ID of the event in the payload. Resends and replays keep it. */
  readonly event_id: string;
  readonly event: string;
  readonly message_id: string | null;
  readonly recipient: string | null;
  readonly tag: string | null;
  /** Whether the event was created with POST /transactional/webhook/test. */
  readonly test: boolean;
  /** `held`: the event occurred while the webhook was disabled. It can be replayed. */
  readonly state: 'waiting' | 'received' | 'given_up' | 'held';
  /** The HTTP status of the last attempt. Null if there was no response or no attempt. */
  readonly answer: number | null;
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
  /** Null for the URL of the webhook. */
  readonly url: string | null;
  readonly replay_id: string | null;
  /** When the event occurred. */
  readonly occurred_at: string;
  /** When the delivery was created. */
  readonly created_at: string;
}
interface WebhookDeliveryInFull {
  /** The ID of the delivery. */
  readonly id: string;
  /** The ID of the event in the payload. Resends and replays keep it. */
  readonly event_id: string;
  readonly event: string;
  readonly message_id: string | null;
  readonly recipient: string | null;
  readonly tag: string | null;
  /** Whether the event was created with POST /transactional/webhook/test. */
  readonly test: boolean;
  /** `held`: the event occurred while the webhook was disabled. It can be replayed. */
  readonly state: 'waiting' | 'received' | 'given_up' | 'held';
  /** The HTTP status of the last attempt. Null if there was no response or no attempt. */
  readonly answer: number | null;
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
  /** Null for the URL of the webhook. */
  readonly url: string | null;
  readonly replay_id: string | null;
  /** When the event occurred. */
  readonly occurred_at: string;
  /** When the delivery was created. */
  readonly created_at: string;
  readonly format: 'native' | 'compatible' | null;
  /** The exact body of each attempt. Null before the first attempt. */
  readonly body: string | null;
  readonly attempts: readonly WebhookAttempt[];
}
interface WebhookHealth {
  readonly state: 'enabled' | 'disabled';
  readonly disabled_by: string | null;
  readonly disabled_at: string | null;
  /** Null if the last attempt succeeded. */
  readonly failing_since: string | null;
  /** The number of failed attempts since then. */
  readonly failures: number;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  readonly last_failure: string | null;
  /** The number of waiting deliveries, counted up to 10,000. */
  readonly waiting: number;
  /** When the oldest due delivery became due. Null if none is due. */
  readonly due_since: string | null;
  readonly last_24_hours: {
    /** The number of attempts. Only the newest 10,000 are counted. */
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
  /** The number of deliveries queued so far. */
  readonly queued: number;
  /** The position in the log up to which the replay has read. */
  readonly looked_until: string;
  /** Deliveries created later are not included. */
  readonly until: string;
  readonly created_at: string;
  readonly finished_at: string | null;
}
interface WebhookSignatureVerdict {
  /** Whether a verifier that follows the documentation accepts the request. */
  readonly valid: boolean;
  readonly problem: 'header_missing' | 'header_of_other_format' | 'header_malformed' | 'body_changed' | 'wrong_secret' | 'not_signed_by_webhook' | 'wrong_computation' | 'comparison' | 'timestamp_out_of_tolerance' | null;
  readonly message: string;
  readonly fix: string | null;
  readonly format: 'native' | 'compatible';
  readonly header: string | null;
  /** The number of signatures in the header. */
  readonly signatures: number;
  /** The secrets of the webhook that signed this body. */
  readonly signed_by: readonly ('current' | 'previous')[];
  readonly signed_at: string | null;
  /** The age of the signature. Negative if it is in the future. */
  readonly age_seconds: number | null;
}
interface WebhookTimeline {
  readonly from: string;
  readonly to: string;
  /** The length of an interval. */
  readonly step_seconds: number;
  /** If false, only deliveries created since `looked_from` are counted. */
  readonly is_complete: boolean;
  readonly looked_from: string;
  readonly data: readonly {
    /** The start of the interval. */
    readonly at: string;
    readonly received: number;
    /** Deliveries whose last attempt did not return 2xx. */
    readonly failed: number;
    /** Deliveries that have not been attempted yet. */
    readonly waiting: number;
    /** Deliveries created while the webhook was disabled. */
    readonly held: number;
  }[];
  readonly answers: readonly {
    /** The HTTP status. Null if there was no response. */
    readonly answer: number | null;
    readonly deliveries: number;
  }[];
}
interface WebhookWithSecret {
  readonly url: string;
  readonly format: 'native' | 'compatible';
  readonly events: readonly ('sent' | 'delivered' | 'delayed' | 'bounced' | 'complained' | 'failed' | 'opened' | 'clicked' | 'suppressed' | 'alert')[];
  readonly enabled: boolean;
  /** `gone`: the receiver returned 410. */
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
  /** The signing secret. Only returned here. */
  readonly secret: string;
}
export interface Operations {
  'POST /transactional/emails': {
    input: { body: {
        /** `address` or `Display Name <address>`. */
        readonly from: string;
        /** The recipients. */
        readonly to: readonly string[];
        /** The Cc recipients, at most 50 addresses combined with `bcc`. */
        readonly cc?: readonly string[] | null | undefined;
        /** The Bcc recipients, at most 50 addresses combined with `cc`. */
        readonly bcc?: readonly string[] | null | undefined;
        /** The address for replies. */
        readonly reply_to?: string | null | undefined;
        /** At most 998 characters. */
        readonly subject: string;
        /** HTML body, at most 500 KB. */
        readonly html?: string | null | undefined;
        /** Plain-text body, at most 100 KB. */
        readonly text?: string | null | undefined;
        /** The type of email in lowercase, for example `password_reset`. */
        readonly tag?: string | null | undefined;
        /** At most 20 custom headers: `List-*`, `X-*`, and threading headers. */
        readonly headers?: Readonly<Record<string, string>> | null | undefined;
        /** The idempotency key of this email, 1 to 256 characters, like the `Idempotency-Key` header. */
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
      /** The value for `after` (or `before`) that returns the next page. */
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
          /** The Cc recipients, at most 50 addresses combined with `bcc`. */
          readonly cc?: readonly string[] | null | undefined;
          /** The Bcc recipients, at most 50 addresses combined with `cc`. */
          readonly bcc?: readonly string[] | null | undefined;
          /** The address for replies. */
          readonly reply_to?: string | null | undefined;
          /** At most 998 characters. */
          readonly subject: string;
          /** HTML body, at most 500 KB. */
          readonly html?: string | null | undefined;
          /** Plain-text body, at most 100 KB. */
          readonly text?: string | null | undefined;
          /** The type of email in lowercase, for example `password_reset`. */
          readonly tag?: string | null | undefined;
          /** At most 20 custom headers: `List-*`, `X-*`, and threading headers. */
          readonly headers?: Readonly<Record<string, string>> | null | undefined;
          /** The idempotency key of this email, 1 to 256 characters, like the `Idempotency-Key` header. */
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
        /** Email address. */
        readonly address?: string | null | undefined;
        /** Several email addresses. */
        readonly addresses?: readonly string[] | null | undefined;
        /** A note, up to 500 characters. */
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
        /** Reason for the removal, 1 to 500 characters. It is stored in the audit log. */
        readonly why: string;
      } };
    answer: {
      readonly message: string;
    };
  };
  'POST /dashboard/suppressions/removal': {
    input: { body: {
        /** Reason for the removal, 1 to 500 characters. It is stored in the audit log. */
        readonly why: string;
        /** The addresses to remove. */
        readonly addresses?: readonly string[] | undefined;
        /** Instead of addresses: removes all addresses that match, up to 1000 per request. */
        readonly matching?: {
          /** Only entries with this reason: bounced, complained, manual. */
          readonly reason?: string | undefined;
          /** Only addresses that begin with this text. */
          readonly query?: string | undefined;
          /** Only addresses that were on the list at this time (ISO 8601). */
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
        /** The tag to monitor. */
        readonly tag: string;
        /** A rate, or `silence`. */
        readonly kind: 'bounce_rate' | 'complaint_rate' | 'failure_rate' | 'silence';
        /** Threshold of a rate, 0 to 99.99 with up to two decimals. The alert fires above it. */
        readonly threshold_percent?: number | null | undefined;
        /** Time window in minutes. An hour that begins within the window counts in full. */
        readonly window_minutes: number;
        /** For rates: minimum number of results in the window. The default is 20. */
        readonly minimum_volume?: number | null | undefined;
        /** Address to notify; null uses the address of the account. */
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
        /** The tag to monitor. */
        readonly tag?: string | undefined;
        /** A rate, or `silence`. */
        readonly kind?: 'bounce_rate' | 'complaint_rate' | 'failure_rate' | 'silence' | undefined;
        /** Threshold of a rate, 0 to 99.99 with up to two decimals. The alert fires above it. */
        readonly threshold_percent?: number | null | undefined;
        /** Time window in minutes. An hour that begins within the window counts in full. */
        readonly window_minutes?: number | undefined;
        /** For rates: minimum number of results in the window. The default is 20. */
        readonly minimum_volume?: number | null | undefined;
        /** Address to notify; null uses the address of the account. */
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
        /** The URL that receives events: https, on the public internet, at most 2048 characters. */
        readonly url?: string | undefined;
        /** The format of payloads and headers. Default: `native`. `compatible` is the format of Resend and Svix. */
        readonly format?: 'native' | 'compatible' | undefined;
        /** The events to send. Default: all except `opened`, `clicked`, `suppressed`, `alert`. Without `suppressed`, suppressed recipients are sent as `failed`. */
        readonly events?: readonly ('sent' | 'delivered' | 'delayed' | 'bounced' | 'complained' | 'failed' | 'opened' | 'clicked' | 'suppressed' | 'alert')[] | undefined;
        /** If false, events are held and can be replayed. */
        readonly enabled?: boolean | undefined;
        /** Send a single signature in the compatible format, for receivers that compare the whole header to one value. Default: false. Does not apply to `X-Service-Signature`. */
        readonly single_signature?: boolean | undefined;
        /** Send a `v1` signature of both secrets in `X-Service-Signature` during a rotation. Default: false; only the previous secret signs until the new one is activated. */
        readonly both_signatures?: boolean | undefined;
        /** An existing secret, `whsec_` and base64. Generated if absent. */
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
        /** An existing secret, `whsec_` and base64. Generated if absent. */
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
        /** The headers that the receiver got, by name. Headers without a meaning for webhooks are ignored. */
        readonly headers: Readonly<Record<string, string>>;
        /** The raw body that the receiver got, as a string rather than parsed JSON. */
        readonly body: string;
        /** The header that the receiver's verifier reads: `native` for X-Service-Signature, `compatible` for svix-* or webhook-*. Default: the webhook's format. */
        readonly verifier?: 'native' | 'compatible' | undefined;
        /** The secret configured at the receiver. */
        readonly secret?: string | undefined;
        /** The signature that the receiver computed, in hex or base64. */
        readonly computed?: string | undefined;
        /** The ISO 8601 time of the receiver's clock when it got the request. Default: now. */
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
      /** The value for `after` (or `before`) that returns the next page. */
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
        /** The type of event. Default: `delivered`. */
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
        /** Only these events, comma-separated: sent, delivered, delayed, bounced, complained, failed, opened, clicked, suppressed, alert. */
        readonly event?: string | undefined;
        /** Only deliveries in these states, comma-separated: waiting, received, given_up, held. */
        readonly state?: string | undefined;
        /** Only deliveries with this response to the last attempt, comma-separated: a status (410), a class (5xx), or none for attempts without a response. */
        readonly answer?: string | undefined;
        /** Only events of messages with this tag, and alerts for the tag. */
        readonly tag?: string | undefined;
        /** Only events of this message. */
        readonly message_id?: string | undefined;
        /** Only events about this address. */
        readonly recipient?: string | undefined;
        /** Only deliveries of this replay. */
        readonly replay_id?: string | undefined;
        /** Only deliveries created at or after this ISO 8601 date-time. Required to prevent accidental replays of everything. */
        readonly created_after: string;
        /** Only deliveries created before this ISO 8601 date-time. */
        readonly created_before?: string | undefined;
        /** The number of deliveries per second. Default: 10. */
        readonly per_second?: number | undefined;
        /** A URL to use instead of the webhook’s. The same rules apply, and the same secret signs. */
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
        /** Email address of the person. */
        readonly email: string;
        readonly password: string;
      } };
    answer: SignIn;
  };
  'POST /dashboard/sign-in/second-factor': {
    input: { body: {
        /** Six-digit code, or a backup code. */
        readonly code: string;
        /** Whether to skip the code in this browser for 30 days. */
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
        /** The value after `#token=` in the link. */
        readonly token: string;
        /** Name shown to other members. */
        readonly name: string;
        /** Name of the account, usually the company name. */
        readonly account_name?: string | undefined;
        /** Email address of the person. */
        readonly email?: string | undefined;
        /** 10 to 128 characters. It must not be the email address or the name. */
        readonly password: string;
      } };
    answer: SignIn;
  };
  'POST /dashboard/password-reset': {
    input: { body: {
        /** Email address of the person. */
        readonly email: string;
      } };
    answer: {
      readonly message: string;
    };
  };
  'POST /dashboard/password-reset/finish': {
    input: { body: {
        /** The value after `#token=` in the link. */
        readonly token: string;
        /** 10 to 128 characters. It must not be the email address or the name. */
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
        /** Name shown to other members. */
        readonly name?: string | undefined;
        /** 10 to 128 characters. It must not be the email address or the name. */
        readonly password?: string | undefined;
      } | undefined };
    answer: Acceptance;
  };
  'PATCH /dashboard/me': {
    input: { body: {
        /** Name shown to other members. */
        readonly name: string;
      } };
    answer: {
      readonly message: string;
    };
  };
  'DELETE /dashboard/me': {
    input: { body: {
        /** Your email address, as confirmation. */
        readonly email: string;
        /** Required if the sign-in was more than 15 minutes ago. */
        readonly password?: string | undefined;
      } };
    answer: {
      readonly message: string;
    };
  };
  'POST /dashboard/me/email': {
    input: { body: {
        /** Email address of the person. */
        readonly email: string;
        readonly password: string;
      } };
    answer: {
      readonly message: string;
    };
  };
  'POST /dashboard/me/email/confirm': {
    input: { body: {
        /** The value after `#token=` in the link. */
        readonly token: string;
      } };
    answer: {
      readonly email: string;
    };
  };
  'POST /dashboard/me/password': {
    input: { body: {
        readonly current_password: string;
        /** 10 to 128 characters. It must not be the email address or the name. */
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
        /** Six-digit code, or a backup code. */
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
        /** Name shown to other members. */
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
        /** Email address of the person. */
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
        /** Name of the account, as confirmation. */
        readonly name: string;
        /** Required if the sign-in was more than 15 minutes ago. */
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
        /** Up to 100 characters. If empty, the email address of the account is used. */
        readonly name?: string | undefined;
        /** IANA time zone name, for example Europe/Berlin. Counts stay in UTC. */
        readonly timezone?: string | undefined;
        readonly overage_enabled?: boolean | undefined;
        /** Maximum cost of overage per month. */
        readonly overage_cap_usd?: number | undefined;
        /** Whether sends to suppressed addresses are accepted and reported instead of rejected. */
        readonly report_suppressed?: boolean | undefined;
        /** Whether the IP address of a consent is stored with it. Addresses already stored are kept. */
        readonly keeps_consent_ip?: boolean | undefined;
        /** Whether new contacts from sign-ups, or added one at a time, must confirm their address before they receive campaigns. Existing contacts are not affected. */
        readonly double_opt_in?: boolean | undefined;
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
        /** Domain name such as example.com, up to 191 characters. */
        readonly domain: string;
      } };
    answer: SenderDomainWithDns;
  };
  'GET /domains/{id}': {
    input: { params: { id: string } };
    answer: SenderDomainWithDns;
  };
  'PATCH /domains/{id}': {
    input: { params: { id: string }; body: {
        /** Host below the domain, like click.example.com, for links in its emails. It is used once its CNAME record is found. Null uses the public address of this installation. */
        readonly tracking_host: string | null;
      } };
    answer: SenderDomainWithDns;
  };
  'DELETE /domains/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
      /** Campaigns that use the domain as sender, with their current status; omitted if none. A Postrider addition. */
      readonly campaigns?: readonly {
        readonly id: number;
        readonly title: string;
        readonly status: string;
      }[];
    };
  };
  'GET /domains/{id}/zone-file': {
    input: { params: { id: string } };
    answer: string;
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
        /** Whether the new key signs as soon as its record is found. Use it if the current key is compromised. */
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
        /** Name of the token, up to 191 characters. */
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
  'POST /contacts': {
    input: { body: {
        /** Identifies the contact, case-insensitive. */
        readonly email: string;
        /** At most 191 characters. */
        readonly first_name?: string | null | undefined;
        /** At most 191 characters. */
        readonly last_name?: string | null | undefined;
        /** IP address that the contact signed up from. */
        readonly ip_address?: string | null | undefined;
        /** Lists to add the contact to. */
        readonly lists?: readonly (number | string)[] | number | string | null | undefined;
        /** Values of custom fields. Fields that are not given keep their values. */
        readonly contact_fields?: readonly {
          /** Name of a custom field. */
          readonly name: string;
          /** Null clears the value. */
          readonly value?: string | number | null | undefined;
        }[] | null | undefined;
        /** Postrider extension. Whether to record opens and clicks of the contact from now on. */
        readonly is_tracked?: boolean | undefined;
        /** Postrider extension. The consent of the contact. */
        readonly consent?: {
          /** The text that the contact agreed to. 1 to 5000 characters. */
          readonly text: string;
          /** When consent was given. Default: now. Future times are replaced by now. */
          readonly at?: string | undefined;
          /** IP address of the contact. Stored only if `keeps_consent_ip` is on for the account. */
          readonly ip?: string | undefined;
        } | undefined;
      } };
    answer: Contact;
  };
  'GET /contacts': {
    input: { query?: { query?: string | undefined; unsubscribed?: boolean | undefined; email?: string | undefined; count_only?: boolean | undefined; 'filter[query]'?: string | undefined; 'filter[email]'?: string | undefined; 'filter[unsubscribed]'?: boolean | undefined; 'filter[status]'?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined; 'filter[last_opened_after]'?: string | undefined; 'filter[last_opened_before]'?: string | undefined; 'filter[last_clicked_after]'?: string | undefined; 'filter[last_clicked_before]'?: string | undefined; 'filter[last_sent_after]'?: string | undefined; 'filter[last_sent_before]'?: string | undefined; 'filter[created_after]'?: string | undefined; 'filter[created_before]'?: string | undefined; 'filter[never_opened]'?: boolean | undefined; 'filter[never_clicked]'?: boolean | undefined; 'filter[never_sent]'?: boolean | undefined; 'filter[in_list_ids][]'?: readonly number[] | undefined; 'filter[not_in_list_ids][]'?: readonly number[] | undefined; 'filter[tag_ids][]'?: readonly number[] | undefined; 'filter[not_tag_ids][]'?: readonly number[] | undefined; 'filter[segment_id]'?: string | undefined; page?: string | undefined; per_page?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly Contact[];
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
    } | ContactCount;
  };
  'POST /contacts/batch': {
    input: { body: {
        readonly contacts: readonly {
          /** Identifies the contact, case-insensitive. */
          readonly email: string;
          /** At most 191 characters. */
          readonly first_name?: string | null | undefined;
          /** At most 191 characters. */
          readonly last_name?: string | null | undefined;
          /** Lists to add the contact to. */
          readonly lists?: readonly (number | string)[] | number | string | null | undefined;
          /** Postrider extension. The consent of the contact. */
          readonly consent?: {
            /** The text that the contact agreed to. 1 to 5000 characters. */
            readonly text: string;
            /** When consent was given. Default: now. Future times are replaced by now. */
            readonly at?: string | undefined;
            /** IP address of the contact. Stored only if `keeps_consent_ip` is on for the account. */
            readonly ip?: string | undefined;
          } | undefined;
        }[];
      } };
    answer: {
      readonly created: number;
      readonly updated: number;
    };
  };
  'GET /contacts/{id}': {
    input: { params: { id: string } };
    answer: Contact;
  };
  'PATCH /contacts/{id}': {
    input: { params: { id: string }; body?: {
        /** Address of the contact. It cannot be changed. */
        readonly email?: string | undefined;
        /** At most 191 characters. */
        readonly first_name?: string | null | undefined;
        /** At most 191 characters. */
        readonly last_name?: string | null | undefined;
        /** Replaces the list memberships of the contact. */
        readonly lists?: readonly (number | string)[] | number | string | null | undefined;
        /** Values of custom fields. Fields that are not given keep their values. */
        readonly contact_fields?: readonly {
          /** Name of a custom field. */
          readonly name: string;
          /** Null clears the value. */
          readonly value?: string | number | null | undefined;
        }[] | null | undefined;
        /** Postrider extension. Whether to record opens and clicks of the contact from now on. */
        readonly is_tracked?: boolean | undefined;
      } | undefined };
    answer: Contact;
  };
  'DELETE /contacts/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /contacts/{id}/activity': {
    input: { params: { id: string }; query?: { page?: string | undefined; per_page?: string | undefined } | undefined };
    answer: ContactActivity;
  };
  'PATCH /unsubscribe': {
    input: { body: {
        /** Identifies the contact, case-insensitive. */
        readonly email: string;
      } };
    answer: Contact;
  };
  'POST /contacts/unsubscribe': {
    input: { body: {
        /** Identifies the contact, case-insensitive. */
        readonly email: string;
      } };
    answer: Contact;
  };
  'POST /lists/{list_id}/contacts': {
    input: { params: { list_id: string }; body: {
        readonly contact_id: number | string;
      } };
    answer: Contact;
  };
  'GET /lists/{list_id}/contacts': {
    input: { params: { list_id: string }; query?: { query?: string | undefined; page?: string | undefined; per_page?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly Contact[];
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
  'DELETE /lists/{list_id}/contacts/{contact_id}': {
    input: { params: { list_id: string; contact_id: string } };
    answer: Contact;
  };
  'GET /contacts/{contact_id}/tags': {
    input: { params: { contact_id: string } };
    answer: readonly ContactTag[];
  };
  'POST /contacts/{contact_id}/tags/{tag_id}': {
    input: { params: { contact_id: string; tag_id: string } };
    answer: readonly ContactTag[];
  };
  'DELETE /contacts/{contact_id}/tags/{tag_id}': {
    input: { params: { contact_id: string; tag_id: string } };
    answer: readonly ContactTag[];
  };
  'GET /lists': {
    input: { query?: { page?: string | undefined; per_page?: string | undefined; query?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly ContactList[];
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
  'POST /lists': {
    input: { body: {
        /** At most 191 characters. */
        readonly name: string;
      } };
    answer: ContactList;
  };
  'GET /lists/{id}': {
    input: { params: { id: string } };
    answer: ContactList;
  };
  'PATCH /lists/{id}': {
    input: { params: { id: string }; body: {
        /** At most 191 characters. */
        readonly name: string;
      } };
    answer: ContactList;
  };
  'DELETE /lists/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /contacts/unsubscribed': {
    input: { query?: { query?: string | undefined; page?: string | undefined; per_page?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly Contact[];
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
  'GET /contact-tags': {
    input: { query?: { page?: string | undefined; per_page?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly ContactTag[];
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
  'POST /contact-tags': {
    input: { body: {
        /** At most 191 characters. Unique within the account, case-insensitive. */
        readonly name: string;
        /** One of #FF644D, #C2410C, #A16207, #4D7C0F, #15803D, #0F766E, #0369A1, #1D4ED8, #6D28D9, #A21CAF, #BE185D, #475569. Default: the next color in this order. */
        readonly color?: string | null | undefined;
      } };
    answer: ContactTag;
  };
  'GET /contact-tags/{id}': {
    input: { params: { id: string } };
    answer: ContactTag;
  };
  'PATCH /contact-tags/{id}': {
    input: { params: { id: string }; body?: {
        /** At most 191 characters. Unique within the account, case-insensitive. */
        readonly name?: string | undefined;
        /** One of #FF644D, #C2410C, #A16207, #4D7C0F, #15803D, #0F766E, #0369A1, #1D4ED8, #6D28D9, #A21CAF, #BE185D, #475569. Default: the next color in this order. */
        readonly color?: string | null | undefined;
      } | undefined };
    answer: ContactTag;
  };
  'DELETE /contact-tags/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /contact-fields': {
    input: { query?: { page?: string | undefined; per_page?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly ContactField[];
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
  'POST /contact-fields': {
    input: { body: {
        /** At most 191 characters. */
        readonly label: string;
        /** Type of the values: 0abe5601-7738-43c8-858f-81911ecf89ee (text), e43c6471-b3ff-4541-80c5-964c62decd15 (number), fe7dd76c-5113-4159-bc7c-0dbf0ed8d404 (date). */
        readonly contact_field_type_id: string;
      } };
    answer: ContactField;
  };
  'GET /user/contact-fields': {
    input: { query?: { page?: string | undefined; per_page?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly ContactField[];
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
  'GET /contact-fields/{id}': {
    input: { params: { id: string } };
    answer: ContactField;
  };
  'PATCH /contact-fields/{id}': {
    input: { params: { id: string }; body: {
        /** At most 191 characters. */
        readonly label: string;
        /** The current type. It cannot be changed. */
        readonly contact_field_type_id?: string | undefined;
      } };
    answer: ContactField;
  };
  'DELETE /contact-fields/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /contact-segments': {
    input: { query?: { page?: string | undefined; per_page?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly ContactSegment[];
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
  'POST /contact-segments': {
    input: { body: {
        /** At most 191 characters. Unique within the account, case-insensitive. */
        readonly name: string;
        /** The filter conditions of `GET /contacts`, at least one. A segment cannot refer to another segment. */
        readonly filter: {
          /** Words that must all occur in the email address or name. Words of fewer than three characters only match at the start of the address or a name. */
          readonly query?: string | undefined;
          /** The contact with exactly this address. */
          readonly email?: string | undefined;
          /** If true, only unsubscribed contacts; if false, only contacts that have not unsubscribed. */
          readonly unsubscribed?: boolean | undefined;
          /** `active` contacts can receive email. They are `engaged` (opened within 90 days), `new` (never opened, and never sent to or first sent to within 60 days) or otherwise `inactive`. The other values say why a contact does not receive email. */
          readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
          /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
          readonly last_opened_after?: string | undefined;
          /** Contacts whose last open was before this ISO 8601 date or date-time, excluding those that never opened. */
          readonly last_opened_before?: string | undefined;
          /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
          readonly last_clicked_after?: string | undefined;
          /** Contacts whose last click was before this ISO 8601 date or date-time, excluding those that never clicked. */
          readonly last_clicked_before?: string | undefined;
          /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
          readonly last_sent_after?: string | undefined;
          /** Contacts that were last sent to before this ISO 8601 date or date-time, excluding those that were never sent to. */
          readonly last_sent_before?: string | undefined;
          /** Contacts created on or after this ISO 8601 date or date-time. */
          readonly created_after?: string | undefined;
          /** Contacts created before this ISO 8601 date or date-time. */
          readonly created_before?: string | undefined;
          /** If true, only contacts that never opened. */
          readonly never_opened?: boolean | undefined;
          /** If true, only contacts that never clicked. */
          readonly never_clicked?: boolean | undefined;
          /** If true, only contacts that were never sent to. */
          readonly never_sent?: boolean | undefined;
          /** Contacts in any of these lists. */
          readonly in_list_ids?: readonly number[] | undefined;
          /** Contacts in none of these lists. */
          readonly not_in_list_ids?: readonly number[] | undefined;
          /** Contacts with any of these tags. */
          readonly tag_ids?: readonly number[] | undefined;
          /** Contacts with none of these tags. */
          readonly not_tag_ids?: readonly number[] | undefined;
          /** Contacts that opened this campaign. */
          readonly opened_campaign_id?: number | undefined;
          /** Contacts that received this campaign and did not open it. */
          readonly not_opened_campaign_id?: number | undefined;
          /** Contacts that clicked a link in this campaign. */
          readonly clicked_campaign_id?: number | undefined;
        };
      } };
    answer: ContactSegmentInFull;
  };
  'GET /contact-segments/{id}': {
    input: { params: { id: string }; query?: { count?: string | undefined } | undefined };
    answer: ContactSegmentInFull;
  };
  'PATCH /contact-segments/{id}': {
    input: { params: { id: string }; body?: {
        /** At most 191 characters. Unique within the account, case-insensitive. */
        readonly name?: string | undefined;
        /** The filter conditions of `GET /contacts`, at least one. A segment cannot refer to another segment. */
        readonly filter?: {
          /** Words that must all occur in the email address or name. Words of fewer than three characters only match at the start of the address or a name. */
          readonly query?: string | undefined;
          /** The contact with exactly this address. */
          readonly email?: string | undefined;
          /** If true, only unsubscribed contacts; if false, only contacts that have not unsubscribed. */
          readonly unsubscribed?: boolean | undefined;
          /** `active` contacts can receive email. They are `engaged` (opened within 90 days), `new` (never opened, and never sent to or first sent to within 60 days) or otherwise `inactive`. The other values say why a contact does not receive email. */
          readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
          /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
          readonly last_opened_after?: string | undefined;
          /** Contacts whose last open was before this ISO 8601 date or date-time, excluding those that never opened. */
          readonly last_opened_before?: string | undefined;
          /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
          readonly last_clicked_after?: string | undefined;
          /** Contacts whose last click was before this ISO 8601 date or date-time, excluding those that never clicked. */
          readonly last_clicked_before?: string | undefined;
          /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
          readonly last_sent_after?: string | undefined;
          /** Contacts that were last sent to before this ISO 8601 date or date-time, excluding those that were never sent to. */
          readonly last_sent_before?: string | undefined;
          /** Contacts created on or after this ISO 8601 date or date-time. */
          readonly created_after?: string | undefined;
          /** Contacts created before this ISO 8601 date or date-time. */
          readonly created_before?: string | undefined;
          /** If true, only contacts that never opened. */
          readonly never_opened?: boolean | undefined;
          /** If true, only contacts that never clicked. */
          readonly never_clicked?: boolean | undefined;
          /** If true, only contacts that were never sent to. */
          readonly never_sent?: boolean | undefined;
          /** Contacts in any of these lists. */
          readonly in_list_ids?: readonly number[] | undefined;
          /** Contacts in none of these lists. */
          readonly not_in_list_ids?: readonly number[] | undefined;
          /** Contacts with any of these tags. */
          readonly tag_ids?: readonly number[] | undefined;
          /** Contacts with none of these tags. */
          readonly not_tag_ids?: readonly number[] | undefined;
          /** Contacts that opened this campaign. */
          readonly opened_campaign_id?: number | undefined;
          /** Contacts that received this campaign and did not open it. */
          readonly not_opened_campaign_id?: number | undefined;
          /** Contacts that clicked a link in this campaign. */
          readonly clicked_campaign_id?: number | undefined;
        } | undefined;
      } | undefined };
    answer: ContactSegmentInFull;
  };
  'DELETE /contact-segments/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'POST /contacts/bulk-actions': {
    input: { body: {
        readonly action: 'apply_tag' | 'remove_tag' | 'add_to_list' | 'remove_from_list';
        /** ID of a tag for `apply_tag` and `remove_tag`, or of a list for `add_to_list` and `remove_from_list`. */
        readonly target_id: number;
        /** If `true`, only counts the matching contacts and changes nothing. */
        readonly dry_run?: boolean | undefined;
        /** The filter conditions of `GET /contacts`, plus `opened_campaign_id`, `not_opened_campaign_id` and `clicked_campaign_id`. At least one condition is required, unless this is a dry run. */
        readonly filter?: {
          /** Words that must all occur in the email address or name. Words of fewer than three characters only match at the start of the address or a name. */
          readonly query?: string | undefined;
          /** The contact with exactly this address. */
          readonly email?: string | undefined;
          /** If true, only unsubscribed contacts; if false, only contacts that have not unsubscribed. */
          readonly unsubscribed?: boolean | undefined;
          /** `active` contacts can receive email. They are `engaged` (opened within 90 days), `new` (never opened, and never sent to or first sent to within 60 days) or otherwise `inactive`. The other values say why a contact does not receive email. */
          readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
          /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
          readonly last_opened_after?: string | undefined;
          /** Contacts whose last open was before this ISO 8601 date or date-time, excluding those that never opened. */
          readonly last_opened_before?: string | undefined;
          /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
          readonly last_clicked_after?: string | undefined;
          /** Contacts whose last click was before this ISO 8601 date or date-time, excluding those that never clicked. */
          readonly last_clicked_before?: string | undefined;
          /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
          readonly last_sent_after?: string | undefined;
          /** Contacts that were last sent to before this ISO 8601 date or date-time, excluding those that were never sent to. */
          readonly last_sent_before?: string | undefined;
          /** Contacts created on or after this ISO 8601 date or date-time. */
          readonly created_after?: string | undefined;
          /** Contacts created before this ISO 8601 date or date-time. */
          readonly created_before?: string | undefined;
          /** If true, only contacts that never opened. */
          readonly never_opened?: boolean | undefined;
          /** If true, only contacts that never clicked. */
          readonly never_clicked?: boolean | undefined;
          /** If true, only contacts that were never sent to. */
          readonly never_sent?: boolean | undefined;
          /** Contacts in any of these lists. */
          readonly in_list_ids?: readonly number[] | undefined;
          /** Contacts in none of these lists. */
          readonly not_in_list_ids?: readonly number[] | undefined;
          /** Contacts with any of these tags. */
          readonly tag_ids?: readonly number[] | undefined;
          /** Contacts with none of these tags. */
          readonly not_tag_ids?: readonly number[] | undefined;
          /** Postrider extension. Contacts in this segment. */
          readonly segment_id?: number | undefined;
          /** Contacts that opened this campaign. */
          readonly opened_campaign_id?: number | undefined;
          /** Contacts that received this campaign and did not open it. */
          readonly not_opened_campaign_id?: number | undefined;
          /** Contacts that clicked a link in this campaign. */
          readonly clicked_campaign_id?: number | undefined;
        } | undefined;
      } };
    answer: ContactBulkAction;
  };
  'GET /contacts/bulk-actions/{id}': {
    input: { params: { id: string } };
    answer: ContactBulkAction;
  };
  'GET /contacts/{id}/consents': {
    input: { params: { id: string }; query?: { page?: string | undefined; per_page?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly Consent[];
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
  'GET /contacts/{id}/data': {
    input: { params: { id: string } };
    answer: PersonData;
  };
  'POST /contacts/{id}/erase': {
    input: { params: { id: string }; body: {
        /** The full email address. */
        readonly email: string;
      } };
    answer: Erasure;
  };
  'POST /privacy/erase': {
    input: { body: {
        /** The full email address. */
        readonly email: string;
      } };
    answer: Erasure;
  };
  'GET /privacy/erasures/{id}': {
    input: { params: { id: string } };
    answer: Erasure;
  };
  'POST /contacts/imports': {
    input: { query?: { file_name?: string | undefined; note?: string | undefined } | undefined };
    answer: Import;
  };
  'GET /contacts/imports': {
    input: {};
    answer: {
      readonly data: readonly Import[];
    };
  };
  'POST /contacts/imports/{id}/cancel': {
    input: { params: { id: string } };
    answer: Import;
  };
  'GET /contacts/imports/{id}/rejects': {
    input: { params: { id: string } };
    answer: string;
  };
  'GET /contacts/imports/{id}': {
    input: { params: { id: string } };
    answer: Import;
  };
  'GET /contacts/imports/{id}/preview': {
    input: { params: { id: string }; query?: { mapping?: readonly string[] | undefined; has_header?: 'true' | 'false' | undefined; date_order?: 'month_first' | 'day_first' | undefined; encoding?: string | undefined } | undefined };
    answer: {
      readonly encoding: 'UTF-8' | 'UTF-16 LE' | 'UTF-16 BE' | 'Windows-1250' | 'Windows-1251' | 'Windows-1252' | 'Windows-1253' | 'Windows-1254' | 'Windows-1255' | 'Windows-1256' | 'Windows-1257' | 'Windows-1258' | 'Windows-874' | 'ISO-8859-1' | 'ISO-8859-2' | 'ISO-8859-3' | 'ISO-8859-4' | 'ISO-8859-5' | 'ISO-8859-6' | 'ISO-8859-7' | 'ISO-8859-8' | 'ISO-8859-9' | 'ISO-8859-10' | 'ISO-8859-13' | 'ISO-8859-14' | 'ISO-8859-15' | 'ISO-8859-16' | 'KOI8-R' | 'KOI8-U' | 'Mac Roman' | 'Mac Central European' | 'Mac Cyrillic' | 'Mac Greek' | 'Mac Turkish' | 'IBM437' | 'IBM850' | 'IBM852' | 'IBM866' | 'Shift_JIS' | 'EUC-JP' | 'GB18030' | 'Big5' | 'EUC-KR';
      readonly delimiter: string;
      /** Line number of the header row, or of the first row. Title rows above it are not imported. */
      readonly first_line: number;
      /** Rows near the beginning of the file whose cells cannot be separated. They will be rejected. */
      readonly unreadable: readonly {
        readonly line: number;
        readonly reason: string;
      }[];
      readonly rows: readonly (readonly string[])[];
      /** The service that exported the file, if recognized: mailchimp, listmonk, kit, sendfox, mailtrain, phplist, beehiiv, buttondown. */
      readonly vendor: string | null;
      readonly has_header: boolean;
      /** Detected content of each column. */
      readonly columns: readonly {
        readonly heading: string;
        /** One of ignore, email, name, first_name, last_name, ip_address, created_at, confirmed_at, status, unsubscribed_at, bounced_at, invalid_at, lists, tags, attributes, `field:<name>` for an existing custom field, or `new_field:<label>`. */
        readonly target: string;
      }[];
      /** Status of contacts whose row does not specify one. */
      readonly status: 'subscribed' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid';
      /** Null if it cannot be detected. */
      readonly date_order: 'month_first' | 'day_first' | null;
      /** Whether a column has ambiguous dates. If so, `date_order` is required to start the import. */
      readonly needs_date_order: boolean;
      /** All values of the consent columns in the file, except dates. */
      readonly statuses: readonly {
        /** Index of the column, starting at 0. */
        readonly column: number;
        /** The value as it appears in the column, case-insensitive. An empty string means empty cells. */
        readonly value: string;
        /** Number of rows with this value. */
        readonly rows: number;
        /** Null if you must specify the status to start the import. */
        readonly status: 'subscribed' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | 'ignore' | null;
      }[];
      /** Consent columns whose values cannot be mapped. Map each of them to another target to start the import. */
      readonly unclear: readonly {
        /** Index of the column, starting at 0. */
        readonly column: number;
        readonly reason: string;
      }[];
      /** Problems in these rows. */
      readonly faults: readonly {
        /** Index in `rows`, starting at 0. */
        readonly row: number;
        /** Null if the problem concerns the whole row. */
        readonly column: number | null;
        readonly reason: string;
        /** If false, the contact is imported without this value. */
        readonly refuses_row: boolean;
      }[];
    };
  };
  'POST /contacts/imports/{id}/start': {
    input: { params: { id: string }; body?: {
        /** What each column contains. One of ignore, email, name, first_name, last_name, ip_address, created_at, confirmed_at, status, unsubscribed_at, bounced_at, invalid_at, lists, tags, attributes, `field:<name>` for an existing custom field, or `new_field:<label>`. */
        readonly mapping?: readonly string[] | undefined;
        /** Whether the first row contains headings. */
        readonly has_header?: boolean | undefined;
        /** Encoding of the file, which overrides the detected one: UTF-8, UTF-16 LE, UTF-16 BE, Windows-1250, Windows-1251, Windows-1252, Windows-1253, Windows-1254, Windows-1255, Windows-1256, Windows-1257, Windows-1258, Windows-874, ISO-8859-1, ISO-8859-2, ISO-8859-3, ISO-8859-4, ISO-8859-5, ISO-8859-6, ISO-8859-7, ISO-8859-8, ISO-8859-9, ISO-8859-10, ISO-8859-13, ISO-8859-14, ISO-8859-15, ISO-8859-16, KOI8-R, KOI8-U, Mac Roman, Mac Central European, Mac Cyrillic, Mac Greek, Mac Turkish, IBM437, IBM850, IBM852, IBM866, Shift_JIS, EUC-JP, GB18030, Big5, EUC-KR. */
        readonly encoding?: string | undefined;
        readonly list_ids?: readonly (number | string)[] | number | string | null | undefined;
        readonly tag_ids?: readonly (number | string)[] | number | string | null | undefined;
        /** Whether to update the names and fields of existing contacts. Default: true. In either case, lists and tags are added, and contacts that are unsubscribed or bounced in the file are marked as such. */
        readonly update_existing?: boolean | undefined;
        /** Status of contacts whose row does not specify one. */
        readonly status?: 'subscribed' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
        /** Whether the month or the day comes first in dates like 3/4/2026. */
        readonly date_order?: 'month_first' | 'day_first' | undefined;
        /** Meaning of values in consent columns. Required for values whose status is null in the preview; optional to override the others. */
        readonly statuses?: readonly {
          /** Index of the column, starting at 0. */
          readonly column: number;
          /** The value as it appears in the column, case-insensitive. An empty string means empty cells. */
          readonly value: string;
          /** Status that the value stands for. `ignore` means that the value has no status. */
          readonly status: 'subscribed' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | 'ignore';
        }[] | undefined;
        /** How these contacts agreed to receive email. At most 1000 characters. */
        readonly consent?: string | undefined;
      } | undefined };
    answer: Import;
  };
  'POST /contacts/imports/{id}/undo': {
    input: { params: { id: string } };
    answer: Import;
  };
  'GET /contacts/export': {
    input: { query?: { format?: string | undefined; 'filter[query]'?: string | undefined; 'filter[email]'?: string | undefined; 'filter[unsubscribed]'?: boolean | undefined; 'filter[status]'?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined; 'filter[last_opened_after]'?: string | undefined; 'filter[last_opened_before]'?: string | undefined; 'filter[last_clicked_after]'?: string | undefined; 'filter[last_clicked_before]'?: string | undefined; 'filter[last_sent_after]'?: string | undefined; 'filter[last_sent_before]'?: string | undefined; 'filter[created_after]'?: string | undefined; 'filter[created_before]'?: string | undefined; 'filter[never_opened]'?: boolean | undefined; 'filter[never_clicked]'?: boolean | undefined; 'filter[never_sent]'?: boolean | undefined; 'filter[in_list_ids][]'?: readonly number[] | undefined; 'filter[not_in_list_ids][]'?: readonly number[] | undefined; 'filter[tag_ids][]'?: readonly number[] | undefined; 'filter[not_tag_ids][]'?: readonly number[] | undefined; 'filter[segment_id]'?: string | undefined } | undefined };
    answer: readonly Contact[];
  };
  'GET /campaigns': {
    input: { query?: { page?: string | undefined; per_page?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly Campaign[];
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
  'POST /campaigns': {
    input: { body: {
        /** Internal name, not visible to recipients. At most 191 characters. */
        readonly title: string;
        /** Can contain merge tags. Must not start with RE: or FWD:. At most 191 characters. */
        readonly subject: string;
        /** Sender name. At most 191 characters. */
        readonly from_name: string;
        /** Sender address. At most 191 characters. */
        readonly from_email: string;
        /** At most 1000000 characters. Can contain merge tags and conditions. Required unless design or text is given. */
        readonly html?: string | null | undefined;
        /** Preview text shown after the subject in the inbox. At most 191 characters. */
        readonly preview_text?: string | null | undefined;
        /** Postrider extension. A document of blocks that the HTML is generated from. Setting html or design replaces the other. If both are given, the design is used. */
        readonly design?: Readonly<Record<string, unknown>> | null | undefined;
        /** Postrider extension. The plain text part. Default: generated from the HTML. At most 1000000 characters. */
        readonly text?: string | null | undefined;
        /** Postrider extension. Whether CSS rules in style elements are inlined. */
        readonly inline_css?: boolean | undefined;
        /** Postrider extension. Reply-to address. */
        readonly reply_to?: string | null | undefined;
        /** Lists to send to. At most 1000. */
        readonly lists?: readonly number[] | undefined;
        /** Lists to exclude. Exclusions take precedence. At most 1000. */
        readonly excluded_lists?: readonly number[] | undefined;
        /** Tags to send to. At most 1000. */
        readonly to_contact_tags?: readonly number[] | undefined;
        /** Tags to exclude. At most 1000. */
        readonly excluded_contact_tags?: readonly number[] | undefined;
        /** Postrider extension. Segments to send to. At most 20. */
        readonly segments?: readonly number[] | undefined;
        /** Postrider extension. Segments to exclude. At most 20. */
        readonly excluded_segments?: readonly number[] | undefined;
        /** Postrider extension. Whether to send only to contacts who opened an email within 90 days or are new. */
        readonly engaged_only?: boolean | undefined;
        /** Postrider extension. Whether to track opens. Default: the campaign settings. */
        readonly track_opens?: boolean | undefined;
        /** Postrider extension. Whether to track clicks. Default: the campaign settings. */
        readonly track_clicks?: boolean | undefined;
        /** Postrider extension. Hours to spread sending over. Default: 0, which sends as fast as possible. */
        readonly spread_hours?: number | undefined;
        /** Postrider extension. Content to test against that of the campaign. Fields that are not given use the values of the campaign. */
        readonly variants?: readonly {
          /** Default: the value of the campaign. */
          readonly subject?: string | null | undefined;
          /** Default: the value of the campaign. */
          readonly preview_text?: string | null | undefined;
          /** Default: the content of the campaign. If set, the design and text of the campaign are not used. */
          readonly html?: string | null | undefined;
          /** Postrider extension. A document of blocks that the HTML is generated from. Setting html or design replaces the other. If both are given, the design is used. */
          readonly design?: Readonly<Record<string, unknown>> | null | undefined;
          /** Postrider extension. The plain text part. Default: generated from the HTML. At most 1000000 characters. */
          readonly text?: string | null | undefined;
        }[] | undefined;
        /** Postrider extension. Settings of the A/B test. */
        readonly ab_test?: {
          /** Percentage of the audience in the test, split equally between the campaign’s own content and the variants. */
          readonly share: number;
          /** Metric that decides which variant is sent to the rest of the audience. */
          readonly rule: 'opens' | 'clicks';
          /** Hours until the winner is decided. */
          readonly hours: number;
        } | null | undefined;
        /** When to send, in ISO 8601. A time without an offset is local time in `timezone`. Null makes the campaign a draft again. Requires lists, tags or segments. */
        readonly scheduled_at?: string | null | undefined;
        /** Postrider extension. IANA time zone name. Default: the time zone of the account. */
        readonly timezone?: string | undefined;
      } };
    answer: Campaign;
  };
  'GET /campaigns/{id}': {
    input: { params: { id: string } };
    answer: Campaign;
  };
  'PATCH /campaigns/{id}': {
    input: { params: { id: string }; body?: {
        /** Internal name, not visible to recipients. At most 191 characters. */
        readonly title?: string | undefined;
        /** Can contain merge tags. Must not start with RE: or FWD:. At most 191 characters. */
        readonly subject?: string | undefined;
        /** Sender name. At most 191 characters. */
        readonly from_name?: string | undefined;
        /** Sender address. At most 191 characters. */
        readonly from_email?: string | undefined;
        /** At most 1000000 characters. Can contain merge tags and conditions. Required unless design or text is given. */
        readonly html?: string | null | undefined;
        /** Preview text shown after the subject in the inbox. At most 191 characters. */
        readonly preview_text?: string | null | undefined;
        /** Postrider extension. A document of blocks that the HTML is generated from. Setting html or design replaces the other. If both are given, the design is used. */
        readonly design?: Readonly<Record<string, unknown>> | null | undefined;
        /** Postrider extension. The plain text part. Default: generated from the HTML. At most 1000000 characters. */
        readonly text?: string | null | undefined;
        /** Postrider extension. Whether CSS rules in style elements are inlined. */
        readonly inline_css?: boolean | undefined;
        /** Postrider extension. Reply-to address. */
        readonly reply_to?: string | null | undefined;
        /** Lists to send to. At most 1000. */
        readonly lists?: readonly number[] | undefined;
        /** Lists to exclude. Exclusions take precedence. At most 1000. */
        readonly excluded_lists?: readonly number[] | undefined;
        /** Tags to send to. At most 1000. */
        readonly to_contact_tags?: readonly number[] | undefined;
        /** Tags to exclude. At most 1000. */
        readonly excluded_contact_tags?: readonly number[] | undefined;
        /** Postrider extension. Segments to send to. At most 20. */
        readonly segments?: readonly number[] | undefined;
        /** Postrider extension. Segments to exclude. At most 20. */
        readonly excluded_segments?: readonly number[] | undefined;
        /** Postrider extension. Whether to send only to contacts who opened an email within 90 days or are new. */
        readonly engaged_only?: boolean | undefined;
        /** Postrider extension. Whether to track opens. Default: the campaign settings. */
        readonly track_opens?: boolean | undefined;
        /** Postrider extension. Whether to track clicks. Default: the campaign settings. */
        readonly track_clicks?: boolean | undefined;
        /** Postrider extension. Hours to spread sending over. Default: 0, which sends as fast as possible. */
        readonly spread_hours?: number | undefined;
        /** Postrider extension. Content to test against that of the campaign. Fields that are not given use the values of the campaign. */
        readonly variants?: readonly {
          /** Default: the value of the campaign. */
          readonly subject?: string | null | undefined;
          /** Default: the value of the campaign. */
          readonly preview_text?: string | null | undefined;
          /** Default: the content of the campaign. If set, the design and text of the campaign are not used. */
          readonly html?: string | null | undefined;
          /** Postrider extension. A document of blocks that the HTML is generated from. Setting html or design replaces the other. If both are given, the design is used. */
          readonly design?: Readonly<Record<string, unknown>> | null | undefined;
          /** Postrider extension. The plain text part. Default: generated from the HTML. At most 1000000 characters. */
          readonly text?: string | null | undefined;
        }[] | undefined;
        /** Postrider extension. Settings of the A/B test. */
        readonly ab_test?: {
          /** Percentage of the audience in the test, split equally between the campaign’s own content and the variants. */
          readonly share: number;
          /** Metric that decides which variant is sent to the rest of the audience. */
          readonly rule: 'opens' | 'clicks';
          /** Hours until the winner is decided. */
          readonly hours: number;
        } | null | undefined;
        /** When to send, in ISO 8601. A time without an offset is local time in `timezone`. Null makes the campaign a draft again. Requires lists, tags or segments. */
        readonly scheduled_at?: string | null | undefined;
        /** Postrider extension. IANA time zone name. Default: the time zone of the account. */
        readonly timezone?: string | undefined;
      } | undefined };
    answer: Campaign;
  };
  'DELETE /campaigns/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'POST /campaigns/{id}/send': {
    input: { params: { id: string } };
    answer: Campaign;
  };
  'POST /campaigns/{id}/resend': {
    input: { params: { id: string }; body: {
        /** Which recipients of the campaign the clone goes to. */
        readonly audience: 'non_openers' | 'openers' | 'clickers';
        /** Default: the subject of the campaign. At most 191 characters. */
        readonly subject?: string | undefined;
        /** Default: `Resend: ` and the title of the campaign. At most 191 characters. */
        readonly title?: string | undefined;
        /** When to send the clone. Without it, the clone is a draft. */
        readonly scheduled_at?: string | null | undefined;
        /** Postrider extension. IANA time zone name. Default: the time zone of the account. */
        readonly timezone?: string | undefined;
      } };
    answer: Campaign;
  };
  'POST /campaigns/{id}/preview': {
    input: { params: { id: string }; body?: {
        /** Contact whose data fills the merge tags. Default: the first contact of the audience, or sample data. */
        readonly contact_id?: number | string | null | undefined;
        /** Number of the variant, starting at 1. Default: 0, the campaign's own content. */
        readonly variant?: number | string | undefined;
      } | undefined };
    answer: CampaignPreview;
  };
  'POST /campaigns/{id}/test': {
    input: { params: { id: string }; body: {
        /** Addresses of account members, 1 to 10. */
        readonly to: readonly string[] | string;
        /** Contact whose data fills the merge tags. Default: the first contact of the audience, or sample data. */
        readonly contact_id?: number | string | null | undefined;
        /** Number of the variant, starting at 1. Default: 0, the campaign's own content. */
        readonly variant?: number | string | undefined;
      } };
    answer: CampaignTest;
  };
  'GET /campaigns/{id}/checks': {
    input: { params: { id: string }; query?: { variant?: number | string | undefined } | undefined };
    answer: CampaignChecks;
  };
  'GET /dashboard/campaigns/{id}/preview': {
    input: { params: { id: string }; query?: { mode?: string | undefined; images?: string | undefined; contact_id?: number | string | null | undefined } | undefined };
    answer: string;
  };
  'GET /dashboard/campaigns/{id}/link-map': {
    input: { params: { id: string }; query?: { mode?: string | undefined; images?: string | undefined; variant?: number | string | undefined } | undefined };
    answer: string;
  };
  'POST /campaigns/{id}/pause': {
    input: { params: { id: string } };
    answer: CampaignStanding;
  };
  'POST /campaigns/{id}/resume': {
    input: { params: { id: string } };
    answer: CampaignStanding;
  };
  'POST /campaigns/{id}/cancel': {
    input: { params: { id: string } };
    answer: CampaignStanding;
  };
  'POST /campaigns/{id}/winner': {
    input: { params: { id: string }; body: {
        /** Number of the variant. 0 is the campaign’s own content. */
        readonly variant: number | string;
      } };
    answer: CampaignStanding;
  };
  'GET /dashboard/campaigns/{id}/lanes': {
    input: { params: { id: string } };
    answer: CampaignLanes;
  };
  'POST /dashboard/campaigns/{id}/lanes/{provider}/pause': {
    input: { params: { id: string; provider: string } };
    answer: CampaignLanes;
  };
  'DELETE /dashboard/campaigns/{id}/lanes/{provider}/pause': {
    input: { params: { id: string; provider: string } };
    answer: CampaignLanes;
  };
  'GET /dashboard/campaigns/{id}/audience': {
    input: { params: { id: string } };
    answer: CampaignAudience;
  };
  'GET /campaigns/{id}/stats': {
    input: { params: { id: string }; query?: { include_link_stats?: boolean | undefined; link_limit?: string | undefined } | undefined };
    answer: CampaignStats;
  };
  'GET /campaigns/{id}/engagement': {
    input: { params: { id: string }; query: { type: 'openers' | 'clickers' | 'non_openers' | 'bounced' | 'unsubscribed'; page?: string | undefined; per_page?: string | undefined } };
    answer: {
      readonly current_page: number;
      readonly data: readonly EngagedContact[];
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
  'GET /campaigns/{id}/over-time': {
    input: { params: { id: string }; query?: { interval?: string | undefined } | undefined };
    answer: CampaignOverTime;
  };
  'GET /dashboard/campaign-figures': {
    input: { query?: { campaigns?: string | undefined } | undefined };
    answer: CampaignFigures;
  };
  'GET /campaign-settings': {
    input: {};
    answer: CampaignSettings;
  };
  'PATCH /campaign-settings': {
    input: { body?: {
        /** Shown at the end of every campaign, with line breaks. Required to send campaigns. At most 500 characters and 10 lines. */
        readonly postal_address?: string | undefined;
        /** Default sender name of new campaigns. At most 191 characters. */
        readonly from_name?: string | undefined;
        /** Default sender address of new campaigns. Empty for none. */
        readonly from_email?: string | undefined;
        /** Whether new campaigns track opens. */
        readonly tracks_opens?: boolean | undefined;
        /** Whether new campaigns track clicks. */
        readonly tracks_clicks?: boolean | undefined;
        /** Whether large campaigns are sent to a few contacts first. Settings of the operator take precedence. */
        readonly uses_canary?: boolean | undefined;
        /** Whether sent campaigns, including earlier ones, are shown in a public archive. */
        readonly archives?: boolean | undefined;
        /** Heading of the archive. At most 191 characters. Empty for the account name. */
        readonly archive_title?: string | undefined;
      } | undefined };
    answer: CampaignSettings;
  };
  'GET /dashboard/campaign-settings': {
    input: {};
    answer: CampaignSettings;
  };
  'PATCH /dashboard/campaign-settings': {
    input: { body?: {
        /** Shown at the end of every campaign, with line breaks. Required to send campaigns. At most 500 characters and 10 lines. */
        readonly postal_address?: string | undefined;
        /** Default sender name of new campaigns. At most 191 characters. */
        readonly from_name?: string | undefined;
        /** Default sender address of new campaigns. Empty for none. */
        readonly from_email?: string | undefined;
        /** Whether new campaigns track opens. */
        readonly tracks_opens?: boolean | undefined;
        /** Whether new campaigns track clicks. */
        readonly tracks_clicks?: boolean | undefined;
        /** Whether large campaigns are sent to a few contacts first. Settings of the operator take precedence. */
        readonly uses_canary?: boolean | undefined;
        /** Whether sent campaigns, including earlier ones, are shown in a public archive. */
        readonly archives?: boolean | undefined;
        /** Heading of the archive. At most 191 characters. Empty for the account name. */
        readonly archive_title?: string | undefined;
      } | undefined };
    answer: CampaignSettings;
  };
  'GET /dashboard/campaign-gates': {
    input: {};
    answer: CampaignGates;
  };
  'GET /dashboard/campaigns/{id}/gates': {
    input: { params: { id: string } };
    answer: CampaignForesight;
  };
  'GET /dashboard/operator/accounts/{id}/campaign-gates': {
    input: { params: { id: string } };
    answer: OperatedCampaignGates;
  };
  'PATCH /dashboard/operator/accounts/{id}/campaign-gates': {
    input: { params: { id: string }; body?: {
        /** Contacts who receive the first large campaign of a sender domain before the rest. Smaller campaigns are sent at once. 0 turns domain warm-up off. Null uses the default of the plan or installation. */
        readonly warm_up_contacts?: number | null | undefined;
        /** Hours for which the results of such a campaign are measured before it continues. No other campaign of the account is sent in the meantime. Null uses the default of the plan or installation. */
        readonly warm_up_hours?: number | null | undefined;
        /** Campaign emails that must be delivered from a sender domain before it is warm. Null uses the default of the plan or installation. */
        readonly warm_up_delivered?: number | null | undefined;
        /** Minimum open rate of a warm-up campaign. Below it, the campaign stops. 0 turns this off. Null uses the default of the plan or installation. */
        readonly warm_up_open_percent?: number | null | undefined;
        /** Audience size from which a campaign starts with a canary wave. 0 turns this off. Null uses the default of the plan or installation. */
        readonly canary_audience?: number | null | undefined;
        /** Percentage of the audience in the canary wave. Null uses the default of the plan or installation. */
        readonly canary_percent?: number | null | undefined;
        /** Minimum number of contacts in the canary wave. Null uses the default of the plan or installation. */
        readonly canary_least?: number | null | undefined;
        /** Maximum number of contacts in the canary wave. Null uses the default of the plan or installation. */
        readonly canary_most?: number | null | undefined;
        /** Minutes for which the canary wave is monitored. Null uses the default of the plan or installation. */
        readonly canary_minutes?: number | null | undefined;
        /** Maximum bounce rate of a campaign. Above it, the campaign is paused. 100 turns this off. Null uses the default of the plan or installation. */
        readonly stop_bounce_percent?: number | null | undefined;
        /** Maximum complaint rate of the delivered emails of a campaign. Above it, the campaign is paused. 100 turns this off. Null uses the default of the plan or installation. */
        readonly stop_complaint_percent?: number | null | undefined;
        /** Delivered and bounced emails that a campaign must have before it can be paused for its rates. Null uses the default of the plan or installation. */
        readonly stop_minimum?: number | null | undefined;
        /** Hours after the end of a campaign at which its rates are evaluated for optimized mode. Null uses the default of the plan or installation. */
        readonly optimized_after_hours?: number | null | undefined;
        /** Minimum open rate of a campaign. Below it, the account is put into optimized mode. 0 turns this off. Null uses the default of the plan or installation. */
        readonly optimized_open_percent?: number | null | undefined;
        /** Maximum bounce rate of a campaign. Above it, the account is put into optimized mode. The default is three times the usual rate. 100 turns this off. Null uses the default of the plan or installation. */
        readonly optimized_bounce_percent?: number | null | undefined;
        /** Maximum complaint rate of a campaign. Above it, the account is put into optimized mode. 100 turns this off. Null uses the default of the plan or installation. */
        readonly optimized_complaint_percent?: number | null | undefined;
        /** Consecutive campaigns with good rates after which optimized mode ends automatically. Null uses the default of the plan or installation. */
        readonly optimized_good_campaigns?: number | null | undefined;
        /** Campaign emails that an account can send per hour if its plan sets no limit. 0 means no limit. Does not apply to the operator’s own account. Null uses the default of the plan or installation. */
        readonly hourly_mails?: number | null | undefined;
        /** Campaign emails that an account can send within 24 hours if its plan sets no limit. 0 means no limit. Does not apply to the operator’s own account. Null uses the default of the plan or installation. */
        readonly daily_mails?: number | null | undefined;
        /** Whether content must be approved by the operator. Null uses the default of the installation. */
        readonly approval?: 'off' | 'findings' | 'always' | null | undefined;
        /** Whether campaigns of the account go to engaged contacts only (optimized mode). False ends this mode. */
        readonly optimized?: boolean | undefined;
      } | undefined };
    answer: OperatedCampaignGates;
  };
  'GET /dashboard/operator/campaign-approvals': {
    input: { query?: { per_page?: string | undefined; after?: string | undefined } | undefined };
    answer: {
      readonly data: readonly WaitingCampaignContent[];
      readonly per_page: number;
      readonly has_more: boolean;
    };
  };
  'GET /dashboard/operator/campaign-stops': {
    input: {};
    answer: {
      readonly data: readonly StoppedCampaign[];
    };
  };
  'GET /dashboard/operator/accounts/{id}/campaigns/{campaign_id}/approval': {
    input: { params: { id: string; campaign_id: string } };
    answer: CampaignContentToApprove;
  };
  'POST /dashboard/operator/accounts/{id}/campaigns/{campaign_id}/approval': {
    input: { params: { id: string; campaign_id: string }; body: {
        readonly decision: 'approve' | 'reject';
        /** Hash of the reviewed content. */
        readonly hash: string;
        /** Reason, sent to the account. At most 500 characters. */
        readonly reason?: string | undefined;
      } };
    answer: CampaignContentToApprove;
  };
  'GET /dashboard/operator/accounts/{id}/campaigns/{campaign_id}/approval/preview': {
    input: { params: { id: string; campaign_id: string }; query?: { mode?: string | undefined; images?: string | undefined; content?: string | undefined } | undefined };
    answer: string;
  };
  'POST /dashboard/operator/accounts/{id}/campaigns/{campaign_id}/release': {
    input: { params: { id: string; campaign_id: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /images': {
    input: { query?: { page?: string | undefined; per_page?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly Image[];
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
  'POST /images': {
    input: { query?: { name?: string | undefined } | undefined };
    answer: Image;
  };
  'GET /images/{id}': {
    input: { params: { id: string } };
    answer: Image;
  };
  'DELETE /images/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /landing-pages': {
    input: { query?: { page?: string | undefined; per_page?: string | undefined; query?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly LandingPage[];
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
  'POST /landing-pages': {
    input: { body: {
        /** Heading of the page. At most 191 characters. */
        readonly title: string;
        /** The sign-up form of the page. Each page needs its own form. */
        readonly form_id: number;
        /** Text of the page in Markdown: paragraphs, # headings, - lists, **strong**, *emphasis*, [links](https://…). At most 5000 characters. */
        readonly text?: string | undefined;
        /** Description for search engines and link previews. If empty, the beginning of the text is used. At most 300 characters. */
        readonly description?: string | undefined;
        /** Null: no image. */
        readonly image_id?: number | null | undefined;
        /** Alternative text of the image. Empty for decorative images. At most 191 characters. */
        readonly image_alt?: string | undefined;
        /** Last part of the address: 3 to 60 characters of a to z, 0 to 9 and single hyphens. Default: generated from the title. */
        readonly slug?: string | undefined;
        /** Whether the page is public. Default: false. */
        readonly is_published?: boolean | undefined;
      } };
    answer: LandingPage;
  };
  'GET /landing-pages/{id}': {
    input: { params: { id: string } };
    answer: LandingPage;
  };
  'PATCH /landing-pages/{id}': {
    input: { params: { id: string }; body?: {
        /** Heading of the page. At most 191 characters. */
        readonly title?: string | undefined;
        /** The sign-up form of the page. Each page needs its own form. */
        readonly form_id?: number | undefined;
        /** Text of the page in Markdown: paragraphs, # headings, - lists, **strong**, *emphasis*, [links](https://…). At most 5000 characters. */
        readonly text?: string | undefined;
        /** Description for search engines and link previews. If empty, the beginning of the text is used. At most 300 characters. */
        readonly description?: string | undefined;
        /** Null: no image. */
        readonly image_id?: number | null | undefined;
        /** Alternative text of the image. Empty for decorative images. At most 191 characters. */
        readonly image_alt?: string | undefined;
        /** Last part of the address: 3 to 60 characters of a to z, 0 to 9 and single hyphens. Default: generated from the title. */
        readonly slug?: string | undefined;
        /** Whether the page is public. Default: false. */
        readonly is_published?: boolean | undefined;
      } | undefined };
    answer: LandingPage;
  };
  'DELETE /landing-pages/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /campaigns/{id}/archive': {
    input: { params: { id: string } };
    answer: CampaignArchiving;
  };
  'PATCH /campaigns/{id}/archive': {
    input: { params: { id: string }; body: {
        /** If false, the archive does not show the campaign. */
        readonly is_archived: boolean;
      } };
    answer: CampaignArchiving;
  };
  'GET /forms': {
    input: { query?: { page?: string | undefined; per_page?: string | undefined; query?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly Form[];
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
  'POST /forms': {
    input: { body: {
        /** At most 191 characters. */
        readonly title: string;
        /** Lists that new subscribers are added to, at most 100. Replaces the existing lists. */
        readonly lists: readonly number[];
        /** Postrider extension. Names of the custom fields in the form, in order, at most 20. Replaces the existing fields. */
        readonly fields?: readonly string[] | undefined;
        /** Page to redirect to after sign-up, with http or https. Null: the built-in thank-you page. At most 2000 characters. */
        readonly redirect_url?: string | null | undefined;
        /** Whether the consent checkbox is required. Default: false. */
        readonly gdpr_required?: boolean | undefined;
        /** Postrider extension. Whether new subscribers must confirm their address. Null (default): the account setting. */
        readonly double_opt_in?: boolean | null | undefined;
        /** Postrider extension. Heading above the form. Null: the title. */
        readonly heading?: string | null | undefined;
        /** Postrider extension. Text below the heading, can have line breaks. At most 1000 characters. Null: none. */
        readonly description?: string | null | undefined;
        /** Postrider extension. Label of the button. At most 60 characters. Null: the default text. */
        readonly button?: string | null | undefined;
        /** Postrider extension. Label of the consent checkbox, stored with each consent. At most 1000 characters. Null: the default text. */
        readonly consent_text?: string | null | undefined;
      } };
    answer: FormInFull;
  };
  'GET /forms/{id}': {
    input: { params: { id: string } };
    answer: FormInFull;
  };
  'PATCH /forms/{id}': {
    input: { params: { id: string }; body?: {
        /** At most 191 characters. */
        readonly title?: string | undefined;
        /** Lists that new subscribers are added to, at most 100. Replaces the existing lists. */
        readonly lists?: readonly number[] | undefined;
        /** Postrider extension. Names of the custom fields in the form, in order, at most 20. Replaces the existing fields. */
        readonly fields?: readonly string[] | undefined;
        /** Page to redirect to after sign-up, with http or https. Null: the built-in thank-you page. At most 2000 characters. */
        readonly redirect_url?: string | null | undefined;
        /** Whether the consent checkbox is required. Default: false. */
        readonly gdpr_required?: boolean | undefined;
        /** Postrider extension. Whether new subscribers must confirm their address. Null (default): the account setting. */
        readonly double_opt_in?: boolean | null | undefined;
        /** Postrider extension. Heading above the form. Null: the title. */
        readonly heading?: string | null | undefined;
        /** Postrider extension. Text below the heading, can have line breaks. At most 1000 characters. Null: none. */
        readonly description?: string | null | undefined;
        /** Postrider extension. Label of the button. At most 60 characters. Null: the default text. */
        readonly button?: string | null | undefined;
        /** Postrider extension. Label of the consent checkbox, stored with each consent. At most 1000 characters. Null: the default text. */
        readonly consent_text?: string | null | undefined;
      } | undefined };
    answer: FormInFull;
  };
  'DELETE /forms/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'GET /double-opt-in': {
    input: {};
    answer: DoubleOptIn;
  };
  'GET /automations': {
    input: { query?: { page?: string | undefined; per_page?: string | undefined } | undefined };
    answer: {
      readonly current_page: number;
      readonly data: readonly Automation[];
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
  'POST /automations': {
    input: { body: {
        /** Internal name. At most 191 characters. */
        readonly title: string;
        /** Event that makes contacts enter. Without a trigger, no contacts enter. */
        readonly trigger_type?: 'apply_list' | 'open_campaign' | 'click_campaign' | undefined;
        /** The list that contacts are added to. Required for `apply_list`. */
        readonly trigger_list_id?: number | undefined;
        /** The campaign or email of another automation that contacts open or click. Required for the other two types. */
        readonly trigger_campaign_id?: number | undefined;
        /** Whether contacts enter and emails are sent. Default: false. */
        readonly active?: boolean | undefined;
      } };
    answer: Automation;
  };
  'GET /automations/{id}': {
    input: { params: { id: string } };
    answer: AutomationInFull;
  };
  'PATCH /automations/{id}': {
    input: { params: { id: string }; body?: {
        /** Internal name. At most 191 characters. */
        readonly title?: string | undefined;
        /** Event that makes contacts enter. Without a trigger, no contacts enter. */
        readonly trigger_type?: 'apply_list' | 'open_campaign' | 'click_campaign' | undefined;
        /** The list that contacts are added to. Required for `apply_list`. */
        readonly trigger_list_id?: number | undefined;
        /** The campaign or email of another automation that contacts open or click. Required for the other two types. */
        readonly trigger_campaign_id?: number | undefined;
        /** Whether contacts enter and emails are sent. Default: false. */
        readonly active?: boolean | undefined;
      } | undefined };
    answer: Automation;
  };
  'DELETE /automations/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
    };
  };
  'POST /automations/{id}/emails': {
    input: { params: { id: string }; body: {
        /** Can contain merge tags. Must not start with RE: or FWD:. At most 191 characters. */
        readonly subject: string;
        /** Sender name. At most 191 characters. */
        readonly from_name: string;
        /** Sender address. At most 191 characters. */
        readonly from_email: string;
        /** Postrider extension. Internal name. Default: the subject. At most 191 characters. */
        readonly title?: string | undefined;
        /** At most 1000000 characters. Can contain merge tags and conditions. Required unless design or text is given. */
        readonly html?: string | null | undefined;
        /** Preview text shown after the subject in the inbox. At most 191 characters. */
        readonly preview_text?: string | null | undefined;
        /** Postrider extension. A document of blocks that the HTML is generated from. Setting html or design replaces the other. If both are given, the design is used. */
        readonly design?: Readonly<Record<string, unknown>> | null | undefined;
        /** Postrider extension. The plain text part. Default: generated from the HTML. At most 1000000 characters. */
        readonly text?: string | null | undefined;
        /** Postrider extension. Whether CSS rules in style elements are inlined. */
        readonly inline_css?: boolean | undefined;
        /** Postrider extension. Reply-to address. */
        readonly reply_to?: string | null | undefined;
        /** Postrider extension. Whether to track opens. Default: the campaign settings. */
        readonly track_opens?: boolean | undefined;
        /** Postrider extension. Whether to track clicks. Default: the campaign settings. */
        readonly track_clicks?: boolean | undefined;
        /** Hours after the previous email, or after entry for the first email. Default: 24, or 0 for the first email of an automation. */
        readonly delay_hours?: number | undefined;
        /** Position in the automation, starting at 1. Later emails move down. Positions past the end append the email. */
        readonly send_order?: number | undefined;
      } };
    answer: AutomationItem;
  };
  'PATCH /automation-emails/{id}': {
    input: { params: { id: string }; body?: {
        /** Can contain merge tags. Must not start with RE: or FWD:. At most 191 characters. */
        readonly subject?: string | undefined;
        /** Sender name. At most 191 characters. */
        readonly from_name?: string | undefined;
        /** Sender address. At most 191 characters. */
        readonly from_email?: string | undefined;
        /** Postrider extension. Internal name. Default: the subject. At most 191 characters. */
        readonly title?: string | undefined;
        /** At most 1000000 characters. Can contain merge tags and conditions. Required unless design or text is given. */
        readonly html?: string | null | undefined;
        /** Preview text shown after the subject in the inbox. At most 191 characters. */
        readonly preview_text?: string | null | undefined;
        /** Postrider extension. A document of blocks that the HTML is generated from. Setting html or design replaces the other. If both are given, the design is used. */
        readonly design?: Readonly<Record<string, unknown>> | null | undefined;
        /** Postrider extension. The plain text part. Default: generated from the HTML. At most 1000000 characters. */
        readonly text?: string | null | undefined;
        /** Postrider extension. Whether CSS rules in style elements are inlined. */
        readonly inline_css?: boolean | undefined;
        /** Postrider extension. Reply-to address. */
        readonly reply_to?: string | null | undefined;
        /** Postrider extension. Whether to track opens. Default: the campaign settings. */
        readonly track_opens?: boolean | undefined;
        /** Postrider extension. Whether to track clicks. Default: the campaign settings. */
        readonly track_clicks?: boolean | undefined;
        /** Hours after the previous email, or after entry for the first email. */
        readonly delay_hours?: number | undefined;
        /** Position in the automation, starting at 1. Later emails move down. Positions past the end append the email. */
        readonly send_order?: number | undefined;
      } | undefined };
    answer: AutomationItem;
  };
  'DELETE /automation-emails/{id}': {
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
        /** Name shown on the consent page, 1 to 100 characters. */
        readonly name: string;
        /** Where authorization codes are sent: https, or http with a loopback address. They must match exactly. */
        readonly redirect_uris: readonly string[];
        /** Whether the client cannot keep a secret, such as an app in a browser or on a phone. */
        readonly is_public?: boolean | undefined;
      } };
    answer: NewOauthClient;
  };
  'PATCH /dashboard/oauth-clients/{id}': {
    input: { params: { id: string }; body?: {
        /** Name shown on the consent page, 1 to 100 characters. */
        readonly name?: string | undefined;
        /** Where authorization codes are sent: https, or http with a loopback address. They must match exactly. */
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
        /** Name of the key, 1 to 100 characters. */
        readonly name: string;
        readonly scopes: readonly ('transactional:send' | 'transactional:read' | 'transactional:manage')[];
        /** Limits the key to this domain. It can send from the domain, read its messages and, through the compatible APIs, manage what belongs to the domain. It cannot manage the account, even if its scopes allow that. */
        readonly domain?: string | null | undefined;
        /** Number of requests, 1 to 1000000; null applies the rate limit of the plan. */
        readonly rate_per_second?: number | null | undefined;
        /** Number of requests, 1 to 1000000; null applies the rate limit of the plan. */
        readonly rate_per_minute?: number | null | undefined;
        /** Whether to also create an access key ID and a secret access key, for Amazon SES clients. */
        readonly signing?: boolean | null | undefined;
      } };
    answer: DashboardNewKey;
  };
  'PATCH /dashboard/keys/{id}': {
    input: { params: { id: string }; body?: {
        /** Name of the key, 1 to 100 characters. */
        readonly name?: string | undefined;
        /** Number of requests, 1 to 1000000; null applies the rate limit of the plan. */
        readonly rate_per_second?: number | null | undefined;
        /** Number of requests, 1 to 1000000; null applies the rate limit of the plan. */
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
        /** How many hours the old key stays valid, 0 to 168. The default is 24. */
        readonly overlap_hours?: number | undefined;
      } | undefined };
    answer: DashboardNewKey;
  };
  'GET /dashboard/surfaces': {
    input: {};
    answer: {
      readonly data: readonly DashboardSurface[];
    };
  };
  'PATCH /dashboard/surfaces/{vendor}': {
    input: { params: { vendor: string }; body: {
        readonly is_on: boolean;
      } };
    answer: DashboardSurface;
  };
  'GET /dashboard/account/status': {
    input: {};
    answer: DashboardAccountStatus;
  };
  'POST /dashboard/account/review': {
    input: { body: {
        /** Message to the operator, 1 to 2000 characters. */
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
        /** Email address of the person who will own the account. */
        readonly email: string;
        readonly name?: string | undefined;
        /** Name of a plan. The default is free. */
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
        /** Reason shown to the account, up to 500 characters. */
        readonly pause_reason?: string | null | undefined;
        readonly restricted?: boolean | undefined;
        /** Reason shown to the account, up to 500 characters. */
        readonly restricted_reason?: string | null | undefined;
        readonly class_pauses?: {
          /** Reason shown to the account, up to 500 characters. */
          readonly automation?: string | null | undefined;
          /** Reason shown to the account, up to 500 characters. */
          readonly confirmation?: string | null | undefined;
          /** Reason shown to the account, up to 500 characters. */
          readonly campaign?: string | null | undefined;
        } | undefined;
      } | undefined };
    answer: OperatedAccount;
  };
  'DELETE /dashboard/operator/accounts/{id}': {
    input: { params: { id: string }; body: {
        /** Email address of the account, as confirmation. */
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
        /** Reason shown to the account, up to 500 characters. */
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
        /** Up to 32 lowercase letters, digits, _ and -. It cannot be changed later. */
        readonly name: string;
        /** Emails per month; null for no limit. */
        readonly monthly_quota?: number | null | undefined;
        /** Emails per day; null for no limit. */
        readonly daily_quota?: number | null | undefined;
        /** Requests per API key and second; null for no limit. */
        readonly rate_per_second?: number | null | undefined;
        /** Requests per API key and minute; null for no limit. */
        readonly rate_per_minute?: number | null | undefined;
        /** Price of overage in US cents per 1,000 emails; null for no overage. */
        readonly overage_cents_per_thousand?: number | null | undefined;
        /** Contacts per account; null for no limit. */
        readonly contact_limit?: number | null | undefined;
        /** Forms per account; null for no limit. */
        readonly form_limit?: number | null | undefined;
        /** Campaign emails per month, counted separately; null for no limit. */
        readonly campaign_monthly_quota?: number | null | undefined;
        /** Campaign emails in 24 hours; null for the default of the installation. */
        readonly campaign_daily_quota?: number | null | undefined;
        /** Campaign emails in an hour; null for the default of the installation. */
        readonly campaign_hourly_quota?: number | null | undefined;
        /** Whether accounts on the plan can use the account API. */
        readonly api_access?: boolean | undefined;
      } };
    answer: OperatedPlan;
  };
  'PATCH /dashboard/operator/plans/{name}': {
    input: { params: { name: string }; body?: {
        /** Emails per month; null for no limit. */
        readonly monthly_quota?: number | null | undefined;
        /** Emails per day; null for no limit. */
        readonly daily_quota?: number | null | undefined;
        /** Requests per API key and second; null for no limit. */
        readonly rate_per_second?: number | null | undefined;
        /** Requests per API key and minute; null for no limit. */
        readonly rate_per_minute?: number | null | undefined;
        /** Price of overage in US cents per 1,000 emails; null for no overage. */
        readonly overage_cents_per_thousand?: number | null | undefined;
        /** Contacts per account; null for no limit. */
        readonly contact_limit?: number | null | undefined;
        /** Forms per account; null for no limit. */
        readonly form_limit?: number | null | undefined;
        /** Campaign emails per month, counted separately; null for no limit. */
        readonly campaign_monthly_quota?: number | null | undefined;
        /** Campaign emails in 24 hours; null for the default of the installation. */
        readonly campaign_daily_quota?: number | null | undefined;
        /** Campaign emails in an hour; null for the default of the installation. */
        readonly campaign_hourly_quota?: number | null | undefined;
        /** Whether accounts on the plan can use the account API. */
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
        /** Name ending of the sites, for example google.com; `*` for all sites. */
        readonly site: string;
        /** Reason shown with the stop, 1 to 200 characters. */
        readonly reason: string;
        /** Duration, 1 to 10080 minutes. The default is 60. */
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
        /** The recipients, instead of all recipients of the original message. */
        readonly to?: string | readonly string[] | null | undefined;
      } | undefined };
    answer: AcceptedEmail;
  };
  'POST /dashboard/messages/{id}/shares': {
    input: { params: { id: string }; body: {
        /** The recipient whose delivery is shared. */
        readonly recipient: string;
        /** The number of days until the link expires, 1 to 30. Default: 7. */
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
      readonly count: number;
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

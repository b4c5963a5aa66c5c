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
  /** `account_restricted` of a restricted account; with `gate`, the error code. */
  readonly code?: string | undefined;
  /** Where a restricted account sees why. */
  readonly account_status_url?: string | undefined;
  /** Which gate holds the campaign back. */
  readonly gate?: string | undefined;
  /** The numbers of the gate, and what they are compared with. */
  readonly limits?: Readonly<Record<string, number | string | null>> | undefined;
  /** When the gate lifts by itself; null when somebody has to do something first. */
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
interface Automation {
  readonly id: number;
  readonly user_id: number;
  readonly title: string;
  readonly active: boolean;
  /** One, or none while it has no type. */
  readonly automation_triggers: readonly AutomationTrigger[];
  /** Contacts that entered. An addition. */
  readonly entered_count: number;
  /** Contacts that wait for one of its mails. An addition. */
  readonly waiting_count: number;
  /** Contacts that were sent all of it. An addition. */
  readonly finished_count: number;
  /** Contacts that left before, because they unsubscribed, were deleted, or cannot be mailed. An addition. */
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
  /** One, or none while it has no type. */
  readonly automation_triggers: readonly AutomationTrigger[];
  /** Contacts that entered. An addition. */
  readonly entered_count: number;
  /** Contacts that wait for one of its mails. An addition. */
  readonly waiting_count: number;
  /** Contacts that were sent all of it. An addition. */
  readonly finished_count: number;
  /** Contacts that left before, because they unsubscribed, were deleted, or cannot be mailed. An addition. */
  readonly left_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly automation_items: readonly AutomationItemWithStats[];
}
interface AutomationItem {
  readonly id: number;
  readonly automation_id: number;
  /** What keeps its content and its statistics. */
  readonly campaign_id: number;
  /** Hours after the mail before; of the first after the contact entered. */
  readonly delay_hours: number;
  /** From 1, without gaps. */
  readonly send_order: number;
  /** Contacts that wait for it. An addition. */
  readonly waiting_count: number;
  /** Contacts that it was sent to. An addition. */
  readonly sent_count: number;
  /** Why it cannot be sent at present; it is tried again. An addition. */
  readonly fault: string | null;
  readonly campaign: Campaign;
  readonly created_at: string;
  readonly updated_at: string;
}
interface AutomationItemWithStats {
  readonly id: number;
  readonly automation_id: number;
  /** What keeps its content and its statistics. */
  readonly campaign_id: number;
  /** Hours after the mail before; of the first after the contact entered. */
  readonly delay_hours: number;
  /** From 1, without gaps. */
  readonly send_order: number;
  /** Contacts that wait for it. An addition. */
  readonly waiting_count: number;
  /** Contacts that it was sent to. An addition. */
  readonly sent_count: number;
  /** Why it cannot be sent at present; it is tried again. An addition. */
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
  /** What keeps its content and its statistics. */
  readonly campaign_id: number;
  /** Hours after the mail before; of the first after the contact entered. */
  readonly delay_hours: number;
  /** From 1, without gaps. */
  readonly send_order: number;
  /** Contacts that wait for it. An addition. */
  readonly waiting_count: number;
  /** Contacts that it was sent to. An addition. */
  readonly sent_count: number;
  /** Why it cannot be sent at present; it is tried again. An addition. */
  readonly fault: string | null;
  readonly campaign: AutomationMail;
  readonly created_at: string;
  readonly updated_at: string;
}
interface AutomationMail {
  readonly id: number;
  readonly title: string;
  readonly subject: string;
  /** What mailboxes show behind the subject. */
  readonly preview_text: string | null;
  readonly from_name: string;
  readonly from_email: string;
  /** Null while it is a draft; of one that was sent at once the moment when that was asked for. */
  readonly scheduled_at: string | null;
  /** When the last mail of it was tried; null until then. */
  readonly sent_at: string | null;
  /** In which it was scheduled; of a draft that says none that of the account. */
  readonly timezone: string;
  /** What was deleted since is left out here and below. An addition. */
  readonly lists: readonly number[];
  /** An addition. */
  readonly excluded_lists: readonly number[];
  /** An addition. */
  readonly to_contact_tags: readonly number[];
  /** An addition. */
  readonly excluded_contact_tags: readonly number[];
  /** An addition. */
  readonly segments: readonly number[];
  /** An addition. */
  readonly excluded_segments: readonly number[];
  /** A campaign, the mail that asks to confirm, or one of an automation. An addition. */
  readonly kind: 'campaign' | 'confirmation' | 'automation';
  /** An addition. */
  readonly status: 'draft' | 'scheduled' | 'preparing' | 'sending' | 'paused' | 'sent' | 'cancelled';
  /** `optimized`: goes to engaged contacts only; `warming_up` and `canary`: is in its first wave; `stopped`: by its figures; `lane_paused`: held back at a mailbox provider. An addition. */
  readonly badges: readonly string[];
  /** Why it went back to a draft instead of being sent. An addition. */
  readonly fault: string | null;
  /** Why it paused by itself. An addition. */
  readonly pause_reason: string | null;
  /** An addition. */
  readonly started_at: string | null;
  /** Contacts that it is sent to; 0 before it is prepared. An addition. */
  readonly recipients_count: number;
  /** An addition. */
  readonly inline_css: boolean;
  /** An addition. */
  readonly reply_to: string | null;
  /** An addition. */
  readonly engaged_only: boolean;
  /** An addition. */
  readonly track_opens: boolean;
  /** An addition. */
  readonly track_clicks: boolean;
  /** An addition. */
  readonly spread_hours: number;
  /** An addition. */
  readonly variants: readonly {
    /** From 1; 0 is the content of the campaign. */
    readonly variant: number;
    /** Null: as the campaign. */
    readonly subject: string | null;
    /** Null: as the campaign. */
    readonly preview_text: string | null;
    /** Null with a design too: as the campaign. */
    readonly html: string | null;
    /** What the HTML is made of. An addition. */
    readonly design: Readonly<Record<string, unknown>> | null;
    /** Null: as the campaign, or made of the HTML of the variant. */
    readonly text: string | null;
  }[];
  /** An addition. */
  readonly ab_test: {
    readonly share: number;
    readonly rule: 'opens' | 'clicks' | null;
    readonly hours: number | null;
    /** Null until it is decided. */
    readonly winner: number | null;
  } | null;
  /** Of which campaign it is a clone. An addition. */
  readonly resend_of: number | null;
  /** Whom of those that that one was sent to it is for. An addition. */
  readonly resend_audience: 'non_openers' | 'openers' | 'clickers' | null;
  readonly created_at: string;
  readonly updated_at: string;
}
interface AutomationTrigger {
  /** Another one with each other type, list or campaign. */
  readonly id: number;
  readonly automation_id: number;
  readonly type: 'apply_list' | 'open_campaign' | 'click_campaign';
  readonly list_id: number | null;
  readonly campaign_id: number | null;
  /** Why nobody enters by it. An addition. */
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
  /** What mailboxes show behind the subject. */
  readonly preview_text: string | null;
  /** Of a design what it is made into; null where there is a text alone, or an unfinished design. */
  readonly html: string | null;
  readonly from_name: string;
  readonly from_email: string;
  /** Null while it is a draft; of one that was sent at once the moment when that was asked for. */
  readonly scheduled_at: string | null;
  /** When the last mail of it was tried; null until then. */
  readonly sent_at: string | null;
  /** In which it was scheduled; of a draft that says none that of the account. */
  readonly timezone: string;
  /** What was deleted since is left out here and below. An addition. */
  readonly lists: readonly number[];
  /** An addition. */
  readonly excluded_lists: readonly number[];
  /** An addition. */
  readonly to_contact_tags: readonly number[];
  /** An addition. */
  readonly excluded_contact_tags: readonly number[];
  /** An addition. */
  readonly segments: readonly number[];
  /** An addition. */
  readonly excluded_segments: readonly number[];
  /** A campaign, the mail that asks to confirm, or one of an automation. An addition. */
  readonly kind: 'campaign' | 'confirmation' | 'automation';
  /** An addition. */
  readonly status: 'draft' | 'scheduled' | 'preparing' | 'sending' | 'paused' | 'sent' | 'cancelled';
  /** `optimized`: goes to engaged contacts only; `warming_up` and `canary`: is in its first wave; `stopped`: by its figures; `lane_paused`: held back at a mailbox provider. An addition. */
  readonly badges: readonly string[];
  /** Why it went back to a draft instead of being sent. An addition. */
  readonly fault: string | null;
  /** Why it paused by itself. An addition. */
  readonly pause_reason: string | null;
  /** An addition. */
  readonly started_at: string | null;
  /** Contacts that it is sent to; 0 before it is prepared. An addition. */
  readonly recipients_count: number;
  /** What the HTML is made of. An addition. */
  readonly design: Readonly<Record<string, unknown>> | null;
  /** Null: made of the HTML. An addition. */
  readonly text: string | null;
  /** An addition. */
  readonly inline_css: boolean;
  /** An addition. */
  readonly reply_to: string | null;
  /** An addition. */
  readonly engaged_only: boolean;
  /** An addition. */
  readonly track_opens: boolean;
  /** An addition. */
  readonly track_clicks: boolean;
  /** An addition. */
  readonly spread_hours: number;
  /** An addition. */
  readonly variants: readonly {
    /** From 1; 0 is the content of the campaign. */
    readonly variant: number;
    /** Null: as the campaign. */
    readonly subject: string | null;
    /** Null: as the campaign. */
    readonly preview_text: string | null;
    /** Null with a design too: as the campaign. */
    readonly html: string | null;
    /** What the HTML is made of. An addition. */
    readonly design: Readonly<Record<string, unknown>> | null;
    /** Null: as the campaign, or made of the HTML of the variant. */
    readonly text: string | null;
  }[];
  /** An addition. */
  readonly ab_test: {
    readonly share: number;
    readonly rule: 'opens' | 'clicks' | null;
    readonly hours: number | null;
    /** Null until it is decided. */
    readonly winner: number | null;
  } | null;
  /** Of which campaign it is a clone. An addition. */
  readonly resend_of: number | null;
  /** Whom of those that that one was sent to it is for. An addition. */
  readonly resend_audience: 'non_openers' | 'openers' | 'clickers' | null;
  readonly created_at: string;
  readonly updated_at: string;
}
interface CampaignArchiving {
  readonly campaign_id: number;
  /** Whether the archive may show it, once it is sent. */
  readonly is_archived: boolean;
  /** Where everybody reads it; null while the archive does not show it. */
  readonly url: string | null;
}
interface CampaignAudience {
  readonly campaign_id: number;
  /** Contacts who would get it now. */
  readonly contacts: number;
  /** Contacts of the groups that it names who would not get it, without reasons that concern nobody. */
  readonly left_out: readonly {
    /** The first reason that holds; `excluded` is by what the campaign says, `not_engaged` by its mode. */
    readonly why: 'unsubscribed' | 'bounced' | 'invalid' | 'unconfirmed' | 'suppressed' | 'excluded' | 'not_engaged';
    readonly contacts: number;
  }[];
  /** Why nobody can be said to get it: it names nobody, or what was deleted since. */
  readonly fault: string | null;
}
interface CampaignChecks {
  readonly campaign_id: number;
  /** 0 is the campaign itself. */
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
    /** A campaign proper, the mail that asks to confirm, or one of an automation. */
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
  /** Of the contents as they are now; what is decided is decided on these. */
  readonly hash: string;
  /** Whether they are others than those that were asked about. */
  readonly has_changed: boolean;
  /** The campaign’s own, then those of its variants. */
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
    /** Percent of what was sent, as judged. */
    readonly open_rate: number;
    readonly click_rate: number;
  }[];
}
interface CampaignForesight {
  readonly campaign_id: number;
  /** Whether it goes to engaged contacts only, by its own word or a gate’s. */
  readonly engaged_only: boolean;
  readonly engaged_reason: string | null;
  /** Whom it goes to first; null: to all at once. */
  readonly first_wave: {
    readonly gate: 'warm_up' | 'canary';
    readonly contacts: number;
    /** How long the rest waits for the figures of these. */
    readonly minutes: number;
  } | null;
  /** All that would hold it back now, the first to be mended first; empty when it may go. */
  readonly holds: readonly {
    readonly gate: 'account' | 'mail_class' | 'stopped_by_figures' | 'warm_up' | 'monthly_quota' | 'daily_throttle' | 'hourly_throttle' | 'content_approval';
    readonly message: string;
    readonly fix: string | null;
    /** Null when somebody has to do something first. */
    readonly lifts_at: string | null;
  }[];
  readonly approval: {
    /** `asked_when_sent`: the operator is asked once it is sent or scheduled. */
    readonly state: 'not_needed' | 'asked_when_sent' | 'waiting' | 'approved' | 'rejected';
    readonly reason: string | null;
  };
}
interface CampaignGates {
  readonly gates: readonly {
    readonly gate: 'account' | 'mail_class' | 'stopped_by_figures' | 'warm_up' | 'monthly_quota' | 'daily_throttle' | 'hourly_throttle' | 'content_approval' | 'canary' | 'optimized';
    /** Whether it can hold a campaign back at all. */
    readonly is_on: boolean;
    /** Whether it does so now, for any campaign of the account. */
    readonly is_holding: boolean;
    readonly reason: string | null;
    /** Null when somebody has to do something first. */
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
  /** Contacts that it was frozen for. */
  readonly recipients_count: number;
  /** Those of them of whom the end is known. */
  readonly done_count: number;
  /** Those that are in no lane yet: they are sorted when their turn comes. */
  readonly unsorted_count: number;
  /** Paused lanes, then those with the most mail; 60 at most. */
  readonly lanes: readonly {
    /** A provider by its name, or others by the domain of their mail servers. */
    readonly provider: string;
    /** The provider as people know it. */
    readonly name: string;
    /** `paused` by the account; `backing_off`: its servers asked us to wait, or cannot be reached. */
    readonly state: 'paused' | 'backing_off' | 'waiting' | 'sending' | 'done';
    readonly delivered_count: number;
    /** Refused for good by its servers; what is reported later does not count here. */
    readonly refused_count: number;
    /** Given up, or not to be sent by a fault of ours. */
    readonly failed_count: number;
    /** Put off by a reply, and tried again later. */
    readonly deferred_count: number;
    /** Held back because the lane is paused. */
    readonly held_count: number;
    /** Mails delivered a second, over the last ten seconds. */
    readonly per_second: number;
    readonly paused_at: string | null;
    /** What its server said last when it put mail of this campaign off, without addresses. */
    readonly last_answer: {
      readonly text: string;
      readonly at: string;
    } | null;
    /** When its servers are asked again; null when nothing waits, or the lane is paused. */
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
  /** 0 is the campaign itself. */
  readonly variant: number;
  /** Null for somebody made up. */
  readonly contact_id: number | null;
  /** To whom it would go. */
  readonly email: string;
  readonly subject: string;
  readonly preview_text: string | null;
  /** With footer; null for a mail of text alone. */
  readonly html: string | null;
  /** The text part. */
  readonly text: string;
}
interface CampaignSettings {
  /** Shown at the end of every campaign, in lines; campaigns are not sent without one. At most 500 characters and 10 lines. */
  readonly postal_address: string;
  /** Of the sender, where a new campaign begins; at most 191 characters. */
  readonly from_name: string;
  /** Address of that sender; empty for none. */
  readonly from_email: string;
  /** Whether new campaigns count opens. */
  readonly tracks_opens: boolean;
  /** Whether new campaigns count clicks. */
  readonly tracks_clicks: boolean;
  /** Whether large campaigns go to a few contacts first; what the operator set for the account goes before. */
  readonly uses_canary: boolean;
  /** Whether campaigns that were sent, also those of before, are shown to everybody in an archive. */
  readonly archives: boolean;
  /** Heading of the archive, at most 191 characters; empty for the name of the account. */
  readonly archive_title: string;
  /** Where everybody finds the archive; null while there is none. */
  readonly archive_url: string | null;
}
interface CampaignStanding {
  readonly id: number;
  readonly status: 'draft' | 'scheduled' | 'preparing' | 'sending' | 'paused' | 'sent' | 'cancelled';
  /** Contacts that it was frozen for. */
  readonly recipients_count: number;
  /** Why it was paused; null where a person did. */
  readonly pause_reason: string | null;
  /** The variant that the rest gets. */
  readonly winner: number | null;
  /** Why it was not sent, or ended. */
  readonly fault: string | null;
  readonly scheduled_at: string | null;
  readonly started_at: string | null;
  readonly sent_at: string | null;
  /** Of the events `progress` of the live stream. */
  readonly progress_id: string | null;
}
interface CampaignStats {
  /** Contacts that it was sent to, those whose mail came back too. */
  readonly sent_count: number;
  /** Contacts that opened it, without what machines fetched. */
  readonly unique_open_count: number;
  /** Contacts that followed a link, without machines. */
  readonly unique_click_count: number;
  readonly unsubscribe_count: number;
  readonly bounce_count: number;
  /** Contacts that reported it as spam. */
  readonly spam_count: number;
  /** Percent of what was sent, 0 to 100 with two decimals, like all rates. */
  readonly open_rate: number;
  readonly click_rate: number;
  readonly unsubscribe_rate: number;
  readonly bounce_rate: number;
  readonly spam_rate: number;
  /** An addition. Opens, several of a contact too. */
  readonly open_count: number;
  /** An addition. Visits of links, several of a contact too. */
  readonly click_count: number;
  /** An addition. Contacts whose mail was opened by whomever, machines too. */
  readonly raw_unique_open_count: number;
  /** An addition. Contacts whose links were followed by whomever. */
  readonly raw_unique_click_count: number;
  /** An addition. Opens with those of machines. */
  readonly raw_open_count: number;
  /** An addition. Visits of links with those of machines. */
  readonly raw_click_count: number;
  /** An addition. Percent of what was sent. */
  readonly raw_open_rate: number;
  /** An addition. Percent of what was sent. */
  readonly raw_click_rate: number;
  /** An addition. The same by variant. */
  readonly variants: readonly {
    readonly variant: number;
    /** Contacts that it was sent to, those whose mail came back too. */
    readonly sent_count: number;
    /** Contacts that opened it, without what machines fetched. */
    readonly unique_open_count: number;
    /** Contacts that followed a link, without machines. */
    readonly unique_click_count: number;
    readonly unsubscribe_count: number;
    readonly bounce_count: number;
    /** Contacts that reported it as spam. */
    readonly spam_count: number;
    /** Percent of what was sent, 0 to 100 with two decimals, like all rates. */
    readonly open_rate: number;
    readonly click_rate: number;
    readonly unsubscribe_rate: number;
    readonly bounce_rate: number;
    readonly spam_rate: number;
    /** An addition. Opens, several of a contact too. */
    readonly open_count: number;
    /** An addition. Visits of links, several of a contact too. */
    readonly click_count: number;
    /** An addition. Contacts whose mail was opened by whomever, machines too. */
    readonly raw_unique_open_count: number;
    /** An addition. Contacts whose links were followed by whomever. */
    readonly raw_unique_click_count: number;
    /** An addition. Opens with those of machines. */
    readonly raw_open_count: number;
    /** An addition. Visits of links with those of machines. */
    readonly raw_click_count: number;
    /** An addition. Percent of what was sent. */
    readonly raw_open_rate: number;
    /** An addition. Percent of what was sent. */
    readonly raw_click_rate: number;
  }[];
  /** Most clicked first; only with `include_link_stats`. */
  readonly link_stats?: readonly {
    readonly url: string;
    readonly clicks: number;
    /** An addition. With those of machines. */
    readonly raw_clicks: number;
  }[] | undefined;
}
interface CampaignTest {
  readonly campaign_id: number;
  /** 0 is the campaign itself. */
  readonly variant: number;
  readonly to: readonly string[];
  readonly tests_left_today: number;
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
interface Consent {
  readonly id: number;
  /** What was agreed to. */
  readonly text: string;
  readonly given_at: string;
  readonly source: 'api' | 'import' | 'form' | 'dashboard';
  /** Where from, when the account keeps that (`keeps_consent_ip`). */
  readonly ip: string | null;
  /** The person who wrote it down; null for a program, and for the contact itself. */
  readonly recorded_by: string | null;
  readonly created_at: string;
}
interface Contact {
  readonly id: number;
  readonly email: string;
  /** Empty when it is not known. */
  readonly first_name: string;
  /** Empty when it is not known. */
  readonly last_name: string;
  readonly ip_address: string | null;
  /** Null while it is subscribed. */
  readonly unsubscribed_at: string | null;
  /** Since when mail to it comes back for good. */
  readonly bounced_at: string | null;
  /** Since when the address is known to be none. */
  readonly invalid_at: string | null;
  /** Null while nothing may be sent to it because it has yet to confirm. */
  readonly confirmed_at: string | null;
  /** The form through which it came. */
  readonly form_id: number | null;
  /** An addition. Whether its opens and clicks are kept; it gets the same mail either way. */
  readonly is_tracked: boolean;
  readonly lists: readonly {
    readonly id: number;
    readonly name: string;
  }[];
  /** Custom fields that have a value. */
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
    /** An addition. When an import added it; null for one that came another way. */
    readonly imported_at: string | null;
    /** An addition. Name of the imported file; null once the import is forgotten, after 90 days. */
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
  /** Number of the tag, or of the list. */
  readonly target_id: number;
  readonly dry_run: boolean;
  /** The filter in words. */
  readonly filter: string;
  /** Null until the contacts are counted. */
  readonly matched_count: number | null;
  /** Contacts that were looked at; in the end those that matched. */
  readonly processed_count: number;
  /** Why it failed. */
  readonly error: string | null;
  readonly started_at: string | null;
  readonly completed_at: string | null;
  /** An addition of this installation: of the events `progress` of the live stream. */
  readonly progress_id: string;
}
interface ContactCount {
  readonly count: number;
  /** The conditions in words. */
  readonly filter: string;
}
interface ContactField {
  readonly id: number;
  readonly label: string;
  /** Made of the label; by it values are given and shown. */
  readonly name: string;
  readonly type: 'text' | 'number' | 'date';
  readonly created_at: string;
  readonly updated_at: string;
}
interface ContactList {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  /** Of what was sent to the list, 0 to 100. */
  readonly average_email_open_percent: number;
  readonly average_email_click_percent: number;
  /** Its members. */
  readonly contacts_count: number;
  /** Those that can be mailed: confirmed, not unsubscribed, bounced or invalid. */
  readonly subscribed_contacts_count: number;
  readonly created_at: string;
  readonly updated_at: string;
}
interface ContactSegment {
  readonly id: number;
  readonly name: string;
  /** As it was given, times and ids in their plain form. */
  readonly filter: {
    /** Words that all occur in the address or the names; one of fewer than three characters begins them. */
    readonly query?: string | undefined;
    /** The contact with exactly this address. */
    readonly email?: string | undefined;
    /** Contacts that unsubscribed, or those that did not. */
    readonly unsubscribed?: boolean | undefined;
    /** `active` can be mailed; it is `engaged` (opened within 90 days), `new` (never opened, not sent to or first sent to within 60 days) or else `inactive`. The others say why a contact is not mailed. */
    readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
    /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
    readonly last_opened_after?: string | undefined;
    /** Contacts whose last open was before this ISO 8601 date or date-time; not those that never opened. */
    readonly last_opened_before?: string | undefined;
    /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
    readonly last_clicked_after?: string | undefined;
    /** Contacts whose last click was before this ISO 8601 date or date-time; not those that never clicked. */
    readonly last_clicked_before?: string | undefined;
    /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
    readonly last_sent_after?: string | undefined;
    /** Contacts that were last sent to before this ISO 8601 date or date-time; not those that never were. */
    readonly last_sent_before?: string | undefined;
    /** Contacts created on or after this ISO 8601 date or date-time. */
    readonly created_after?: string | undefined;
    /** Contacts created before this ISO 8601 date or date-time. */
    readonly created_before?: string | undefined;
    /** When true, only contacts that never opened. */
    readonly never_opened?: boolean | undefined;
    /** When true, only contacts that never clicked. */
    readonly never_clicked?: boolean | undefined;
    /** When true, only contacts that were never sent to. */
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
    /** Contacts that this campaign was sent to and that did not open it. */
    readonly not_opened_campaign_id?: number | undefined;
    /** Contacts that clicked in this campaign. */
    readonly clicked_campaign_id?: number | undefined;
  };
  readonly created_at: string;
  readonly updated_at: string;
}
interface ContactSegmentInFull {
  readonly id: number;
  readonly name: string;
  /** As it was given, times and ids in their plain form. */
  readonly filter: {
    /** Words that all occur in the address or the names; one of fewer than three characters begins them. */
    readonly query?: string | undefined;
    /** The contact with exactly this address. */
    readonly email?: string | undefined;
    /** Contacts that unsubscribed, or those that did not. */
    readonly unsubscribed?: boolean | undefined;
    /** `active` can be mailed; it is `engaged` (opened within 90 days), `new` (never opened, not sent to or first sent to within 60 days) or else `inactive`. The others say why a contact is not mailed. */
    readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
    /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
    readonly last_opened_after?: string | undefined;
    /** Contacts whose last open was before this ISO 8601 date or date-time; not those that never opened. */
    readonly last_opened_before?: string | undefined;
    /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
    readonly last_clicked_after?: string | undefined;
    /** Contacts whose last click was before this ISO 8601 date or date-time; not those that never clicked. */
    readonly last_clicked_before?: string | undefined;
    /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
    readonly last_sent_after?: string | undefined;
    /** Contacts that were last sent to before this ISO 8601 date or date-time; not those that never were. */
    readonly last_sent_before?: string | undefined;
    /** Contacts created on or after this ISO 8601 date or date-time. */
    readonly created_after?: string | undefined;
    /** Contacts created before this ISO 8601 date or date-time. */
    readonly created_before?: string | undefined;
    /** When true, only contacts that never opened. */
    readonly never_opened?: boolean | undefined;
    /** When true, only contacts that never clicked. */
    readonly never_clicked?: boolean | undefined;
    /** When true, only contacts that were never sent to. */
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
    /** Contacts that this campaign was sent to and that did not open it. */
    readonly not_opened_campaign_id?: number | undefined;
    /** Contacts that clicked in this campaign. */
    readonly clicked_campaign_id?: number | undefined;
  };
  readonly created_at: string;
  readonly updated_at: string;
  /** The filter in words. */
  readonly description: string;
  /** Why it cannot be used now: what of its filter was deleted since. */
  readonly error: string | null;
  /** Null unless it was asked for with `count=true`, and where the segment cannot be used. */
  readonly contacts_count: number | null;
}
interface ContactTag {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly color: string;
  /** Contacts that have it. */
  readonly contacts_count: number;
  readonly created_at: string;
  readonly updated_at: string;
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
  readonly keeps_consent_ip: boolean;
  readonly double_opt_in: boolean;
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
  /** What clients of Amazon SES sign with, shown this once; null unless it was asked for. */
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
  /** How the vendor is called. */
  readonly name: string;
  /** Whether clients of the vendor may speak to the account. */
  readonly is_on: boolean;
  /** Whether the operator of the installation switched it off: nobody of the account switches it on. */
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
  readonly tracking: {
    readonly host: string | null;
    /** What links of new mails begin with; null while they lead to the public address of this installation. */
    readonly base_url: string | null;
  };
  readonly rotation: {
    readonly is_possible: boolean;
    readonly reason: string | null;
  };
  /** What is to be set at the server first, because some records are held back until then. */
  readonly before_publishing: string | null;
  /** What is to be done, a sentence each. */
  readonly to_do: readonly string[];
}
interface DoubleOptIn {
  /** Set in the settings of the account. */
  readonly enabled: boolean;
  /** Of the record that holds the mail: change it with PATCH /campaigns/{id}. */
  readonly campaign_id: number;
  readonly campaign: Campaign;
  /** What keeps the mail from being sent now; those who sign up meanwhile are asked once it is mended. */
  readonly fault: string | null;
  /** Days that the figures are of. */
  readonly days: number;
  /** Mails that asked. */
  readonly asked: number;
  /** Sign-ups that were confirmed. */
  readonly confirmed: number;
  /** Sign-ups that can still be confirmed, whenever they came; counted up to 100000. */
  readonly waiting: number;
}
interface EngagedContact {
  /** Of the mail that was sent. */
  readonly id: number;
  /** Null when the person was erased. */
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
  /** Rows that were removed or changed so far. */
  readonly erased_count: number;
  /** What has to end first, when something has. */
  readonly waits_for: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}
interface FirstStart {
  /** The address of the account, which the owner takes unless they give another. */
  readonly email: string;
  readonly account_name: string | null;
}
interface Form {
  readonly id: number;
  readonly title: string;
  /** The page that shows it. */
  readonly landing_page_id: number | null;
  /** Where people come after they have signed up; null: a page that thanks them. */
  readonly redirect_url: string | null;
  /** Whether a box has to be ticked. */
  readonly gdpr_required: boolean;
  /** Whether whoever signs up confirms by a link in a mail; null: as the account. An addition. */
  readonly double_opt_in: boolean | null;
  /** The page on which people sign up. */
  readonly url: string;
  /** Lists that whoever signs up is added to. */
  readonly lists: readonly ContactList[];
  /** Null: the title. An addition. */
  readonly heading: string | null;
  /** An addition. */
  readonly description: string | null;
  /** Null: ours. An addition. */
  readonly button: string | null;
  /** Null: ours. An addition. */
  readonly consent_text: string | null;
  /** Names of the custom fields that it asks for. An addition. */
  readonly fields: readonly string[];
  /** How often it was sent in, by whomever: more than signed up with it. An addition. */
  readonly submissions_count: number;
  readonly created_at: string;
  readonly updated_at: string;
}
interface FormInFull {
  readonly id: number;
  readonly title: string;
  /** The page that shows it. */
  readonly landing_page_id: number | null;
  /** Where people come after they have signed up; null: a page that thanks them. */
  readonly redirect_url: string | null;
  /** Whether a box has to be ticked. */
  readonly gdpr_required: boolean;
  /** Whether whoever signs up confirms by a link in a mail; null: as the account. An addition. */
  readonly double_opt_in: boolean | null;
  /** The page on which people sign up. */
  readonly url: string;
  /** Lists that whoever signs up is added to. */
  readonly lists: readonly ContactList[];
  /** Null: the title. An addition. */
  readonly heading: string | null;
  /** An addition. */
  readonly description: string | null;
  /** Null: ours. An addition. */
  readonly button: string | null;
  /** Null: ours. An addition. */
  readonly consent_text: string | null;
  /** Names of the custom fields that it asks for. An addition. */
  readonly fields: readonly string[];
  /** How often it was sent in, by whomever: more than signed up with it. An addition. */
  readonly submissions_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** What puts the form on other pages. An addition. */
  readonly embed: {
    /** A form for pages of yours, which works without scripts too. */
    readonly html: string;
    /** Two elements that put the form where they stand, with looks of its own. */
    readonly script: string;
    /** A link to its page. */
    readonly link: string;
  };
}
interface Image {
  readonly id: number;
  readonly user_id: number;
  /** What the file was called; empty when nobody said. */
  readonly name: string;
  /** `image/png`, `image/jpeg`, `image/gif` or `image/webp`, as its bytes say. */
  readonly type: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Where everybody gets it, for mails and pages. */
  readonly url: string;
  readonly created_at: string;
}
interface Import {
  readonly id: string;
  /** An import that is `ready` waits to be started. */
  readonly state: 'ready' | 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'undoing' | 'undone';
  readonly file_name: string;
  /** Size of the file. */
  readonly bytes: number;
  readonly note: string | null;
  /** Name of the person. */
  readonly by: string | null;
  readonly added: number;
  /** Rows whose address was there already. */
  readonly known: number;
  /** Rows that were refused. */
  readonly rejected: number;
  /** Values that could not be read. Their rows were taken without them; the rejects list each. */
  readonly values_left_out: number;
  /** Why it ended early. */
  readonly fault: string | null;
  /** The encoding in which it is read: the detected one until another is chosen. */
  readonly encoding: 'UTF-8' | 'UTF-16 LE' | 'UTF-16 BE' | 'Windows-1250' | 'Windows-1251' | 'Windows-1252' | 'Windows-1253' | 'Windows-1254' | 'Windows-1255' | 'Windows-1256' | 'Windows-1257' | 'Windows-1258' | 'Windows-874' | 'ISO-8859-1' | 'ISO-8859-2' | 'ISO-8859-3' | 'ISO-8859-4' | 'ISO-8859-5' | 'ISO-8859-6' | 'ISO-8859-7' | 'ISO-8859-8' | 'ISO-8859-9' | 'ISO-8859-10' | 'ISO-8859-13' | 'ISO-8859-14' | 'ISO-8859-15' | 'ISO-8859-16' | 'KOI8-R' | 'KOI8-U' | 'Mac Roman' | 'Mac Central European' | 'Mac Cyrillic' | 'Mac Greek' | 'Mac Turkish' | 'IBM437' | 'IBM850' | 'IBM852' | 'IBM866' | 'Shift_JIS' | 'EUC-JP' | 'GB18030' | 'Big5' | 'EUC-KR' | null;
  /** What it was started with. */
  readonly settings: Readonly<Record<string, unknown>> | null;
  /** Null when it cannot be undone. */
  readonly can_undo_until: string | null;
  /** What it had added and undoing took away again. */
  readonly undone: number;
  /** What it had added and undoing left, since it was changed or used. */
  readonly kept: number;
  /** Memberships that it had added and undoing ended. */
  readonly members_undone: number;
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
interface LandingPage {
  readonly id: number;
  readonly user_id: number;
  readonly title: string;
  readonly text: string;
  /** Empty: the beginning of the text. */
  readonly description: string;
  readonly image_id: number | null;
  readonly image_url: string | null;
  readonly image_alt: string;
  readonly form_id: number;
  readonly slug: string;
  readonly is_published: boolean;
  /** Where everybody sees it while it is published. */
  readonly url: string;
  /** Where whoever has this link sees it, published or not. */
  readonly preview_url: string;
  /** When it was published first. */
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
    /** What would mend it. */
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
  /** The same for the same leg whenever it is told, so that a page replaces it. */
  readonly id: string;
  /** Null where the moment was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly kind: 'accepted';
  readonly recipients: number;
  /** An API key, or a person: signed in, with a token, or through an application; null where that is not known. */
  readonly by: {
    readonly via: 'key' | 'token' | 'oauth' | 'session';
    readonly name: string;
  } | null;
} | {
  /** The same for the same leg whenever it is told, so that a page replaces it. */
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
  /** The same for the same leg whenever it is told, so that a page replaces it. */
  readonly id: string;
  /** Null where the moment was not recorded. */
  readonly at: string | null;
  /** Milliseconds since acceptance. */
  readonly ms: number | null;
  readonly title: string;
  readonly kind: 'routed';
  readonly attempt: number;
  /** `inbox`, `relay`, `direct`; `test` and `suppressed` asked nobody. */
  readonly way: string;
  readonly host: string | null;
} | {
  /** The same for the same leg whenever it is told, so that a page replaces it. */
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
  /** The same for the same leg whenever it is told, so that a page replaces it. */
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
  /** Null: in the clear. */
  readonly tls: {
    readonly version: string;
    readonly cipher: string;
  } | null;
  /** The connection had carried mail before. */
  readonly reused: boolean;
} | {
  /** The same for the same leg whenever it is told, so that a page replaces it. */
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
  /** Only with the last attempt, while the mail waits. */
  readonly next_attempt_at: string | null;
} | {
  /** The same for the same leg whenever it is told, so that a page replaces it. */
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
  /** The same for the same leg whenever it is told, so that a page replaces it. */
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
  /** HTTP status; null when there was no answer, and then `fault` says why. */
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
interface OperatedCampaignGates {
  readonly gates: readonly {
    readonly gate: 'account' | 'mail_class' | 'stopped_by_figures' | 'warm_up' | 'monthly_quota' | 'daily_throttle' | 'hourly_throttle' | 'content_approval' | 'canary' | 'optimized';
    /** Whether it can hold a campaign back at all. */
    readonly is_on: boolean;
    /** Whether it does so now, for any campaign of the account. */
    readonly is_holding: boolean;
    readonly reason: string | null;
    /** Null when somebody has to do something first. */
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
  /** What the operator set for this account alone. */
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
  /** Until when no new mail is taken, because the installation is maintained; null: it is taken. */
  readonly draining_until: string | null;
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
  /** Oldest first, without gaps; `at` is the beginning of the hour or of the UTC day. */
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
  /** From acceptance to the receiver's yes, over the newest messages; null when none of them was delivered. */
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
interface PersonData {
  readonly address: string;
  /** Its fields, lists, tags, and when it was sent to, opened and clicked. */
  readonly contact: Readonly<Record<string, unknown>> | null;
  readonly consents: readonly Consent[];
  /** That they signed up, and what they said that is done once they confirm it. */
  readonly sign_up: Readonly<Record<string, unknown>> | null;
  readonly suppression: {
    readonly reason: string;
    readonly detail: string | null;
    readonly created_at: string;
  } | null;
  /** By mail. */
  readonly unsubscriptions: readonly {
    readonly created_at: string;
  }[];
  readonly full_mailboxes: readonly {
    readonly count: number;
    readonly first_at: string;
    readonly last_at: string;
  }[];
  /** Transactional mails that are still kept, with their events and without bodies. */
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly mailings: readonly Readonly<Record<string, unknown>>[];
  /** Mails of campaigns, and visits of their links and pictures. */
  readonly campaigns: readonly Readonly<Record<string, unknown>>[];
  /** Automations that the contact entered, and how many of their mails it was sent. */
  readonly automations: readonly Readonly<Record<string, unknown>>[];
  /** Rows of imported files that were refused and name the address. */
  readonly imports: readonly Readonly<Record<string, unknown>>[];
  /** False when reading it all took too long, and the end is missing. */
  readonly complete: boolean;
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
  /** Which gate holds the campaign back. */
  readonly gate?: string | undefined;
  /** The numbers of the gate, and what they are compared with. */
  readonly limits?: Readonly<Record<string, number | string | null>> | undefined;
  /** When the gate lifts by itself; null when somebody has to do something first. */
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
  /** Keys that they made and that go on working. */
  readonly keys: readonly DashboardKey[];
}
interface SenderDomain {
  readonly id: number;
  readonly domain: string;
  /** Always null: there is no other provider. */
  readonly provider_whitelabel_domain_id: number | null;
  /** An addition: always null, for clients that read it. */
  readonly sendgrid_whitelabel_domain_id: null;
  readonly status: 'pending' | 'verified' | 'failed';
  /** An addition: the host that links in its mails lead to once its record is found. */
  readonly tracking_host: string | null;
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
  /** An addition: always null, for clients that read it. */
  readonly sendgrid_whitelabel_domain_id: null;
  readonly status: 'pending' | 'verified' | 'failed';
  /** An addition: the host that links in its mails lead to once its record is found. */
  readonly tracking_host: string | null;
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
interface WaitingCampaignContent {
  readonly account: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
  };
  readonly campaign: {
    readonly id: number;
    /** A campaign proper, the mail that asks to confirm, or one of an automation. */
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
  /** Of the entry, for `after`. */
  readonly id: string;
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
        /** Copies: at most 50 addresses together with `bcc`. */
        readonly cc?: readonly string[] | null | undefined;
        /** Copies that nobody sees: at most 50 addresses together with `cc`. */
        readonly bcc?: readonly string[] | null | undefined;
        /** Where answers go. */
        readonly reply_to?: string | null | undefined;
        /** At most 998 characters. */
        readonly subject: string;
        /** HTML body, at most 500 KB. */
        readonly html?: string | null | undefined;
        /** Plain-text body, at most 100 KB. */
        readonly text?: string | null | undefined;
        /** Lowercase kind of e-mail, for example `password_reset`. */
        readonly tag?: string | null | undefined;
        /** Custom headers, at most 20: `List-*`, those of threads, and `X-*`. */
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
          /** Copies: at most 50 addresses together with `bcc`. */
          readonly cc?: readonly string[] | null | undefined;
          /** Copies that nobody sees: at most 50 addresses together with `cc`. */
          readonly bcc?: readonly string[] | null | undefined;
          /** Where answers go. */
          readonly reply_to?: string | null | undefined;
          /** At most 998 characters. */
          readonly subject: string;
          /** HTML body, at most 500 KB. */
          readonly html?: string | null | undefined;
          /** Plain-text body, at most 100 KB. */
          readonly text?: string | null | undefined;
          /** Lowercase kind of e-mail, for example `password_reset`. */
          readonly tag?: string | null | undefined;
          /** Custom headers, at most 20: `List-*`, those of threads, and `X-*`. */
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
        /** Whether the IP address that a consent came from is kept with it. What is kept already stays. */
        readonly keeps_consent_ip?: boolean | undefined;
        /** Whether those who sign up, or are added one at a time, confirm by a link in a mail before campaigns go to them. Contacts that there are stay as they are. */
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
        /** A bare domain name, like example.com; at most 191 characters. */
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
        /** A host below the domain, like click.example.com, that links in its mails lead to once its CNAME record is found. Null: they lead to the public address of this installation. */
        readonly tracking_host: string | null;
      } };
    answer: SenderDomainWithDns;
  };
  'DELETE /domains/{id}': {
    input: { params: { id: string } };
    answer: {
      readonly message: string;
      /** An addition. Campaigns that were to be sent from it, with their status now; absent for none. */
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
  'POST /contacts': {
    input: { body: {
        /** By it contacts are told apart, whatever the case of its letters. */
        readonly email: string;
        /** At most 191 characters. */
        readonly first_name?: string | null | undefined;
        /** At most 191 characters. */
        readonly last_name?: string | null | undefined;
        /** Where the person signed up from. */
        readonly ip_address?: string | null | undefined;
        /** Lists that it is added to. */
        readonly lists?: readonly (number | string)[] | number | string | null | undefined;
        /** Values of custom fields; those that are not named stay. */
        readonly contact_fields?: readonly {
          /** Name of a custom field. */
          readonly name: string;
          /** Null clears it. */
          readonly value?: string | number | null | undefined;
        }[] | null | undefined;
        /** An addition. Whether its opens and clicks are kept from now on. */
        readonly is_tracked?: boolean | undefined;
        /** Our addition: that the person agreed, with the words of it. */
        readonly consent?: {
          /** What was agreed to, 1 to 5000 characters. */
          readonly text: string;
          /** When; now without it, and for a time to come. */
          readonly at?: string | undefined;
          /** Where from. Kept only when the account has `keeps_consent_ip` switched on. */
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
          /** By it contacts are told apart, whatever the case of its letters. */
          readonly email: string;
          /** At most 191 characters. */
          readonly first_name?: string | null | undefined;
          /** At most 191 characters. */
          readonly last_name?: string | null | undefined;
          /** Lists that it is added to. */
          readonly lists?: readonly (number | string)[] | number | string | null | undefined;
          /** Our addition: that the person agreed, with the words of it. */
          readonly consent?: {
            /** What was agreed to, 1 to 5000 characters. */
            readonly text: string;
            /** When; now without it, and for a time to come. */
            readonly at?: string | undefined;
            /** Where from. Kept only when the account has `keeps_consent_ip` switched on. */
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
        /** That of the contact; it cannot be changed. */
        readonly email?: string | undefined;
        /** At most 191 characters. */
        readonly first_name?: string | null | undefined;
        /** At most 191 characters. */
        readonly last_name?: string | null | undefined;
        /** All lists that it is in afterwards. */
        readonly lists?: readonly (number | string)[] | number | string | null | undefined;
        /** Values of custom fields; those that are not named stay. */
        readonly contact_fields?: readonly {
          /** Name of a custom field. */
          readonly name: string;
          /** Null clears it. */
          readonly value?: string | number | null | undefined;
        }[] | null | undefined;
        /** An addition. Whether its opens and clicks are kept from now on. */
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
        /** By it contacts are told apart, whatever the case of its letters. */
        readonly email: string;
      } };
    answer: Contact;
  };
  'POST /contacts/unsubscribe': {
    input: { body: {
        /** By it contacts are told apart, whatever the case of its letters. */
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
        /** At most 191 characters; no other tag of the account has it, whatever the case. */
        readonly name: string;
        /** One of #FF644D, #C2410C, #A16207, #4D7C0F, #15803D, #0F766E, #0369A1, #1D4ED8, #6D28D9, #A21CAF, #BE185D, #475569; without it the next. */
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
        /** At most 191 characters; no other tag of the account has it, whatever the case. */
        readonly name?: string | undefined;
        /** One of #FF644D, #C2410C, #A16207, #4D7C0F, #15803D, #0F766E, #0369A1, #1D4ED8, #6D28D9, #A21CAF, #BE185D, #475569; without it the next. */
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
        /** What its values are: 0abe5601-7738-43c8-858f-81911ecf89ee (text), e43c6471-b3ff-4541-80c5-964c62decd15 (number), fe7dd76c-5113-4159-bc7c-0dbf0ed8d404 (date). */
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
        /** The type that it has: that cannot be changed. */
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
        /** At most 191 characters; unique in the account, whatever its case. */
        readonly name: string;
        /** The conditions of the listing of contacts, one at least. A segment is not made of another segment. */
        readonly filter: {
          /** Words that all occur in the address or the names; one of fewer than three characters begins them. */
          readonly query?: string | undefined;
          /** The contact with exactly this address. */
          readonly email?: string | undefined;
          /** Contacts that unsubscribed, or those that did not. */
          readonly unsubscribed?: boolean | undefined;
          /** `active` can be mailed; it is `engaged` (opened within 90 days), `new` (never opened, not sent to or first sent to within 60 days) or else `inactive`. The others say why a contact is not mailed. */
          readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
          /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
          readonly last_opened_after?: string | undefined;
          /** Contacts whose last open was before this ISO 8601 date or date-time; not those that never opened. */
          readonly last_opened_before?: string | undefined;
          /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
          readonly last_clicked_after?: string | undefined;
          /** Contacts whose last click was before this ISO 8601 date or date-time; not those that never clicked. */
          readonly last_clicked_before?: string | undefined;
          /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
          readonly last_sent_after?: string | undefined;
          /** Contacts that were last sent to before this ISO 8601 date or date-time; not those that never were. */
          readonly last_sent_before?: string | undefined;
          /** Contacts created on or after this ISO 8601 date or date-time. */
          readonly created_after?: string | undefined;
          /** Contacts created before this ISO 8601 date or date-time. */
          readonly created_before?: string | undefined;
          /** When true, only contacts that never opened. */
          readonly never_opened?: boolean | undefined;
          /** When true, only contacts that never clicked. */
          readonly never_clicked?: boolean | undefined;
          /** When true, only contacts that were never sent to. */
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
          /** Contacts that this campaign was sent to and that did not open it. */
          readonly not_opened_campaign_id?: number | undefined;
          /** Contacts that clicked in this campaign. */
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
        /** At most 191 characters; unique in the account, whatever its case. */
        readonly name?: string | undefined;
        /** The conditions of the listing of contacts, one at least. A segment is not made of another segment. */
        readonly filter?: {
          /** Words that all occur in the address or the names; one of fewer than three characters begins them. */
          readonly query?: string | undefined;
          /** The contact with exactly this address. */
          readonly email?: string | undefined;
          /** Contacts that unsubscribed, or those that did not. */
          readonly unsubscribed?: boolean | undefined;
          /** `active` can be mailed; it is `engaged` (opened within 90 days), `new` (never opened, not sent to or first sent to within 60 days) or else `inactive`. The others say why a contact is not mailed. */
          readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
          /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
          readonly last_opened_after?: string | undefined;
          /** Contacts whose last open was before this ISO 8601 date or date-time; not those that never opened. */
          readonly last_opened_before?: string | undefined;
          /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
          readonly last_clicked_after?: string | undefined;
          /** Contacts whose last click was before this ISO 8601 date or date-time; not those that never clicked. */
          readonly last_clicked_before?: string | undefined;
          /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
          readonly last_sent_after?: string | undefined;
          /** Contacts that were last sent to before this ISO 8601 date or date-time; not those that never were. */
          readonly last_sent_before?: string | undefined;
          /** Contacts created on or after this ISO 8601 date or date-time. */
          readonly created_after?: string | undefined;
          /** Contacts created before this ISO 8601 date or date-time. */
          readonly created_before?: string | undefined;
          /** When true, only contacts that never opened. */
          readonly never_opened?: boolean | undefined;
          /** When true, only contacts that never clicked. */
          readonly never_clicked?: boolean | undefined;
          /** When true, only contacts that were never sent to. */
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
          /** Contacts that this campaign was sent to and that did not open it. */
          readonly not_opened_campaign_id?: number | undefined;
          /** Contacts that clicked in this campaign. */
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
        /** Number of a tag for `apply_tag` and `remove_tag`, of a list for `add_to_list` and `remove_from_list`. */
        readonly target_id: number;
        /** With `true` contacts are counted, and nothing is changed. */
        readonly dry_run?: boolean | undefined;
        /** The conditions of the listing of contacts, and `opened_campaign_id`, `not_opened_campaign_id` and `clicked_campaign_id`. Without any it is refused, unless it is a dry run. */
        readonly filter?: {
          /** Words that all occur in the address or the names; one of fewer than three characters begins them. */
          readonly query?: string | undefined;
          /** The contact with exactly this address. */
          readonly email?: string | undefined;
          /** Contacts that unsubscribed, or those that did not. */
          readonly unsubscribed?: boolean | undefined;
          /** `active` can be mailed; it is `engaged` (opened within 90 days), `new` (never opened, not sent to or first sent to within 60 days) or else `inactive`. The others say why a contact is not mailed. */
          readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
          /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
          readonly last_opened_after?: string | undefined;
          /** Contacts whose last open was before this ISO 8601 date or date-time; not those that never opened. */
          readonly last_opened_before?: string | undefined;
          /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
          readonly last_clicked_after?: string | undefined;
          /** Contacts whose last click was before this ISO 8601 date or date-time; not those that never clicked. */
          readonly last_clicked_before?: string | undefined;
          /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
          readonly last_sent_after?: string | undefined;
          /** Contacts that were last sent to before this ISO 8601 date or date-time; not those that never were. */
          readonly last_sent_before?: string | undefined;
          /** Contacts created on or after this ISO 8601 date or date-time. */
          readonly created_after?: string | undefined;
          /** Contacts created before this ISO 8601 date or date-time. */
          readonly created_before?: string | undefined;
          /** When true, only contacts that never opened. */
          readonly never_opened?: boolean | undefined;
          /** When true, only contacts that never clicked. */
          readonly never_clicked?: boolean | undefined;
          /** When true, only contacts that were never sent to. */
          readonly never_sent?: boolean | undefined;
          /** Contacts in any of these lists. */
          readonly in_list_ids?: readonly number[] | undefined;
          /** Contacts in none of these lists. */
          readonly not_in_list_ids?: readonly number[] | undefined;
          /** Contacts with any of these tags. */
          readonly tag_ids?: readonly number[] | undefined;
          /** Contacts with none of these tags. */
          readonly not_tag_ids?: readonly number[] | undefined;
          /** An addition: contacts of this segment. */
          readonly segment_id?: number | undefined;
          /** Contacts that opened this campaign. */
          readonly opened_campaign_id?: number | undefined;
          /** Contacts that this campaign was sent to and that did not open it. */
          readonly not_opened_campaign_id?: number | undefined;
          /** Contacts that clicked in this campaign. */
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
        /** The address, in full. */
        readonly email: string;
      } };
    answer: Erasure;
  };
  'POST /privacy/erase': {
    input: { body: {
        /** The address, in full. */
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
      /** The line of the headings, or of the first row. Title rows above it are not imported. */
      readonly first_line: number;
      /** Rows near the beginning of the file whose cells cannot be told apart. They will be rejected. */
      readonly unreadable: readonly {
        readonly line: number;
        readonly reason: string;
      }[];
      readonly rows: readonly (readonly string[])[];
      /** The service whose export it is, where that matters: mailchimp, listmonk, kit, sendfox, mailtrain, phplist, beehiiv, buttondown. */
      readonly vendor: string | null;
      readonly has_header: boolean;
      /** A guess of what each column is. */
      readonly columns: readonly {
        readonly heading: string;
        /** One of ignore, email, name, first_name, last_name, ip_address, created_at, confirmed_at, status, unsubscribed_at, bounced_at, invalid_at, lists, tags, attributes, `field:<name>` of a field that is there, or `new_field:<label>`. */
        readonly target: string;
      }[];
      /** How those stand of whom their row says nothing else. */
      readonly status: 'subscribed' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid';
      /** Null when the file does not show it. */
      readonly date_order: 'month_first' | 'day_first' | null;
      /** Whether a column has dates that can be read both ways: then starting needs `date_order`. */
      readonly needs_date_order: boolean;
      /** Every value of the columns about consent in the whole file, dates left out. */
      readonly statuses: readonly {
        /** Index of the column, from 0. */
        readonly column: number;
        /** As the column has it; case does not matter. Empty for empty cells. */
        readonly value: string;
        /** Rows that have it. */
        readonly rows: number;
        /** Null where starting needs to be told. */
        readonly status: 'subscribed' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | 'ignore' | null;
      }[];
      /** Columns about consent that cannot be mapped value by value: starting needs another target for each. */
      readonly unclear: readonly {
        /** Index of the column, from 0. */
        readonly column: number;
        readonly reason: string;
      }[];
      /** What is wrong in these rows. */
      readonly faults: readonly {
        /** Place in `rows`, from 0. */
        readonly row: number;
        /** Null where it is the row as a whole. */
        readonly column: number | null;
        readonly reason: string;
        /** False where the contact is taken without the value. */
        readonly refuses_row: boolean;
      }[];
    };
  };
  'POST /contacts/imports/{id}/start': {
    input: { params: { id: string }; body?: {
        /** What each column is. One of ignore, email, name, first_name, last_name, ip_address, created_at, confirmed_at, status, unsubscribed_at, bounced_at, invalid_at, lists, tags, attributes, `field:<name>` of a field that is there, or `new_field:<label>`. */
        readonly mapping?: readonly string[] | undefined;
        /** Whether the first row has headings. */
        readonly has_header?: boolean | undefined;
        /** The encoding of the file, instead of the detected one: UTF-8, UTF-16 LE, UTF-16 BE, Windows-1250, Windows-1251, Windows-1252, Windows-1253, Windows-1254, Windows-1255, Windows-1256, Windows-1257, Windows-1258, Windows-874, ISO-8859-1, ISO-8859-2, ISO-8859-3, ISO-8859-4, ISO-8859-5, ISO-8859-6, ISO-8859-7, ISO-8859-8, ISO-8859-9, ISO-8859-10, ISO-8859-13, ISO-8859-14, ISO-8859-15, ISO-8859-16, KOI8-R, KOI8-U, Mac Roman, Mac Central European, Mac Cyrillic, Mac Greek, Mac Turkish, IBM437, IBM850, IBM852, IBM866, Shift_JIS, EUC-JP, GB18030, Big5, EUC-KR. */
        readonly encoding?: string | undefined;
        readonly list_ids?: readonly (number | string)[] | number | string | null | undefined;
        readonly tag_ids?: readonly (number | string)[] | number | string | null | undefined;
        /** Whether names and fields of contacts that are there are changed; true without it. Lists and tags are added in either case, and whoever unsubscribed or bounced by the file does so here. */
        readonly update_existing?: boolean | undefined;
        /** How those stand of whom their row says nothing else. */
        readonly status?: 'subscribed' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
        /** What comes first in dates like 3/4/2026. */
        readonly date_order?: 'month_first' | 'day_first' | undefined;
        /** What values of columns about consent mean: of those that the preview has with the status null, and of others that mean something else than it says. */
        readonly statuses?: readonly {
          /** Index of the column, from 0. */
          readonly column: number;
          /** As the column has it; case does not matter. Empty for empty cells. */
          readonly value: string;
          /** What the value means; `ignore` says nothing. */
          readonly status: 'subscribed' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | 'ignore';
        }[] | undefined;
        /** How these people agreed to be written to, at most 1000 characters. */
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
        /** For you; nobody who gets the campaign sees it. At most 191 characters. */
        readonly title: string;
        /** May hold merge fields. Must not begin with RE: or FWD:. At most 191 characters. */
        readonly subject: string;
        /** Name of the sender. At most 191 characters. */
        readonly from_name: string;
        /** Address of the sender. At most 191 characters. */
        readonly from_email: string;
        /** At most 1000000 characters. May hold merge fields and conditions. Needed unless there is a design or a text. */
        readonly html?: string | null | undefined;
        /** What mailboxes show behind the subject. At most 191 characters. */
        readonly preview_text?: string | null | undefined;
        /** A document of blocks, of which the HTML is made. A campaign has html or a design: one takes the place of the other, and of both the design counts. An addition. */
        readonly design?: Readonly<Record<string, unknown>> | null | undefined;
        /** The text part; made of the html or the design without it. At most 1000000 characters. An addition. */
        readonly text?: string | null | undefined;
        /** Whether rules of style elements are written into the elements that they are for. An addition. */
        readonly inline_css?: boolean | undefined;
        /** Where answers go. An addition. */
        readonly reply_to?: string | null | undefined;
        /** Lists that it is sent to. At most 1000. */
        readonly lists?: readonly number[] | undefined;
        /** Lists whose contacts do not get it, wherever else they are. At most 1000. */
        readonly excluded_lists?: readonly number[] | undefined;
        /** Tags whose contacts get it. At most 1000. */
        readonly to_contact_tags?: readonly number[] | undefined;
        /** Tags whose contacts do not get it. At most 1000. */
        readonly excluded_contact_tags?: readonly number[] | undefined;
        /** Segments that it is sent to. An addition. At most 20. */
        readonly segments?: readonly number[] | undefined;
        /** Segments whose contacts do not get it. An addition. At most 20. */
        readonly excluded_segments?: readonly number[] | undefined;
        /** Only to contacts who opened within 90 days, or are new. An addition. */
        readonly engaged_only?: boolean | undefined;
        /** As in the settings of the account, if it is not said. An addition. */
        readonly track_opens?: boolean | undefined;
        /** As in the settings of the account, if it is not said. An addition. */
        readonly track_clicks?: boolean | undefined;
        /** Hours over which the sending is spread; 0, the default: as fast as may be. An addition. */
        readonly spread_hours?: number | undefined;
        /** Contents that are tried beside that of the campaign: each is what it says, else as the campaign. An addition. */
        readonly variants?: readonly {
          /** As that of the campaign. */
          readonly subject?: string | null | undefined;
          /** As that of the campaign. */
          readonly preview_text?: string | null | undefined;
          /** As that of the campaign; with it the variant has neither its design nor its text. */
          readonly html?: string | null | undefined;
          /** A document of blocks, of which the HTML is made. A campaign has html or a design: one takes the place of the other, and of both the design counts. An addition. */
          readonly design?: Readonly<Record<string, unknown>> | null | undefined;
          /** The text part; made of the html or the design without it. At most 1000000 characters. An addition. */
          readonly text?: string | null | undefined;
        }[] | undefined;
        /** How variants are tried out. An addition. */
        readonly ab_test?: {
          /** Percent of the audience that gets the variants, the own content being one, in equal parts. */
          readonly share: number;
          /** What decides which the rest gets. */
          readonly rule: 'opens' | 'clicks';
          /** Hours until it is decided. */
          readonly hours: number;
        } | null | undefined;
        /** When it is sent, ISO 8601. With an offset it is exact; without one it is what the clocks of `timezone` show. Null makes it a draft again. Needs lists, tags or segments. */
        readonly scheduled_at?: string | null | undefined;
        /** A name of the IANA database; that of the account without it. An addition. */
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
        /** For you; nobody who gets the campaign sees it. At most 191 characters. */
        readonly title?: string | undefined;
        /** May hold merge fields. Must not begin with RE: or FWD:. At most 191 characters. */
        readonly subject?: string | undefined;
        /** Name of the sender. At most 191 characters. */
        readonly from_name?: string | undefined;
        /** Address of the sender. At most 191 characters. */
        readonly from_email?: string | undefined;
        /** At most 1000000 characters. May hold merge fields and conditions. Needed unless there is a design or a text. */
        readonly html?: string | null | undefined;
        /** What mailboxes show behind the subject. At most 191 characters. */
        readonly preview_text?: string | null | undefined;
        /** A document of blocks, of which the HTML is made. A campaign has html or a design: one takes the place of the other, and of both the design counts. An addition. */
        readonly design?: Readonly<Record<string, unknown>> | null | undefined;
        /** The text part; made of the html or the design without it. At most 1000000 characters. An addition. */
        readonly text?: string | null | undefined;
        /** Whether rules of style elements are written into the elements that they are for. An addition. */
        readonly inline_css?: boolean | undefined;
        /** Where answers go. An addition. */
        readonly reply_to?: string | null | undefined;
        /** Lists that it is sent to. At most 1000. */
        readonly lists?: readonly number[] | undefined;
        /** Lists whose contacts do not get it, wherever else they are. At most 1000. */
        readonly excluded_lists?: readonly number[] | undefined;
        /** Tags whose contacts get it. At most 1000. */
        readonly to_contact_tags?: readonly number[] | undefined;
        /** Tags whose contacts do not get it. At most 1000. */
        readonly excluded_contact_tags?: readonly number[] | undefined;
        /** Segments that it is sent to. An addition. At most 20. */
        readonly segments?: readonly number[] | undefined;
        /** Segments whose contacts do not get it. An addition. At most 20. */
        readonly excluded_segments?: readonly number[] | undefined;
        /** Only to contacts who opened within 90 days, or are new. An addition. */
        readonly engaged_only?: boolean | undefined;
        /** As in the settings of the account, if it is not said. An addition. */
        readonly track_opens?: boolean | undefined;
        /** As in the settings of the account, if it is not said. An addition. */
        readonly track_clicks?: boolean | undefined;
        /** Hours over which the sending is spread; 0, the default: as fast as may be. An addition. */
        readonly spread_hours?: number | undefined;
        /** Contents that are tried beside that of the campaign: each is what it says, else as the campaign. An addition. */
        readonly variants?: readonly {
          /** As that of the campaign. */
          readonly subject?: string | null | undefined;
          /** As that of the campaign. */
          readonly preview_text?: string | null | undefined;
          /** As that of the campaign; with it the variant has neither its design nor its text. */
          readonly html?: string | null | undefined;
          /** A document of blocks, of which the HTML is made. A campaign has html or a design: one takes the place of the other, and of both the design counts. An addition. */
          readonly design?: Readonly<Record<string, unknown>> | null | undefined;
          /** The text part; made of the html or the design without it. At most 1000000 characters. An addition. */
          readonly text?: string | null | undefined;
        }[] | undefined;
        /** How variants are tried out. An addition. */
        readonly ab_test?: {
          /** Percent of the audience that gets the variants, the own content being one, in equal parts. */
          readonly share: number;
          /** What decides which the rest gets. */
          readonly rule: 'opens' | 'clicks';
          /** Hours until it is decided. */
          readonly hours: number;
        } | null | undefined;
        /** When it is sent, ISO 8601. With an offset it is exact; without one it is what the clocks of `timezone` show. Null makes it a draft again. Needs lists, tags or segments. */
        readonly scheduled_at?: string | null | undefined;
        /** A name of the IANA database; that of the account without it. An addition. */
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
        /** Who of those that the campaign was sent to gets the clone. */
        readonly audience: 'non_openers' | 'openers' | 'clickers';
        /** That of the campaign without it. At most 191 characters. */
        readonly subject?: string | undefined;
        /** `Resend: ` and that of the campaign without it. At most 191 characters. */
        readonly title?: string | undefined;
        /** As of a campaign; without it the clone is a draft. */
        readonly scheduled_at?: string | null | undefined;
        /** A name of the IANA database; that of the account without it. An addition. */
        readonly timezone?: string | undefined;
      } };
    answer: Campaign;
  };
  'POST /campaigns/{id}/preview': {
    input: { params: { id: string }; body?: {
        /** Whose values are merged in; without it the first of the audience, or somebody made up. */
        readonly contact_id?: number | string | null | undefined;
        /** Number of the variant, as the campaign lists them, from 1; 0, the campaign itself, without it. */
        readonly variant?: number | string | undefined;
      } | undefined };
    answer: CampaignPreview;
  };
  'POST /campaigns/{id}/test': {
    input: { params: { id: string }; body: {
        /** Addresses of people of the account, 1 to 10. */
        readonly to: readonly string[] | string;
        /** Whose values are merged in; without it the first of the audience, or somebody made up. */
        readonly contact_id?: number | string | null | undefined;
        /** Number of the variant, as the campaign lists them, from 1; 0, the campaign itself, without it. */
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
        /** Its number; 0 is the campaign’s own content. */
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
        /** Shown at the end of every campaign, in lines; campaigns are not sent without one. At most 500 characters and 10 lines. */
        readonly postal_address?: string | undefined;
        /** Of the sender, where a new campaign begins; at most 191 characters. */
        readonly from_name?: string | undefined;
        /** Address of that sender; empty for none. */
        readonly from_email?: string | undefined;
        /** Whether new campaigns count opens. */
        readonly tracks_opens?: boolean | undefined;
        /** Whether new campaigns count clicks. */
        readonly tracks_clicks?: boolean | undefined;
        /** Whether large campaigns go to a few contacts first; what the operator set for the account goes before. */
        readonly uses_canary?: boolean | undefined;
        /** Whether campaigns that were sent, also those of before, are shown to everybody in an archive. */
        readonly archives?: boolean | undefined;
        /** Heading of the archive, at most 191 characters; empty for the name of the account. */
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
        /** Shown at the end of every campaign, in lines; campaigns are not sent without one. At most 500 characters and 10 lines. */
        readonly postal_address?: string | undefined;
        /** Of the sender, where a new campaign begins; at most 191 characters. */
        readonly from_name?: string | undefined;
        /** Address of that sender; empty for none. */
        readonly from_email?: string | undefined;
        /** Whether new campaigns count opens. */
        readonly tracks_opens?: boolean | undefined;
        /** Whether new campaigns count clicks. */
        readonly tracks_clicks?: boolean | undefined;
        /** Whether large campaigns go to a few contacts first; what the operator set for the account goes before. */
        readonly uses_canary?: boolean | undefined;
        /** Whether campaigns that were sent, also those of before, are shown to everybody in an archive. */
        readonly archives?: boolean | undefined;
        /** Heading of the archive, at most 191 characters; empty for the name of the account. */
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
        /** Contacts that the first large campaign of a sender domain goes to, before the rest; a smaller one goes out at once. 0 turns warming up off. Null: as the plan or the installation says. */
        readonly warm_up_contacts?: number | null | undefined;
        /** Hours for which such a campaign is measured before it goes on; nothing else of the account is sent meanwhile. Null: as the plan or the installation says. */
        readonly warm_up_hours?: number | null | undefined;
        /** Campaign mails delivered from a sender domain after which it is warm. Null: as the plan or the installation says. */
        readonly warm_up_delivered?: number | null | undefined;
        /** A campaign that warms up stops when fewer of its delivered mails were opened; 0 turns this off. Null: as the plan or the installation says. */
        readonly warm_up_open_percent?: number | null | undefined;
        /** Contacts from which on a campaign goes to a canary wave first; 0 turns it off. Null: as the plan or the installation says. */
        readonly canary_audience?: number | null | undefined;
        /** Share of the audience in the canary wave. Null: as the plan or the installation says. */
        readonly canary_percent?: number | null | undefined;
        /** Contacts in the canary wave at least. Null: as the plan or the installation says. */
        readonly canary_least?: number | null | undefined;
        /** Contacts in the canary wave at most. Null: as the plan or the installation says. */
        readonly canary_most?: number | null | undefined;
        /** Minutes for which the canary wave is watched. Null: as the plan or the installation says. */
        readonly canary_minutes?: number | null | undefined;
        /** A campaign pauses when more of its mails bounced; 100 turns this off. Null: as the plan or the installation says. */
        readonly stop_bounce_percent?: number | null | undefined;
        /** A campaign pauses when more of its delivered mails were complained about; 100 turns this off. Null: as the plan or the installation says. */
        readonly stop_complaint_percent?: number | null | undefined;
        /** Mails of a campaign, delivered or bounced, below which it is not paused by its figures. Null: as the plan or the installation says. */
        readonly stop_minimum?: number | null | undefined;
        /** Hours after the end of a campaign at which its figures are judged for the optimized mode. Null: as the plan or the installation says. */
        readonly optimized_after_hours?: number | null | undefined;
        /** An account is put into optimized mode when fewer of a campaign’s delivered mails were opened; 0 turns this off. Null: as the plan or the installation says. */
        readonly optimized_open_percent?: number | null | undefined;
        /** An account is put into optimized mode when more of a campaign’s mails bounced, three times what is normal; 100 turns this off. Null: as the plan or the installation says. */
        readonly optimized_bounce_percent?: number | null | undefined;
        /** An account is put into optimized mode when more of a campaign’s delivered mails were complained about; 100 turns this off. Null: as the plan or the installation says. */
        readonly optimized_complaint_percent?: number | null | undefined;
        /** Campaigns in a row with good figures after which the optimized mode ends by itself. Null: as the plan or the installation says. */
        readonly optimized_good_campaigns?: number | null | undefined;
        /** Campaign mails of an account within an hour, where its plan says nothing; 0: no limit. Never of the operator’s own account. Null: as the plan or the installation says. */
        readonly hourly_mails?: number | null | undefined;
        /** Campaign mails of an account within 24 hours, where its plan says nothing; 0: no limit. Never of the operator’s own account. Null: as the plan or the installation says. */
        readonly daily_mails?: number | null | undefined;
        /** Whether the operator approves its contents; null: as the installation says. */
        readonly approval?: 'off' | 'findings' | 'always' | null | undefined;
        /** Whether its campaigns go to engaged contacts only; false ends the optimized mode. */
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
        /** Of the contents that were looked at. */
        readonly hash: string;
        /** What the account is told, at most 500 characters. */
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
        /** The form that people sign up with; a page has one of its own. */
        readonly form_id: number;
        /** In paragraphs, with marks of Markdown: # headings, - lists, **strong**, *emphasis*, [links](https://…). At most 5000 characters. */
        readonly text?: string | undefined;
        /** What search engines and messengers say of it; empty: the beginning of the text. At most 300 characters. */
        readonly description?: string | undefined;
        /** Null: none. */
        readonly image_id?: number | null | undefined;
        /** What the image shows, for those who do not see it; empty where it only decorates. At most 191 characters. */
        readonly image_alt?: string | undefined;
        /** The end of its address: 3 to 60 of a to z, 0 to 9 and single hyphens; made of the title without it. */
        readonly slug?: string | undefined;
        /** Whether everybody sees it; false without it. */
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
        /** The form that people sign up with; a page has one of its own. */
        readonly form_id?: number | undefined;
        /** In paragraphs, with marks of Markdown: # headings, - lists, **strong**, *emphasis*, [links](https://…). At most 5000 characters. */
        readonly text?: string | undefined;
        /** What search engines and messengers say of it; empty: the beginning of the text. At most 300 characters. */
        readonly description?: string | undefined;
        /** Null: none. */
        readonly image_id?: number | null | undefined;
        /** What the image shows, for those who do not see it; empty where it only decorates. At most 191 characters. */
        readonly image_alt?: string | undefined;
        /** The end of its address: 3 to 60 of a to z, 0 to 9 and single hyphens; made of the title without it. */
        readonly slug?: string | undefined;
        /** Whether everybody sees it; false without it. */
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
        /** False leaves it out of the archive. */
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
        /** Lists that whoever signs up is added to, 100 at most; they replace those that there were. */
        readonly lists: readonly number[];
        /** Names of custom fields that it asks for, in their order, 20 at most; they replace those that there were. An addition. */
        readonly fields?: readonly string[] | undefined;
        /** Where people come after they have signed up, with http or https; null: a page that thanks them. At most 2000 characters. */
        readonly redirect_url?: string | null | undefined;
        /** Whether a box has to be ticked; false without it. */
        readonly gdpr_required?: boolean | undefined;
        /** Whether whoever signs up confirms by a link in a mail; null, the default: as the account. An addition. */
        readonly double_opt_in?: boolean | null | undefined;
        /** Above the form; null: its title. An addition. */
        readonly heading?: string | null | undefined;
        /** Words below the heading, in lines. At most 1000 characters. Null: none. An addition. */
        readonly description?: string | null | undefined;
        /** Words on the button, at most 60 characters; null: ours. An addition. */
        readonly button?: string | null | undefined;
        /** Words beside the box, which are kept with the consent. At most 1000 characters; null: ours. An addition. */
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
        /** Lists that whoever signs up is added to, 100 at most; they replace those that there were. */
        readonly lists?: readonly number[] | undefined;
        /** Names of custom fields that it asks for, in their order, 20 at most; they replace those that there were. An addition. */
        readonly fields?: readonly string[] | undefined;
        /** Where people come after they have signed up, with http or https; null: a page that thanks them. At most 2000 characters. */
        readonly redirect_url?: string | null | undefined;
        /** Whether a box has to be ticked; false without it. */
        readonly gdpr_required?: boolean | undefined;
        /** Whether whoever signs up confirms by a link in a mail; null, the default: as the account. An addition. */
        readonly double_opt_in?: boolean | null | undefined;
        /** Above the form; null: its title. An addition. */
        readonly heading?: string | null | undefined;
        /** Words below the heading, in lines. At most 1000 characters. Null: none. An addition. */
        readonly description?: string | null | undefined;
        /** Words on the button, at most 60 characters; null: ours. An addition. */
        readonly button?: string | null | undefined;
        /** Words beside the box, which are kept with the consent. At most 1000 characters; null: ours. An addition. */
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
        /** For you. At most 191 characters. */
        readonly title: string;
        /** What makes contacts enter. Without it nobody does. */
        readonly trigger_type?: 'apply_list' | 'open_campaign' | 'click_campaign' | undefined;
        /** The list that contacts are added to; required for `apply_list`. */
        readonly trigger_list_id?: number | undefined;
        /** The campaign, or mail of another automation, that contacts open or follow a link of; required for the other two. */
        readonly trigger_campaign_id?: number | undefined;
        /** Whether contacts enter and mails are sent; false at first. */
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
        /** For you. At most 191 characters. */
        readonly title?: string | undefined;
        /** What makes contacts enter. Without it nobody does. */
        readonly trigger_type?: 'apply_list' | 'open_campaign' | 'click_campaign' | undefined;
        /** The list that contacts are added to; required for `apply_list`. */
        readonly trigger_list_id?: number | undefined;
        /** The campaign, or mail of another automation, that contacts open or follow a link of; required for the other two. */
        readonly trigger_campaign_id?: number | undefined;
        /** Whether contacts enter and mails are sent; false at first. */
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
        /** May hold merge fields. Must not begin with RE: or FWD:. At most 191 characters. */
        readonly subject: string;
        /** Name of the sender. At most 191 characters. */
        readonly from_name: string;
        /** Address of the sender. At most 191 characters. */
        readonly from_email: string;
        /** For you; the subject without it. At most 191 characters. An addition. */
        readonly title?: string | undefined;
        /** At most 1000000 characters. May hold merge fields and conditions. Needed unless there is a design or a text. */
        readonly html?: string | null | undefined;
        /** What mailboxes show behind the subject. At most 191 characters. */
        readonly preview_text?: string | null | undefined;
        /** A document of blocks, of which the HTML is made. A campaign has html or a design: one takes the place of the other, and of both the design counts. An addition. */
        readonly design?: Readonly<Record<string, unknown>> | null | undefined;
        /** The text part; made of the html or the design without it. At most 1000000 characters. An addition. */
        readonly text?: string | null | undefined;
        /** Whether rules of style elements are written into the elements that they are for. An addition. */
        readonly inline_css?: boolean | undefined;
        /** Where answers go. An addition. */
        readonly reply_to?: string | null | undefined;
        /** As in the settings of the account, if it is not said. An addition. */
        readonly track_opens?: boolean | undefined;
        /** As in the settings of the account, if it is not said. An addition. */
        readonly track_clicks?: boolean | undefined;
        /** Hours after the mail before; of the first after the contact entered. 24 without it, 0 for the first that an automation gets. */
        readonly delay_hours?: number | undefined;
        /** Its place among the mails, from 1; the others make room. Behind the end is the end. */
        readonly send_order?: number | undefined;
      } };
    answer: AutomationItem;
  };
  'PATCH /automation-emails/{id}': {
    input: { params: { id: string }; body?: {
        /** May hold merge fields. Must not begin with RE: or FWD:. At most 191 characters. */
        readonly subject?: string | undefined;
        /** Name of the sender. At most 191 characters. */
        readonly from_name?: string | undefined;
        /** Address of the sender. At most 191 characters. */
        readonly from_email?: string | undefined;
        /** For you; the subject without it. At most 191 characters. An addition. */
        readonly title?: string | undefined;
        /** At most 1000000 characters. May hold merge fields and conditions. Needed unless there is a design or a text. */
        readonly html?: string | null | undefined;
        /** What mailboxes show behind the subject. At most 191 characters. */
        readonly preview_text?: string | null | undefined;
        /** A document of blocks, of which the HTML is made. A campaign has html or a design: one takes the place of the other, and of both the design counts. An addition. */
        readonly design?: Readonly<Record<string, unknown>> | null | undefined;
        /** The text part; made of the html or the design without it. At most 1000000 characters. An addition. */
        readonly text?: string | null | undefined;
        /** Whether rules of style elements are written into the elements that they are for. An addition. */
        readonly inline_css?: boolean | undefined;
        /** Where answers go. An addition. */
        readonly reply_to?: string | null | undefined;
        /** As in the settings of the account, if it is not said. An addition. */
        readonly track_opens?: boolean | undefined;
        /** As in the settings of the account, if it is not said. An addition. */
        readonly track_clicks?: boolean | undefined;
        /** Hours after the mail before; of the first after the contact entered. */
        readonly delay_hours?: number | undefined;
        /** Its place among the mails, from 1; the others make room. Behind the end is the end. */
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
        /** Limits the key to this domain: it sends from it, sees its messages and manages what is the domain’s alone, for clients of other APIs; nothing of the account as a whole, whatever its scopes. */
        readonly domain?: string | null | undefined;
        /** Requests, 1 to 1000000; null: as the plan says. */
        readonly rate_per_second?: number | null | undefined;
        /** Requests, 1 to 1000000; null: as the plan says. */
        readonly rate_per_minute?: number | null | undefined;
        /** Whether it comes with an access key id and a secret, for programs that speak to Amazon SES. */
        readonly signing?: boolean | null | undefined;
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
        /** Forms that an account may have; null: no limit. */
        readonly form_limit?: number | null | undefined;
        /** Mails of campaigns a month, which count apart; null: no limit. */
        readonly campaign_monthly_quota?: number | null | undefined;
        /** Mails of campaigns within 24 hours; null: as the installation says. */
        readonly campaign_daily_quota?: number | null | undefined;
        /** Mails of campaigns within an hour; null: as the installation says. */
        readonly campaign_hourly_quota?: number | null | undefined;
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
        /** Forms that an account may have; null: no limit. */
        readonly form_limit?: number | null | undefined;
        /** Mails of campaigns a month, which count apart; null: no limit. */
        readonly campaign_monthly_quota?: number | null | undefined;
        /** Mails of campaigns within 24 hours; null: as the installation says. */
        readonly campaign_daily_quota?: number | null | undefined;
        /** Mails of campaigns within an hour; null: as the installation says. */
        readonly campaign_hourly_quota?: number | null | undefined;
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
        /** The end of a site’s name, for example google.com; `*` for all sites. */
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

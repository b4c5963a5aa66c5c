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
  /** `account_restricted` of a restricted account; with `gate`, the error code. */
  readonly code?: string;
  /** Where a restricted account sees why. */
  readonly account_status_url?: string;
  /** Which gate holds the campaign back. */
  readonly gate?: string;
  /** The numbers of the gate, and what they are compared with. */
  readonly limits?: Readonly<Record<string, number | string | null>>;
  /** When the gate lifts by itself; null when somebody has to do something first. */
  readonly lifts_at?: string | null;
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

export interface Automation {
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

export interface AutomationInFull {
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

export interface AutomationItem {
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

export interface AutomationItemWithStats {
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

export interface AutomationItemWithoutContent {
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

export interface AutomationMail {
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

export interface AutomationTrigger {
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

/** An accepted item has `id` and `status`; a refused one `error`, the error object. */
export interface BatchResult {
  readonly id: string | null;
  readonly status: 'queued' | 'failed';
  readonly error?: Problem;
}

export interface Campaign {
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

export interface CampaignArchiving {
  readonly campaign_id: number;
  /** Whether the archive may show it, once it is sent. */
  readonly is_archived: boolean;
  /** Where everybody reads it; null while the archive does not show it. */
  readonly url: string | null;
}

export interface CampaignChecks {
  readonly campaign_id: number;
  /** 0 is the campaign itself. */
  readonly variant: number;
  readonly level: 'ok' | 'warning' | 'error';
  readonly findings: readonly {
    readonly id: string;
    readonly level: 'ok' | 'warning' | 'error';
    readonly message: string;
    readonly fix?: string;
    readonly where?: readonly string[];
  }[];
}

export interface CampaignOverTime {
  readonly interval: 'hour' | 'day';
  readonly data: readonly {
    readonly at: string;
    readonly opens: number;
    readonly clicks: number;
  }[];
}

export interface CampaignPreview {
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

export interface CampaignSettings {
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

export interface CampaignStanding {
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

export interface CampaignStats {
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
  }[];
}

export interface CampaignTest {
  readonly campaign_id: number;
  /** 0 is the campaign itself. */
  readonly variant: number;
  readonly to: readonly string[];
  readonly tests_left_today: number;
}

export interface Consent {
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

export interface Contact {
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

export interface ContactActivity {
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

export interface ContactBulkAction {
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

export interface ContactCount {
  readonly count: number;
  /** The conditions in words. */
  readonly filter: string;
}

export interface ContactField {
  readonly id: number;
  readonly label: string;
  /** Made of the label; by it values are given and shown. */
  readonly name: string;
  readonly type: 'text' | 'number' | 'date';
  readonly created_at: string;
  readonly updated_at: string;
}

export interface ContactList {
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

export interface ContactSegment {
  readonly id: number;
  readonly name: string;
  /** As it was given, times and ids in their plain form. */
  readonly filter: {
    /** Words that all occur in the address or the names; one of fewer than three characters begins them. */
    readonly query?: string;
    /** The contact with exactly this address. */
    readonly email?: string;
    /** Contacts that unsubscribed, or those that did not. */
    readonly unsubscribed?: boolean;
    /** `active` can be mailed; it is `engaged` (opened within 90 days), `new` (never opened, not sent to or first sent to within 60 days) or else `inactive`. The others say why a contact is not mailed. */
    readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid';
    /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
    readonly last_opened_after?: string;
    /** Contacts whose last open was before this ISO 8601 date or date-time; not those that never opened. */
    readonly last_opened_before?: string;
    /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
    readonly last_clicked_after?: string;
    /** Contacts whose last click was before this ISO 8601 date or date-time; not those that never clicked. */
    readonly last_clicked_before?: string;
    /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
    readonly last_sent_after?: string;
    /** Contacts that were last sent to before this ISO 8601 date or date-time; not those that never were. */
    readonly last_sent_before?: string;
    /** Contacts created on or after this ISO 8601 date or date-time. */
    readonly created_after?: string;
    /** Contacts created before this ISO 8601 date or date-time. */
    readonly created_before?: string;
    /** When true, only contacts that never opened. */
    readonly never_opened?: boolean;
    /** When true, only contacts that never clicked. */
    readonly never_clicked?: boolean;
    /** When true, only contacts that were never sent to. */
    readonly never_sent?: boolean;
    /** Contacts in any of these lists. */
    readonly in_list_ids?: readonly number[];
    /** Contacts in none of these lists. */
    readonly not_in_list_ids?: readonly number[];
    /** Contacts with any of these tags. */
    readonly tag_ids?: readonly number[];
    /** Contacts with none of these tags. */
    readonly not_tag_ids?: readonly number[];
    /** Contacts that opened this campaign. */
    readonly opened_campaign_id?: number;
    /** Contacts that this campaign was sent to and that did not open it. */
    readonly not_opened_campaign_id?: number;
    /** Contacts that clicked in this campaign. */
    readonly clicked_campaign_id?: number;
  };
  readonly created_at: string;
  readonly updated_at: string;
}

export interface ContactSegmentInFull {
  readonly id: number;
  readonly name: string;
  /** As it was given, times and ids in their plain form. */
  readonly filter: {
    /** Words that all occur in the address or the names; one of fewer than three characters begins them. */
    readonly query?: string;
    /** The contact with exactly this address. */
    readonly email?: string;
    /** Contacts that unsubscribed, or those that did not. */
    readonly unsubscribed?: boolean;
    /** `active` can be mailed; it is `engaged` (opened within 90 days), `new` (never opened, not sent to or first sent to within 60 days) or else `inactive`. The others say why a contact is not mailed. */
    readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid';
    /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
    readonly last_opened_after?: string;
    /** Contacts whose last open was before this ISO 8601 date or date-time; not those that never opened. */
    readonly last_opened_before?: string;
    /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
    readonly last_clicked_after?: string;
    /** Contacts whose last click was before this ISO 8601 date or date-time; not those that never clicked. */
    readonly last_clicked_before?: string;
    /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
    readonly last_sent_after?: string;
    /** Contacts that were last sent to before this ISO 8601 date or date-time; not those that never were. */
    readonly last_sent_before?: string;
    /** Contacts created on or after this ISO 8601 date or date-time. */
    readonly created_after?: string;
    /** Contacts created before this ISO 8601 date or date-time. */
    readonly created_before?: string;
    /** When true, only contacts that never opened. */
    readonly never_opened?: boolean;
    /** When true, only contacts that never clicked. */
    readonly never_clicked?: boolean;
    /** When true, only contacts that were never sent to. */
    readonly never_sent?: boolean;
    /** Contacts in any of these lists. */
    readonly in_list_ids?: readonly number[];
    /** Contacts in none of these lists. */
    readonly not_in_list_ids?: readonly number[];
    /** Contacts with any of these tags. */
    readonly tag_ids?: readonly number[];
    /** Contacts with none of these tags. */
    readonly not_tag_ids?: readonly number[];
    /** Contacts that opened this campaign. */
    readonly opened_campaign_id?: number;
    /** Contacts that this campaign was sent to and that did not open it. */
    readonly not_opened_campaign_id?: number;
    /** Contacts that clicked in this campaign. */
    readonly clicked_campaign_id?: number;
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

export interface ContactTag {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly color: string;
  /** Contacts that have it. */
  readonly contacts_count: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Deliverable {
  readonly campaign_title: string;
  readonly campaign_id: number;
  readonly sent_at: string | null;
  readonly opened_at: string | null;
  readonly clicked_at: string | null;
  readonly bounced_at: string | null;
  readonly unsubscribed_at: string | null;
  readonly spam_at: string | null;
}

export interface DoubleOptIn {
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

export interface EngagedContact {
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

export interface Erasure {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'done';
  /** Rows that were removed or changed so far. */
  readonly erased_count: number;
  /** What has to end first, when something has. */
  readonly waits_for: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface Form {
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

export interface FormInFull {
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

export interface Image {
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

export interface Import {
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

export interface JobProgress {
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

export interface LandingPage {
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

export interface PersonData {
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
  /** Which gate holds the campaign back. */
  readonly gate?: string;
  /** The numbers of the gate, and what they are compared with. */
  readonly limits?: Readonly<Record<string, number | string | null>>;
  /** When the gate lifts by itself; null when somebody has to do something first. */
  readonly lifts_at?: string | null;
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

export interface SenderDomainWithDns {
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
  patchDomainsById: {
    method: 'PATCH',
    path: '/domains/{id}',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'domains.update',
  },
  deleteDomainsById: {
    method: 'DELETE',
    path: '/domains/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'domains.delete',
  },
  getDomainsByIdZoneFile: {
    method: 'GET',
    path: '/domains/{id}/zone-file',
    bodyType: undefined,
    answer: 'text',
    takesIdempotencyKey: false,
    calledAs: 'domains.getZoneFile',
  },
  postDomainsByIdValidate: {
    method: 'POST',
    path: '/domains/{id}/validate',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'domains.validate',
  },
  postContacts: {
    method: 'POST',
    path: '/contacts',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.create',
  },
  getContacts: {
    method: 'GET',
    path: '/contacts',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.list',
  },
  postContactsBatch: {
    method: 'POST',
    path: '/contacts/batch',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.batch',
  },
  getContactsById: {
    method: 'GET',
    path: '/contacts/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.get',
  },
  patchContactsById: {
    method: 'PATCH',
    path: '/contacts/{id}',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.update',
  },
  deleteContactsById: {
    method: 'DELETE',
    path: '/contacts/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.delete',
  },
  getContactsByIdActivity: {
    method: 'GET',
    path: '/contacts/{id}/activity',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.getActivity',
  },
  patchUnsubscribe: {
    method: 'PATCH',
    path: '/unsubscribe',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.unsubscribe',
  },
  postContactsUnsubscribe: {
    method: 'POST',
    path: '/contacts/unsubscribe',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.postContactsUnsubscribe',
  },
  getContactsByContactIdTags: {
    method: 'GET',
    path: '/contacts/{contact_id}/tags',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.listTags',
  },
  postContactsByContactIdTagsByTagId: {
    method: 'POST',
    path: '/contacts/{contact_id}/tags/{tag_id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.addTag',
  },
  deleteContactsByContactIdTagsByTagId: {
    method: 'DELETE',
    path: '/contacts/{contact_id}/tags/{tag_id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.removeTag',
  },
  getContactsUnsubscribed: {
    method: 'GET',
    path: '/contacts/unsubscribed',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.listUnsubscribed',
  },
  postContactsBulkActions: {
    method: 'POST',
    path: '/contacts/bulk-actions',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.createBulkAction',
  },
  getContactsBulkActionsById: {
    method: 'GET',
    path: '/contacts/bulk-actions/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.getBulkAction',
  },
  getContactsExport: {
    method: 'GET',
    path: '/contacts/export',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contacts.export',
  },
  postListsByListIdContacts: {
    method: 'POST',
    path: '/lists/{list_id}/contacts',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'lists.addContact',
  },
  getListsByListIdContacts: {
    method: 'GET',
    path: '/lists/{list_id}/contacts',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'lists.listContacts',
  },
  deleteListsByListIdContactsByContactId: {
    method: 'DELETE',
    path: '/lists/{list_id}/contacts/{contact_id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'lists.removeContact',
  },
  getLists: {
    method: 'GET',
    path: '/lists',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'lists.list',
  },
  postLists: {
    method: 'POST',
    path: '/lists',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'lists.create',
  },
  getListsById: {
    method: 'GET',
    path: '/lists/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'lists.get',
  },
  patchListsById: {
    method: 'PATCH',
    path: '/lists/{id}',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'lists.update',
  },
  deleteListsById: {
    method: 'DELETE',
    path: '/lists/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'lists.delete',
  },
  getContactTags: {
    method: 'GET',
    path: '/contact-tags',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactTags.list',
  },
  postContactTags: {
    method: 'POST',
    path: '/contact-tags',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactTags.create',
  },
  getContactTagsById: {
    method: 'GET',
    path: '/contact-tags/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactTags.get',
  },
  patchContactTagsById: {
    method: 'PATCH',
    path: '/contact-tags/{id}',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactTags.update',
  },
  deleteContactTagsById: {
    method: 'DELETE',
    path: '/contact-tags/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactTags.delete',
  },
  getContactFields: {
    method: 'GET',
    path: '/contact-fields',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactFields.list',
  },
  postContactFields: {
    method: 'POST',
    path: '/contact-fields',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactFields.create',
  },
  getContactFieldsById: {
    method: 'GET',
    path: '/contact-fields/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactFields.get',
  },
  patchContactFieldsById: {
    method: 'PATCH',
    path: '/contact-fields/{id}',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactFields.update',
  },
  deleteContactFieldsById: {
    method: 'DELETE',
    path: '/contact-fields/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactFields.delete',
  },
  getUserContactFields: {
    method: 'GET',
    path: '/user/contact-fields',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'user.listContactFields',
  },
  getContactSegments: {
    method: 'GET',
    path: '/contact-segments',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactSegments.list',
  },
  postContactSegments: {
    method: 'POST',
    path: '/contact-segments',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactSegments.create',
  },
  getContactSegmentsById: {
    method: 'GET',
    path: '/contact-segments/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactSegments.get',
  },
  patchContactSegmentsById: {
    method: 'PATCH',
    path: '/contact-segments/{id}',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactSegments.update',
  },
  deleteContactSegmentsById: {
    method: 'DELETE',
    path: '/contact-segments/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactSegments.delete',
  },
  getContactsByIdConsents: {
    method: 'GET',
    path: '/contacts/{id}/consents',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'privacy.listContactConsents',
  },
  getContactsByIdData: {
    method: 'GET',
    path: '/contacts/{id}/data',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'privacy.getContactData',
  },
  postContactsByIdErase: {
    method: 'POST',
    path: '/contacts/{id}/erase',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'privacy.eraseContact',
  },
  postPrivacyErase: {
    method: 'POST',
    path: '/privacy/erase',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'privacy.erase',
  },
  getPrivacyErasuresById: {
    method: 'GET',
    path: '/privacy/erasures/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'privacy.getErasure',
  },
  postContactsImports: {
    method: 'POST',
    path: '/contacts/imports',
    bodyType: 'text/csv',
    answer: 'json',
    takesIdempotencyKey: true,
    calledAs: 'contactImports.create',
  },
  getContactsImports: {
    method: 'GET',
    path: '/contacts/imports',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactImports.list',
  },
  postContactsImportsByIdCancel: {
    method: 'POST',
    path: '/contacts/imports/{id}/cancel',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactImports.cancel',
  },
  getContactsImportsByIdRejects: {
    method: 'GET',
    path: '/contacts/imports/{id}/rejects',
    bodyType: undefined,
    answer: 'text',
    takesIdempotencyKey: false,
    calledAs: 'contactImports.getRejects',
  },
  getContactsImportsById: {
    method: 'GET',
    path: '/contacts/imports/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactImports.get',
  },
  getContactsImportsByIdPreview: {
    method: 'GET',
    path: '/contacts/imports/{id}/preview',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactImports.preview',
  },
  postContactsImportsByIdStart: {
    method: 'POST',
    path: '/contacts/imports/{id}/start',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactImports.start',
  },
  postContactsImportsByIdUndo: {
    method: 'POST',
    path: '/contacts/imports/{id}/undo',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'contactImports.undo',
  },
  getCampaigns: {
    method: 'GET',
    path: '/campaigns',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.list',
  },
  postCampaigns: {
    method: 'POST',
    path: '/campaigns',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.create',
  },
  getCampaignsById: {
    method: 'GET',
    path: '/campaigns/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.get',
  },
  patchCampaignsById: {
    method: 'PATCH',
    path: '/campaigns/{id}',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.update',
  },
  deleteCampaignsById: {
    method: 'DELETE',
    path: '/campaigns/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.delete',
  },
  postCampaignsByIdSend: {
    method: 'POST',
    path: '/campaigns/{id}/send',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.send',
  },
  postCampaignsByIdResend: {
    method: 'POST',
    path: '/campaigns/{id}/resend',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.resend',
  },
  postCampaignsByIdPreview: {
    method: 'POST',
    path: '/campaigns/{id}/preview',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.preview',
  },
  postCampaignsByIdTest: {
    method: 'POST',
    path: '/campaigns/{id}/test',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.test',
  },
  getCampaignsByIdChecks: {
    method: 'GET',
    path: '/campaigns/{id}/checks',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.getChecks',
  },
  postCampaignsByIdPause: {
    method: 'POST',
    path: '/campaigns/{id}/pause',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.pause',
  },
  postCampaignsByIdResume: {
    method: 'POST',
    path: '/campaigns/{id}/resume',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.resume',
  },
  postCampaignsByIdCancel: {
    method: 'POST',
    path: '/campaigns/{id}/cancel',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.cancel',
  },
  postCampaignsByIdWinner: {
    method: 'POST',
    path: '/campaigns/{id}/winner',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.winner',
  },
  getCampaignsByIdStats: {
    method: 'GET',
    path: '/campaigns/{id}/stats',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.getStats',
  },
  getCampaignsByIdEngagement: {
    method: 'GET',
    path: '/campaigns/{id}/engagement',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.listEngagement',
  },
  getCampaignsByIdOverTime: {
    method: 'GET',
    path: '/campaigns/{id}/over-time',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.getOverTime',
  },
  getCampaignsByIdArchive: {
    method: 'GET',
    path: '/campaigns/{id}/archive',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.getArchive',
  },
  patchCampaignsByIdArchive: {
    method: 'PATCH',
    path: '/campaigns/{id}/archive',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaigns.updateArchive',
  },
  getCampaignSettings: {
    method: 'GET',
    path: '/campaign-settings',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaignSettings.get',
  },
  patchCampaignSettings: {
    method: 'PATCH',
    path: '/campaign-settings',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'campaignSettings.update',
  },
  getImages: {
    method: 'GET',
    path: '/images',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'images.list',
  },
  postImages: {
    method: 'POST',
    path: '/images',
    bodyType: 'image/png',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'images.create',
  },
  getImagesById: {
    method: 'GET',
    path: '/images/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'images.get',
  },
  deleteImagesById: {
    method: 'DELETE',
    path: '/images/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'images.delete',
  },
  getLandingPages: {
    method: 'GET',
    path: '/landing-pages',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'landingPages.list',
  },
  postLandingPages: {
    method: 'POST',
    path: '/landing-pages',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'landingPages.create',
  },
  getLandingPagesById: {
    method: 'GET',
    path: '/landing-pages/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'landingPages.get',
  },
  patchLandingPagesById: {
    method: 'PATCH',
    path: '/landing-pages/{id}',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'landingPages.update',
  },
  deleteLandingPagesById: {
    method: 'DELETE',
    path: '/landing-pages/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'landingPages.delete',
  },
  getForms: {
    method: 'GET',
    path: '/forms',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'forms.list',
  },
  postForms: {
    method: 'POST',
    path: '/forms',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'forms.create',
  },
  getFormsById: {
    method: 'GET',
    path: '/forms/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'forms.get',
  },
  patchFormsById: {
    method: 'PATCH',
    path: '/forms/{id}',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'forms.update',
  },
  deleteFormsById: {
    method: 'DELETE',
    path: '/forms/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'forms.delete',
  },
  getDoubleOptIn: {
    method: 'GET',
    path: '/double-opt-in',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'doubleOptIn.get',
  },
  getAutomations: {
    method: 'GET',
    path: '/automations',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'automations.list',
  },
  postAutomations: {
    method: 'POST',
    path: '/automations',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'automations.create',
  },
  getAutomationsById: {
    method: 'GET',
    path: '/automations/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'automations.get',
  },
  patchAutomationsById: {
    method: 'PATCH',
    path: '/automations/{id}',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'automations.update',
  },
  deleteAutomationsById: {
    method: 'DELETE',
    path: '/automations/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'automations.delete',
  },
  postAutomationsByIdEmails: {
    method: 'POST',
    path: '/automations/{id}/emails',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'automations.emails',
  },
  patchAutomationEmailsById: {
    method: 'PATCH',
    path: '/automation-emails/{id}',
    bodyType: 'application/json',
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'automationEmails.update',
  },
  deleteAutomationEmailsById: {
    method: 'DELETE',
    path: '/automation-emails/{id}',
    bodyType: undefined,
    answer: 'json',
    takesIdempotencyKey: false,
    calledAs: 'automationEmails.delete',
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

export interface DomainsUpdateBody {
  /** A host below the domain, like click.example.com, that links in its mails lead to once its CNAME record is found. Null: they lead to the public address of this installation. */
  readonly tracking_host: string | null;
}

export interface DomainsDeleteAnswer {
  readonly message: string;
  /** An addition. Campaigns that were to be sent from it, with their status now; absent for none. */
  readonly campaigns?: readonly {
    readonly id: number;
    readonly title: string;
    readonly status: string;
  }[];
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

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: DomainsListQuery, options?: CallOptions): Items<DomainsListAnswer['data'][number], DomainsListAnswer> {
    return new Items({
      read: (page) => this.list({ ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
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
   * Choose the host that links in mails of a sender domain lead to.
   *
   * An addition of this installation. Its CNAME record stands among those of `dns`. Links of mails that are out go on to the host that they were sent with.
   *
   * `PATCH /domains/{id}` (scope `account`)
   */
  update(id: string | number, body: DomainsUpdateBody, options?: CallOptions): Call<SenderDomainWithDns> {
    return this.call(operations.patchDomainsById, { path: [id], body }, options);
  }

  /**
   * Remove a sender domain.
   *
   * Nothing new is sent from it, within a second on every process. Campaigns that are being sent from it are paused; scheduled ones become drafts when their time comes, and mail of automations waits. Single messages that were accepted before are still signed and delivered.
   *
   * `DELETE /domains/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<DomainsDeleteAnswer> {
    return this.call(operations.deleteDomainsById, { path: [id] }, options);
  }

  /**
   * The DNS records of a sender domain as a zone file.
   *
   * An addition of this installation. In the form that BIND reads, to be imported at a DNS provider.
   *
   * `GET /domains/{id}/zone-file` (scope `account:read`, `account`)
   */
  getZoneFile(id: string | number, options?: CallOptions): Call<string> {
    return this.call(operations.getDomainsByIdZoneFile, { path: [id] }, options);
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

export interface ContactsCreateBody {
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
}

export interface ContactsListQuery {
  /** Words that all occur in the address or the names; one of fewer than three characters begins them. */
  readonly query?: QueryText | undefined;
  /** Contacts that unsubscribed, or those that did not. */
  readonly unsubscribed?: boolean | undefined;
  /** The contact with exactly this address. */
  readonly email?: QueryText | undefined;
  /** Answer how many there are, and no contacts. */
  readonly count_only?: boolean | undefined;
  /** Words that all occur in the address or the names; one of fewer than three characters begins them. */
  readonly 'filter[query]'?: QueryText | undefined;
  /** The contact with exactly this address. */
  readonly 'filter[email]'?: QueryText | undefined;
  /** Contacts that unsubscribed, or those that did not. */
  readonly 'filter[unsubscribed]'?: boolean | undefined;
  /** `active` can be mailed; it is `engaged` (opened within 90 days), `new` (never opened, not sent to or first sent to within 60 days) or else `inactive`. The others say why a contact is not mailed. */
  readonly 'filter[status]'?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
  /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
  readonly 'filter[last_opened_after]'?: QueryText | undefined;
  /** Contacts whose last open was before this ISO 8601 date or date-time; not those that never opened. */
  readonly 'filter[last_opened_before]'?: QueryText | undefined;
  /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
  readonly 'filter[last_clicked_after]'?: QueryText | undefined;
  /** Contacts whose last click was before this ISO 8601 date or date-time; not those that never clicked. */
  readonly 'filter[last_clicked_before]'?: QueryText | undefined;
  /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
  readonly 'filter[last_sent_after]'?: QueryText | undefined;
  /** Contacts that were last sent to before this ISO 8601 date or date-time; not those that never were. */
  readonly 'filter[last_sent_before]'?: QueryText | undefined;
  /** Contacts created on or after this ISO 8601 date or date-time. */
  readonly 'filter[created_after]'?: QueryText | undefined;
  /** Contacts created before this ISO 8601 date or date-time. */
  readonly 'filter[created_before]'?: QueryText | undefined;
  /** When true, only contacts that never opened. */
  readonly 'filter[never_opened]'?: boolean | undefined;
  /** When true, only contacts that never clicked. */
  readonly 'filter[never_clicked]'?: boolean | undefined;
  /** When true, only contacts that were never sent to. */
  readonly 'filter[never_sent]'?: boolean | undefined;
  /** Contacts in any of these lists. */
  readonly 'filter[in_list_ids][]'?: readonly number[] | undefined;
  /** Contacts in none of these lists. */
  readonly 'filter[not_in_list_ids][]'?: readonly number[] | undefined;
  /** Contacts with any of these tags. */
  readonly 'filter[tag_ids][]'?: readonly number[] | undefined;
  /** Contacts with none of these tags. */
  readonly 'filter[not_tag_ids][]'?: readonly number[] | undefined;
  /** An addition: contacts of this segment. */
  readonly 'filter[segment_id]'?: QueryText | undefined;
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
}

export type ContactsListAnswer = {
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

export interface ContactsBatchBody {
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
}

export interface ContactsBatchAnswer {
  readonly created: number;
  readonly updated: number;
}

export interface ContactsUpdateBody {
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
}

export interface ContactsDeleteAnswer {
  readonly message: string;
}

export interface ContactsGetActivityQuery {
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
}

export interface ContactsUnsubscribeBody {
  /** By it contacts are told apart, whatever the case of its letters. */
  readonly email: string;
}

export interface ContactsPostContactsUnsubscribeBody {
  /** By it contacts are told apart, whatever the case of its letters. */
  readonly email: string;
}

export interface ContactsListUnsubscribedQuery {
  /** Words that all occur in the address or the names; one of fewer than three characters begins them. */
  readonly query?: QueryText | undefined;
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
}

export interface ContactsListUnsubscribedAnswer {
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
}

export interface ContactsCreateBulkActionBody {
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
}

export interface ContactsExportQuery {
  /** csv, json, jsonl; csv without it. */
  readonly format?: QueryText | undefined;
  /** Words that all occur in the address or the names; one of fewer than three characters begins them. */
  readonly 'filter[query]'?: QueryText | undefined;
  /** The contact with exactly this address. */
  readonly 'filter[email]'?: QueryText | undefined;
  /** Contacts that unsubscribed, or those that did not. */
  readonly 'filter[unsubscribed]'?: boolean | undefined;
  /** `active` can be mailed; it is `engaged` (opened within 90 days), `new` (never opened, not sent to or first sent to within 60 days) or else `inactive`. The others say why a contact is not mailed. */
  readonly 'filter[status]'?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
  /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
  readonly 'filter[last_opened_after]'?: QueryText | undefined;
  /** Contacts whose last open was before this ISO 8601 date or date-time; not those that never opened. */
  readonly 'filter[last_opened_before]'?: QueryText | undefined;
  /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
  readonly 'filter[last_clicked_after]'?: QueryText | undefined;
  /** Contacts whose last click was before this ISO 8601 date or date-time; not those that never clicked. */
  readonly 'filter[last_clicked_before]'?: QueryText | undefined;
  /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
  readonly 'filter[last_sent_after]'?: QueryText | undefined;
  /** Contacts that were last sent to before this ISO 8601 date or date-time; not those that never were. */
  readonly 'filter[last_sent_before]'?: QueryText | undefined;
  /** Contacts created on or after this ISO 8601 date or date-time. */
  readonly 'filter[created_after]'?: QueryText | undefined;
  /** Contacts created before this ISO 8601 date or date-time. */
  readonly 'filter[created_before]'?: QueryText | undefined;
  /** When true, only contacts that never opened. */
  readonly 'filter[never_opened]'?: boolean | undefined;
  /** When true, only contacts that never clicked. */
  readonly 'filter[never_clicked]'?: boolean | undefined;
  /** When true, only contacts that were never sent to. */
  readonly 'filter[never_sent]'?: boolean | undefined;
  /** Contacts in any of these lists. */
  readonly 'filter[in_list_ids][]'?: readonly number[] | undefined;
  /** Contacts in none of these lists. */
  readonly 'filter[not_in_list_ids][]'?: readonly number[] | undefined;
  /** Contacts with any of these tags. */
  readonly 'filter[tag_ids][]'?: readonly number[] | undefined;
  /** Contacts with none of these tags. */
  readonly 'filter[not_tag_ids][]'?: readonly number[] | undefined;
  /** An addition: contacts of this segment. */
  readonly 'filter[segment_id]'?: QueryText | undefined;
}

export class ContactsGroup extends Group {
  /**
   * Add or update a contact.
   *
   * Whoever has the address already is updated: what is given, and lists beside those it is in. One that was deleted returns under its id. Nobody is subscribed again by being saved.
   *
   * `POST /contacts` (scope `account`)
   */
  create(body: ContactsCreateBody, options?: CallOptions): Call<Contact> {
    return this.call(operations.postContacts, { body }, options);
  }

  /**
   * List contacts, or count them.
   *
   * All conditions must hold. Newest first. `total` of a page with conditions may be 20 seconds old, but for the first page.
   *
   * `GET /contacts` (scope `account:read`, `account`)
   */
  list(query?: ContactsListQuery, options?: CallOptions): Call<ContactsListAnswer> {
    return this.call(operations.getContacts, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: ContactsListQuery, options?: CallOptions): Items<Extract<ContactsListAnswer, { readonly data: unknown }>['data'][number], Extract<ContactsListAnswer, { readonly data: unknown }>> {
    return new Items({
      read: (page) => this.list({ ...query, page: page ?? query?.page }, options) as Call<Extract<ContactsListAnswer, { readonly data: unknown }>>,
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Add or update many contacts.
   *
   * All or none, at most 1,000. Of an address that is given twice, what comes later counts.
   *
   * `POST /contacts/batch` (scope `account`)
   */
  batch(body: ContactsBatchBody, options?: CallOptions): Call<ContactsBatchAnswer> {
    return this.call(operations.postContactsBatch, { body }, options);
  }

  /**
   * Read a contact.
   *
   * `GET /contacts/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<Contact> {
    return this.call(operations.getContactsById, { path: [id] }, options);
  }

  /**
   * Change a contact.
   *
   * `lists` replaces all memberships; values of fields that are not named stay, null clears one. The address cannot be changed.
   *
   * `PATCH /contacts/{id}` (scope `account`)
   */
  update(id: string | number, body?: ContactsUpdateBody, options?: CallOptions): Call<Contact> {
    return this.call(operations.patchContactsById, { path: [id], body }, options);
  }

  /**
   * Delete a contact.
   *
   * It leaves its lists and tags. Saved again, it returns under its id, and unsubscribed if it was.
   *
   * `DELETE /contacts/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<ContactsDeleteAnswer> {
    return this.call(operations.deleteContactsById, { path: [id] }, options);
  }

  /**
   * Read what mail to a contact has come to.
   *
   * `GET /contacts/{id}/activity` (scope `account:read`, `account`)
   */
  getActivity(id: string | number, query?: ContactsGetActivityQuery, options?: CallOptions): Call<ContactActivity> {
    return this.call(operations.getContactsByIdActivity, { path: [id], query: { ...query } }, options);
  }

  /**
   * Unsubscribe a contact by its address.
   *
   * It stays in its lists and is not mailed. One that is unsubscribed already stays so since when it was.
   *
   * `PATCH /unsubscribe` (scope `account`)
   */
  unsubscribe(body: ContactsUnsubscribeBody, options?: CallOptions): Call<Contact> {
    return this.call(operations.patchUnsubscribe, { body }, options);
  }

  /**
   * Unsubscribe a contact by its address, as some clients call it.
   *
   * As `PATCH /unsubscribe`.
   *
   * `POST /contacts/unsubscribe` (scope `account`)
   */
  postContactsUnsubscribe(body: ContactsPostContactsUnsubscribeBody, options?: CallOptions): Call<Contact> {
    return this.call(operations.postContactsUnsubscribe, { body }, options);
  }

  /**
   * List the tags of a contact.
   *
   * `GET /contacts/{contact_id}/tags` (scope `account:read`, `account`)
   */
  listTags(contactId: string | number, options?: CallOptions): Call<readonly ContactTag[]> {
    return this.call(operations.getContactsByContactIdTags, { path: [contactId] }, options);
  }

  /**
   * Give a contact a tag.
   *
   * `POST /contacts/{contact_id}/tags/{tag_id}` (scope `account`)
   */
  addTag(contactId: string | number, tagId: string | number, options?: CallOptions): Call<readonly ContactTag[]> {
    return this.call(operations.postContactsByContactIdTagsByTagId, { path: [contactId, tagId] }, options);
  }

  /**
   * Take a tag from a contact.
   *
   * `DELETE /contacts/{contact_id}/tags/{tag_id}` (scope `account`)
   */
  removeTag(contactId: string | number, tagId: string | number, options?: CallOptions): Call<readonly ContactTag[]> {
    return this.call(operations.deleteContactsByContactIdTagsByTagId, { path: [contactId, tagId] }, options);
  }

  /**
   * List contacts that unsubscribed.
   *
   * `GET /contacts/unsubscribed` (scope `account:read`, `account`)
   */
  listUnsubscribed(query?: ContactsListUnsubscribedQuery, options?: CallOptions): Call<ContactsListUnsubscribedAnswer> {
    return this.call(operations.getContactsUnsubscribed, { query: { ...query } }, options);
  }

  /** The items of all pages of `listUnsubscribed`, read as they are asked for. */
  listAllUnsubscribed(query?: ContactsListUnsubscribedQuery, options?: CallOptions): Items<ContactsListUnsubscribedAnswer['data'][number], ContactsListUnsubscribedAnswer> {
    return new Items({
      read: (page) => this.listUnsubscribed({ ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Tag or list all contacts that a filter matches.
   *
   * The contacts are frozen when the action begins, and then changed in the background, a few thousand at a time; it cannot be undone. An action that would change more contacts than `POSTRIDER_BULK_CEILING` ends `failed`, with nothing applied. Actions of one account are applied one after the other, in the order in which they were asked for.
   *
   * `POST /contacts/bulk-actions` (scope `account`)
   */
  createBulkAction(body: ContactsCreateBulkActionBody, options?: CallOptions): Call<ContactBulkAction> {
    return this.call(operations.postContactsBulkActions, { body }, options);
  }

  /**
   * Look how far a bulk action is.
   *
   * `GET /contacts/bulk-actions/{id}` (scope `account:read`, `account`)
   */
  getBulkAction(id: string | number, options?: CallOptions): Call<ContactBulkAction> {
    return this.call(operations.getContactsBulkActionsById, { path: [id] }, options);
  }

  /**
   * Save the contacts of a filter as a file.
   *
   * Every contact of the filter, or of the account, once, in the order of their ids: CSV with a column for each custom field, JSON with all of them in one array, or JSON lines. The answer is written while it is read, an hour at most. Cells that a spreadsheet would take for formulas begin with an apostrophe, which an import removes. An addition of ours.
   *
   * `GET /contacts/export` (scope `account:read`, `account`)
   */
  export(query?: ContactsExportQuery, options?: CallOptions): Call<readonly Contact[]> {
    return this.call(operations.getContactsExport, { query: { ...query } }, options);
  }
}

export interface ListsAddContactBody {
  readonly contact_id: number | string;
}

export interface ListsListContactsQuery {
  /** Words that all occur in the address or the names; one of fewer than three characters begins them. */
  readonly query?: QueryText | undefined;
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
}

export interface ListsListContactsAnswer {
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
}

export interface ListsListQuery {
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 10 without it. */
  readonly per_page?: QueryText | undefined;
  /** Part of the name, whatever its case. */
  readonly query?: QueryText | undefined;
}

export interface ListsListAnswer {
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
}

export interface ListsCreateBody {
  /** At most 191 characters. */
  readonly name: string;
}

export interface ListsUpdateBody {
  /** At most 191 characters. */
  readonly name: string;
}

export interface ListsDeleteAnswer {
  readonly message: string;
}

export class ListsGroup extends Group {
  /**
   * Add a contact to a list.
   *
   * A contact that is in it already stays in it.
   *
   * `POST /lists/{list_id}/contacts` (scope `account`)
   */
  addContact(listId: string | number, body: ListsAddContactBody, options?: CallOptions): Call<Contact> {
    return this.call(operations.postListsByListIdContacts, { path: [listId], body }, options);
  }

  /**
   * List the contacts of a list.
   *
   * `GET /lists/{list_id}/contacts` (scope `account:read`, `account`)
   */
  listContacts(listId: string | number, query?: ListsListContactsQuery, options?: CallOptions): Call<ListsListContactsAnswer> {
    return this.call(operations.getListsByListIdContacts, { path: [listId], query: { ...query } }, options);
  }

  /** The items of all pages of `listContacts`, read as they are asked for. */
  listAllContacts(listId: string | number, query?: ListsListContactsQuery, options?: CallOptions): Items<ListsListContactsAnswer['data'][number], ListsListContactsAnswer> {
    return new Items({
      read: (page) => this.listContacts(listId, { ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Remove a contact from a list.
   *
   * A contact that is not in it is not in it afterwards.
   *
   * `DELETE /lists/{list_id}/contacts/{contact_id}` (scope `account`)
   */
  removeContact(listId: string | number, contactId: string | number, options?: CallOptions): Call<Contact> {
    return this.call(operations.deleteListsByListIdContactsByContactId, { path: [listId, contactId] }, options);
  }

  /**
   * List the lists.
   *
   * Newest first, 10 a page.
   *
   * `GET /lists` (scope `account:read`, `account`)
   */
  list(query?: ListsListQuery, options?: CallOptions): Call<ListsListAnswer> {
    return this.call(operations.getLists, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: ListsListQuery, options?: CallOptions): Items<ListsListAnswer['data'][number], ListsListAnswer> {
    return new Items({
      read: (page) => this.list({ ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Add a list.
   *
   * `POST /lists` (scope `account`)
   */
  create(body: ListsCreateBody, options?: CallOptions): Call<ContactList> {
    return this.call(operations.postLists, { body }, options);
  }

  /**
   * Read a list.
   *
   * `GET /lists/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<ContactList> {
    return this.call(operations.getListsById, { path: [id] }, options);
  }

  /**
   * Give a list another name.
   *
   * `PATCH /lists/{id}` (scope `account`)
   */
  update(id: string | number, body: ListsUpdateBody, options?: CallOptions): Call<ContactList> {
    return this.call(operations.patchListsById, { path: [id], body }, options);
  }

  /**
   * Delete a list.
   *
   * Its contacts stay. A list that a form, a landing page or an automation uses is not deleted.
   *
   * `DELETE /lists/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<ListsDeleteAnswer> {
    return this.call(operations.deleteListsById, { path: [id] }, options);
  }
}

export interface ContactTagsListQuery {
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
}

export interface ContactTagsListAnswer {
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
}

export interface ContactTagsCreateBody {
  /** At most 191 characters; no other tag of the account has it, whatever the case. */
  readonly name: string;
  /** One of #FF644D, #C2410C, #A16207, #4D7C0F, #15803D, #0F766E, #0369A1, #1D4ED8, #6D28D9, #A21CAF, #BE185D, #475569; without it the next. */
  readonly color?: string | null | undefined;
}

export interface ContactTagsUpdateBody {
  /** At most 191 characters; no other tag of the account has it, whatever the case. */
  readonly name?: string | undefined;
  /** One of #FF644D, #C2410C, #A16207, #4D7C0F, #15803D, #0F766E, #0369A1, #1D4ED8, #6D28D9, #A21CAF, #BE185D, #475569; without it the next. */
  readonly color?: string | null | undefined;
}

export interface ContactTagsDeleteAnswer {
  readonly message: string;
}

export class ContactTagsGroup extends Group {
  /**
   * List the tags.
   *
   * Newest first.
   *
   * `GET /contact-tags` (scope `account:read`, `account`)
   */
  list(query?: ContactTagsListQuery, options?: CallOptions): Call<ContactTagsListAnswer> {
    return this.call(operations.getContactTags, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: ContactTagsListQuery, options?: CallOptions): Items<ContactTagsListAnswer['data'][number], ContactTagsListAnswer> {
    return new Items({
      read: (page) => this.list({ ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Add a tag.
   *
   * `POST /contact-tags` (scope `account`)
   */
  create(body: ContactTagsCreateBody, options?: CallOptions): Call<ContactTag> {
    return this.call(operations.postContactTags, { body }, options);
  }

  /**
   * Read a tag.
   *
   * `GET /contact-tags/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<ContactTag> {
    return this.call(operations.getContactTagsById, { path: [id] }, options);
  }

  /**
   * Change a tag.
   *
   * `PATCH /contact-tags/{id}` (scope `account`)
   */
  update(id: string | number, body?: ContactTagsUpdateBody, options?: CallOptions): Call<ContactTag> {
    return this.call(operations.patchContactTagsById, { path: [id], body }, options);
  }

  /**
   * Delete a tag.
   *
   * The contacts that have it stay.
   *
   * `DELETE /contact-tags/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<ContactTagsDeleteAnswer> {
    return this.call(operations.deleteContactTagsById, { path: [id] }, options);
  }
}

export interface ContactFieldsListQuery {
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 20 without it. */
  readonly per_page?: QueryText | undefined;
}

export interface ContactFieldsListAnswer {
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
}

export interface ContactFieldsCreateBody {
  /** At most 191 characters. */
  readonly label: string;
  /** What its values are: 0abe5601-7738-43c8-858f-81911ecf89ee (text), e43c6471-b3ff-4541-80c5-964c62decd15 (number), fe7dd76c-5113-4159-bc7c-0dbf0ed8d404 (date). */
  readonly contact_field_type_id: string;
}

export interface ContactFieldsUpdateBody {
  /** At most 191 characters. */
  readonly label: string;
  /** The type that it has: that cannot be changed. */
  readonly contact_field_type_id?: string | undefined;
}

export interface ContactFieldsDeleteAnswer {
  readonly message: string;
}

export class ContactFieldsGroup extends Group {
  /**
   * List the custom fields.
   *
   * Newest first, 20 a page.
   *
   * `GET /contact-fields` (scope `account:read`, `account`)
   */
  list(query?: ContactFieldsListQuery, options?: CallOptions): Call<ContactFieldsListAnswer> {
    return this.call(operations.getContactFields, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: ContactFieldsListQuery, options?: CallOptions): Items<ContactFieldsListAnswer['data'][number], ContactFieldsListAnswer> {
    return new Items({
      read: (page) => this.list({ ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Add a custom field.
   *
   * Its name is made of the label and told from others by a number.
   *
   * `POST /contact-fields` (scope `account`)
   */
  create(body: ContactFieldsCreateBody, options?: CallOptions): Call<ContactField> {
    return this.call(operations.postContactFields, { body }, options);
  }

  /**
   * Read a custom field.
   *
   * `GET /contact-fields/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<ContactField> {
    return this.call(operations.getContactFieldsById, { path: [id] }, options);
  }

  /**
   * Change the label of a custom field.
   *
   * Another label makes another name; values stay. The type cannot be changed.
   *
   * `PATCH /contact-fields/{id}` (scope `account`)
   */
  update(id: string | number, body: ContactFieldsUpdateBody, options?: CallOptions): Call<ContactField> {
    return this.call(operations.patchContactFieldsById, { path: [id], body }, options);
  }

  /**
   * Delete a custom field.
   *
   * For good: its values are gone with it.
   *
   * `DELETE /contact-fields/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<ContactFieldsDeleteAnswer> {
    return this.call(operations.deleteContactFieldsById, { path: [id] }, options);
  }
}

export interface UserListContactFieldsQuery {
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 20 without it. */
  readonly per_page?: QueryText | undefined;
}

export interface UserListContactFieldsAnswer {
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
}

export class UserGroup extends Group {
  /**
   * List the custom fields.
   *
   * An addition of this installation. As `GET /contact-fields`.
   *
   * `GET /user/contact-fields` (scope `account:read`, `account`)
   */
  listContactFields(query?: UserListContactFieldsQuery, options?: CallOptions): Call<UserListContactFieldsAnswer> {
    return this.call(operations.getUserContactFields, { query: { ...query } }, options);
  }

  /** The items of all pages of `listContactFields`, read as they are asked for. */
  listAllContactFields(query?: UserListContactFieldsQuery, options?: CallOptions): Items<UserListContactFieldsAnswer['data'][number], UserListContactFieldsAnswer> {
    return new Items({
      read: (page) => this.listContactFields({ ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }
}

export interface ContactSegmentsListQuery {
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
}

export interface ContactSegmentsListAnswer {
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
}

export interface ContactSegmentsCreateBody {
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
}

export interface ContactSegmentsGetQuery {
  /** With `true` the contacts are counted, which takes a moment where there are many. */
  readonly count?: QueryText | undefined;
}

export interface ContactSegmentsUpdateBody {
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
}

export interface ContactSegmentsDeleteAnswer {
  readonly message: string;
}

export class ContactSegmentsGroup extends Group {
  /**
   * List the segments.
   *
   * An addition of this installation. Newest first.
   *
   * `GET /contact-segments` (scope `account:read`, `account`)
   */
  list(query?: ContactSegmentsListQuery, options?: CallOptions): Call<ContactSegmentsListAnswer> {
    return this.call(operations.getContactSegments, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: ContactSegmentsListQuery, options?: CallOptions): Items<ContactSegmentsListAnswer['data'][number], ContactSegmentsListAnswer> {
    return new Items({
      read: (page) => this.list({ ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Create a segment.
   *
   * An addition of this installation. A filter over contacts that is kept under a name. `filter[segment_id]` uses it in the listing of contacts, in bulk actions and in exports, beside other conditions; it is evaluated each time.
   *
   * `POST /contact-segments` (scope `account`)
   */
  create(body: ContactSegmentsCreateBody, options?: CallOptions): Call<ContactSegmentInFull> {
    return this.call(operations.postContactSegments, { body }, options);
  }

  /**
   * Read a segment.
   *
   * An addition of this installation.
   *
   * `GET /contact-segments/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, query?: ContactSegmentsGetQuery, options?: CallOptions): Call<ContactSegmentInFull> {
    return this.call(operations.getContactSegmentsById, { path: [id], query: { ...query } }, options);
  }

  /**
   * Change a segment.
   *
   * An addition of this installation.
   *
   * `PATCH /contact-segments/{id}` (scope `account`)
   */
  update(id: string | number, body?: ContactSegmentsUpdateBody, options?: CallOptions): Call<ContactSegmentInFull> {
    return this.call(operations.patchContactSegmentsById, { path: [id], body }, options);
  }

  /**
   * Delete a segment.
   *
   * An addition of this installation. Contacts are kept. A filter that names the segment is refused from then on.
   *
   * `DELETE /contact-segments/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<ContactSegmentsDeleteAnswer> {
    return this.call(operations.deleteContactSegmentsById, { path: [id] }, options);
  }
}

export interface PrivacyListContactConsentsQuery {
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
}

export interface PrivacyListContactConsentsAnswer {
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
}

export interface PrivacyEraseContactBody {
  /** The address, in full. */
  readonly email: string;
}

export interface PrivacyEraseBody {
  /** The address, in full. */
  readonly email: string;
}

export class PrivacyGroup extends Group {
  /**
   * List what a contact agreed to.
   *
   * Our addition. What a contact agreed to, newest first.
   *
   * `GET /contacts/{id}/consents` (scope `account:read`, `account`)
   */
  listContactConsents(id: string | number, query?: PrivacyListContactConsentsQuery, options?: CallOptions): Call<PrivacyListContactConsentsAnswer> {
    return this.call(operations.getContactsByIdConsents, { path: [id], query: { ...query } }, options);
  }

  /** The items of all pages of `listContactConsents`, read as they are asked for. */
  listAllContactConsents(id: string | number, query?: PrivacyListContactConsentsQuery, options?: CallOptions): Items<PrivacyListContactConsentsAnswer['data'][number], PrivacyListContactConsentsAnswer> {
    return new Items({
      read: (page) => this.listContactConsents(id, { ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Read all that is known of a contact.
   *
   * Our addition. All that the account knows of one person, as one JSON object, for whoever asks what is kept of them. Deleted contacts are given too.
   *
   * `GET /contacts/{id}/data` (scope `account:read`, `account`)
   */
  getContactData(id: string | number, options?: CallOptions): Call<PersonData> {
    return this.call(operations.getContactsByIdData, { path: [id] }, options);
  }

  /**
   * Erase a contact and every trace of it.
   *
   * Our addition. Erases a contact and every trace of its address, deleted contacts too. The address confirms it. From the answer on it is no contact any more and is not taken in by imports and batches; a job does the rest, once mail to it that is under way is out. It cannot be taken back.
   *
   * `POST /contacts/{id}/erase` (scope `account`)
   */
  eraseContact(id: string | number, body: PrivacyEraseContactBody, options?: CallOptions): Call<Erasure> {
    return this.call(operations.postContactsByIdErase, { path: [id], body }, options);
  }

  /**
   * Erase every trace of an address.
   *
   * Our addition. Erases every trace of an address, whether there is a contact with it or not: somebody may have got nothing but receipts. As for a contact.
   *
   * `POST /privacy/erase` (scope `account`)
   */
  erase(body: PrivacyEraseBody, options?: CallOptions): Call<Erasure> {
    return this.call(operations.postPrivacyErase, { body }, options);
  }

  /**
   * Read how far an erasure is.
   *
   * Our addition. How far an erasure is. It stays as the proof, without the address.
   *
   * `GET /privacy/erasures/{id}` (scope `account:read`, `account`)
   */
  getErasure(id: string | number, options?: CallOptions): Call<Erasure> {
    return this.call(operations.getPrivacyErasuresById, { path: [id] }, options);
  }
}

export interface ContactImportsCreateQuery {
  /** What the file is called; of a form its own name counts. */
  readonly file_name?: QueryText | undefined;
  /** A note, at most 500 characters. */
  readonly note?: QueryText | undefined;
}

export interface ContactImportsListAnswer {
  readonly data: readonly Import[];
}

export interface ContactImportsPreviewQuery {
  /** What each column would be. One of ignore, email, name, first_name, last_name, ip_address, created_at, confirmed_at, status, unsubscribed_at, bounced_at, invalid_at, lists, tags, attributes, `field:<name>` of a field that is there, or `new_field:<label>`. */
  readonly mapping?: readonly string[] | undefined;
  /** Whether the first row would have headings. */
  readonly has_header?: 'true' | 'false' | undefined;
  /** What comes first in dates like 3/4/2026. */
  readonly date_order?: 'month_first' | 'day_first' | undefined;
  /** The encoding of the file, instead of the detected one: UTF-8, UTF-16 LE, UTF-16 BE, Windows-1250, Windows-1251, Windows-1252, Windows-1253, Windows-1254, Windows-1255, Windows-1256, Windows-1257, Windows-1258, Windows-874, ISO-8859-1, ISO-8859-2, ISO-8859-3, ISO-8859-4, ISO-8859-5, ISO-8859-6, ISO-8859-7, ISO-8859-8, ISO-8859-9, ISO-8859-10, ISO-8859-13, ISO-8859-14, ISO-8859-15, ISO-8859-16, KOI8-R, KOI8-U, Mac Roman, Mac Central European, Mac Cyrillic, Mac Greek, Mac Turkish, IBM437, IBM850, IBM852, IBM866, Shift_JIS, EUC-JP, GB18030, Big5, EUC-KR. */
  readonly encoding?: QueryText | undefined;
}

export interface ContactImportsPreviewAnswer {
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
}

export interface ContactImportsStartBody {
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
}

export class ContactImportsGroup extends Group {
  /**
   * Import contacts from a file.
   *
   * CSV with commas, semicolons, tabs or bars; its encoding is detected. It is kept in pieces while it comes, then waits: its preview says what its columns may be, and it is started with what they are.
   *
   * `POST /contacts/imports` (scope `account`)
   */
  create(body: string | Blob | FormData | Uint8Array, query?: ContactImportsCreateQuery, options?: CallOptions): Call<Import> {
    return this.call(operations.postContactsImports, { body, query: { ...query } }, options);
  }

  /**
   * List the newest imports of contacts.
   *
   * `GET /contacts/imports` (scope `account:read`, `account`)
   */
  list(options?: CallOptions): Call<ContactImportsListAnswer> {
    return this.call(operations.getContactsImports, {}, options);
  }

  /**
   * End an import of contacts; what it has taken stays.
   *
   * `POST /contacts/imports/{id}/cancel` (scope `account`)
   */
  cancel(id: string | number, options?: CallOptions): Call<Import> {
    return this.call(operations.postContactsImportsByIdCancel, { path: [id] }, options);
  }

  /**
   * Save the rows of an import of contacts that were refused, with the reason of each.
   *
   * `GET /contacts/imports/{id}/rejects` (scope `account:read`, `account`)
   */
  getRejects(id: string | number, options?: CallOptions): Call<string> {
    return this.call(operations.getContactsImportsByIdRejects, { path: [id] }, options);
  }

  /**
   * Read an import of contacts.
   *
   * `GET /contacts/imports/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<Import> {
    return this.call(operations.getContactsImportsById, { path: [id] }, options);
  }

  /**
   * Show the first rows of an import of contacts, and what its columns may be.
   *
   * The first 20 rows in the detected or the given encoding, headings included, what is guessed of them, and which of them would be refused as they are asked to be taken.
   *
   * `GET /contacts/imports/{id}/preview` (scope `account:read`, `account`)
   */
  preview(id: string | number, query?: ContactImportsPreviewQuery, options?: CallOptions): Call<ContactImportsPreviewAnswer> {
    return this.call(operations.getContactsImportsByIdPreview, { path: [id], query: { ...query } }, options);
  }

  /**
   * Start an import of contacts.
   *
   * An import that is not started within 24 hours ends by itself.
   *
   * `POST /contacts/imports/{id}/start` (scope `account`)
   */
  start(id: string | number, body?: ContactImportsStartBody, options?: CallOptions): Call<Import> {
    return this.call(operations.postContactsImportsByIdStart, { path: [id], body }, options);
  }

  /**
   * Undo an import of contacts.
   *
   * For 7 days after its end. What it added and nobody changed or wrote to since is deleted, memberships that it added end. What it changed in contacts that were there before stays, and so do lists, tags and fields that it made.
   *
   * `POST /contacts/imports/{id}/undo` (scope `account`)
   */
  undo(id: string | number, options?: CallOptions): Call<Import> {
    return this.call(operations.postContactsImportsByIdUndo, { path: [id] }, options);
  }
}

export interface CampaignsListQuery {
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
}

export interface CampaignsListAnswer {
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
}

export interface CampaignsCreateBody {
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
}

export interface CampaignsUpdateBody {
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
}

export interface CampaignsDeleteAnswer {
  readonly message: string;
}

export interface CampaignsResendBody {
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
}

export interface CampaignsPreviewBody {
  /** Whose values are merged in; without it the first of the audience, or somebody made up. */
  readonly contact_id?: number | string | null | undefined;
  /** Number of the variant, as the campaign lists them, from 1; 0, the campaign itself, without it. */
  readonly variant?: number | string | undefined;
}

export interface CampaignsTestBody {
  /** Addresses of people of the account, 1 to 10. */
  readonly to: readonly string[] | string;
  /** Whose values are merged in; without it the first of the audience, or somebody made up. */
  readonly contact_id?: number | string | null | undefined;
  /** Number of the variant, as the campaign lists them, from 1; 0, the campaign itself, without it. */
  readonly variant?: number | string | undefined;
}

export interface CampaignsGetChecksQuery {
  /** Number of the variant, as the campaign lists them, from 1; 0, the campaign itself, without it. */
  readonly variant?: number | string | undefined;
}

export interface CampaignsWinnerBody {
  /** Its number; 0 is the campaign’s own content. */
  readonly variant: number | string;
}

export interface CampaignsGetStatsQuery {
  /** With the addresses by how often they were followed; `1` and `0` are taken too. */
  readonly include_link_stats?: boolean | undefined;
  /** How many addresses. Ignored without `include_link_stats`. */
  readonly link_limit?: QueryText | undefined;
}

export interface CampaignsListEngagementQuery {
  /** Which contacts. */
  readonly type: 'openers' | 'clickers' | 'non_openers' | 'bounced' | 'unsubscribed';
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
}

export interface CampaignsListEngagementAnswer {
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
}

export interface CampaignsGetOverTimeQuery {
  /** `hour`, or `day` of UTC; `hour` without it. */
  readonly interval?: QueryText | undefined;
}

export interface CampaignsUpdateArchiveBody {
  /** False leaves it out of the archive. */
  readonly is_archived: boolean;
}

export class CampaignsGroup extends Group {
  /**
   * List the campaigns.
   *
   * Newest first. Mails that ask to confirm, and those of automations, are not among them.
   *
   * `GET /campaigns` (scope `account:read`, `account`)
   */
  list(query?: CampaignsListQuery, options?: CallOptions): Call<CampaignsListAnswer> {
    return this.call(operations.getCampaigns, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: CampaignsListQuery, options?: CallOptions): Items<CampaignsListAnswer['data'][number], CampaignsListAnswer> {
    return new Items({
      read: (page) => this.list({ ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Create a campaign.
   *
   * A draft, or with `scheduled_at` a campaign that is scheduled: then it needs lists, tags or segments, and a content and sender that can be sent. What is refused leaves nothing. A gate that keeps the account from sending is 403, and says which, with its numbers and when it lifts.
   *
   * `POST /campaigns` (scope `account`)
   */
  create(body: CampaignsCreateBody, options?: CallOptions): Call<Campaign> {
    return this.call(operations.postCampaigns, { body }, options);
  }

  /**
   * Read a campaign.
   *
   * `GET /campaigns/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<Campaign> {
    return this.call(operations.getCampaignsById, { path: [id] }, options);
  }

  /**
   * Change a campaign.
   *
   * Lists, tags, segments and variants replace those that there are. Of a draft all can be changed. One that is scheduled is changed together with `scheduled_at`: null makes it a draft, another time schedules it anew. Of one that is paused the content can be changed, for what is unsent. Everything else is 409. A gate that keeps the account from sending is 403, and says which, with its numbers and when it lifts.
   *
   * Header `If-Match`: The `updated_at` of the campaign as you have read it: one that was changed since is not changed, 409. An addition.
   *
   * `PATCH /campaigns/{id}` (scope `account`)
   */
  update(id: string | number, body?: CampaignsUpdateBody, options?: CallOptions): Call<Campaign> {
    return this.call(operations.patchCampaignsById, { path: [id], body }, options);
  }

  /**
   * Delete a draft.
   *
   * Only drafts can be deleted.
   *
   * `DELETE /campaigns/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<CampaignsDeleteAnswer> {
    return this.call(operations.deleteCampaignsById, { path: [id] }, options);
  }

  /**
   * Send a campaign now.
   *
   * Schedules a draft for this moment; `scheduled_at` says which that is. A gate that keeps the account from sending is 403, and says which, with its numbers and when it lifts.
   *
   * `POST /campaigns/{id}/send` (scope `account`)
   */
  send(id: string | number, options?: CallOptions): Call<Campaign> {
    return this.call(operations.postCampaignsByIdSend, { path: [id] }, options);
  }

  /**
   * Clone a campaign for part of its audience.
   *
   * A new draft with the content, the sender and the exclusions of a campaign that was sent, for those of its recipients who did not open it, who did, or who followed a link. Its lists are not taken over. `non_openers` are contacts whom it was sent to: not those whose mail still waits or was cancelled. A gate that keeps the account from sending is 403, and says which, with its numbers and when it lifts.
   *
   * `POST /campaigns/{id}/resend` (scope `account`)
   */
  resend(id: string | number, body: CampaignsResendBody, options?: CallOptions): Call<Campaign> {
    return this.call(operations.postCampaignsByIdResend, { path: [id], body }, options);
  }

  /**
   * Look at a campaign as a contact gets it.
   *
   * An addition of this installation. The links of a preview are those of no contact: they unsubscribe nobody, and none of them is tracked. A content with faults is refused with all of them.
   *
   * `POST /campaigns/{id}/preview` (scope `account:read`, `account`)
   */
  preview(id: string | number, body?: CampaignsPreviewBody, options?: CallOptions): Call<CampaignPreview> {
    return this.call(operations.postCampaignsByIdPreview, { path: [id], body }, options);
  }

  /**
   * Send a test of a campaign.
   *
   * An addition of this installation. Goes to people of the account alone, 100 mails a day at most, and counts in no statistics. It is signed and has the headers of the campaign; its subject begins with [Test].
   *
   * `POST /campaigns/{id}/test` (scope `account`)
   */
  test(id: string | number, body: CampaignsTestBody, options?: CallOptions): Call<CampaignTest> {
    return this.call(operations.postCampaignsByIdTest, { path: [id], body }, options);
  }

  /**
   * Examine a campaign before it is sent.
   *
   * An addition of this installation. Asks the first 50 https addresses of its links whether they answer, DNS for the DMARC record, and tables for what mail programs do not know; takes some 15 seconds at most. One at a time of an account.
   *
   * `GET /campaigns/{id}/checks` (scope `account:read`, `account`)
   */
  getChecks(id: string | number, query?: CampaignsGetChecksQuery, options?: CallOptions): Call<CampaignChecks> {
    return this.call(operations.getCampaignsByIdChecks, { path: [id], query: { ...query } }, options);
  }

  /**
   * Pause a campaign.
   *
   * An addition of this installation. No further mail begins, within a second. What a server is being told comes to its end. Content that is changed while it is paused is what everybody gets who has no outcome yet.
   *
   * `POST /campaigns/{id}/pause` (scope `account`)
   */
  pause(id: string | number, options?: CallOptions): Call<CampaignStanding> {
    return this.call(operations.postCampaignsByIdPause, { path: [id] }, options);
  }

  /**
   * Go on with a campaign that is paused.
   *
   * An addition of this installation. Goes on where it was paused. The gates are asked again.
   *
   * `POST /campaigns/{id}/resume` (scope `account`)
   */
  resume(id: string | number, options?: CallOptions): Call<CampaignStanding> {
    return this.call(operations.postCampaignsByIdResume, { path: [id] }, options);
  }

  /**
   * End a campaign that is under way.
   *
   * An addition of this installation. No further mail begins, and none will: a campaign that was cancelled cannot be resumed.
   *
   * `POST /campaigns/{id}/cancel` (scope `account`)
   */
  cancel(id: string | number, options?: CallOptions): Call<CampaignStanding> {
    return this.call(operations.postCampaignsByIdCancel, { path: [id] }, options);
  }

  /**
   * Choose the variant that the rest gets.
   *
   * An addition of this installation. Ends the test of a campaign with variants at once, instead of after its hours.
   *
   * `POST /campaigns/{id}/winner` (scope `account`)
   */
  winner(id: string | number, body: CampaignsWinnerBody, options?: CallOptions): Call<CampaignStanding> {
    return this.call(operations.postCampaignsByIdWinner, { path: [id], body }, options);
  }

  /**
   * Read the statistics of a campaign.
   *
   * From stored counters. See docs/campaigns.md for what counts as an open and a click.
   *
   * `GET /campaigns/{id}/stats` (scope `account:read`, `account`)
   */
  getStats(id: string | number, query?: CampaignsGetStatsQuery, options?: CallOptions): Call<CampaignStats> {
    return this.call(operations.getCampaignsByIdStats, { path: [id], query: { ...query } }, options);
  }

  /**
   * List contacts by what they did with a campaign.
   *
   * Contacts that came last to the account first. `non_openers` are contacts that it was sent to and that did not open it.
   *
   * `GET /campaigns/{id}/engagement` (scope `account:read`, `account`)
   */
  listEngagement(id: string | number, query: CampaignsListEngagementQuery, options?: CallOptions): Call<CampaignsListEngagementAnswer> {
    return this.call(operations.getCampaignsByIdEngagement, { path: [id], query: { ...query } }, options);
  }

  /** The items of all pages of `listEngagement`, read as they are asked for. */
  listAllEngagement(id: string | number, query: CampaignsListEngagementQuery, options?: CallOptions): Items<CampaignsListEngagementAnswer['data'][number], CampaignsListEngagementAnswer> {
    return new Items({
      read: (page) => this.listEngagement(id, { ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Read opens and clicks of a campaign over time.
   *
   * An addition of this installation. Opens and clicks as judged, in the first 1,000 hours or days that had any, the earliest first.
   *
   * `GET /campaigns/{id}/over-time` (scope `account:read`, `account`)
   */
  getOverTime(id: string | number, query?: CampaignsGetOverTimeQuery, options?: CallOptions): Call<CampaignOverTime> {
    return this.call(operations.getCampaignsByIdOverTime, { path: [id], query: { ...query } }, options);
  }

  /**
   * See whether the archive shows a campaign.
   *
   * An addition of this installation.
   *
   * `GET /campaigns/{id}/archive` (scope `account:read`, `account`)
   */
  getArchive(id: string | number, options?: CallOptions): Call<CampaignArchiving> {
    return this.call(operations.getCampaignsByIdArchive, { path: [id] }, options);
  }

  /**
   * Show a campaign in the archive, or leave it out.
   *
   * An addition of this installation. In any state, before it is sent and after. The archive itself is switched on and off in the settings of campaigns.
   *
   * `PATCH /campaigns/{id}/archive` (scope `account`)
   */
  updateArchive(id: string | number, body: CampaignsUpdateArchiveBody, options?: CallOptions): Call<CampaignArchiving> {
    return this.call(operations.patchCampaignsByIdArchive, { path: [id], body }, options);
  }
}

export interface CampaignSettingsUpdateBody {
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
}

export class CampaignSettingsGroup extends Group {
  /**
   * Read the settings of campaigns.
   *
   * An addition of this installation.
   *
   * `GET /campaign-settings` (scope `account:read`, `account`)
   */
  get(options?: CallOptions): Call<CampaignSettings> {
    return this.call(operations.getCampaignSettings, {}, options);
  }

  /**
   * Change the settings of campaigns.
   *
   * An addition of this installation. What is absent stays as it is.
   *
   * `PATCH /campaign-settings` (scope `account`)
   */
  update(body?: CampaignSettingsUpdateBody, options?: CallOptions): Call<CampaignSettings> {
    return this.call(operations.patchCampaignSettings, { body }, options);
  }
}

export interface ImagesListQuery {
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
}

export interface ImagesListAnswer {
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
}

export interface ImagesCreateQuery {
  /** What the file is called; of a form its own name counts. */
  readonly name?: QueryText | undefined;
}

export interface ImagesDeleteAnswer {
  readonly message: string;
}

export class ImagesGroup extends Group {
  /**
   * List the images.
   *
   * An addition of this installation. Newest first, 100 a page.
   *
   * `GET /images` (scope `account:read`, `account`)
   */
  list(query?: ImagesListQuery, options?: CallOptions): Call<ImagesListAnswer> {
    return this.call(operations.getImages, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: ImagesListQuery, options?: CallOptions): Items<ImagesListAnswer['data'][number], ImagesListAnswer> {
    return new Items({
      read: (page) => this.list({ ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Add an image.
   *
   * An addition of this installation. What it is says the file itself, not its name or Content-Type: PNG, JPEG, GIF or WebP. A file that the account has already is answered with what there is.
   *
   * `POST /images` (scope `account`)
   */
  create(body: string | Blob | FormData | Uint8Array, query?: ImagesCreateQuery, options?: CallOptions): Call<Image> {
    return this.call(operations.postImages, { body, query: { ...query } }, options);
  }

  /**
   * Read what is known of an image.
   *
   * An addition of this installation.
   *
   * `GET /images/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<Image> {
    return this.call(operations.getImagesById, { path: [id] }, options);
  }

  /**
   * Delete an image.
   *
   * An addition of this installation. For good: mails that show it show nothing in its place. One that a landing page shows is not deleted.
   *
   * `DELETE /images/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<ImagesDeleteAnswer> {
    return this.call(operations.deleteImagesById, { path: [id] }, options);
  }
}

export interface LandingPagesListQuery {
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
  /** Part of the title, whatever its case. */
  readonly query?: QueryText | undefined;
}

export interface LandingPagesListAnswer {
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
}

export interface LandingPagesCreateBody {
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
}

export interface LandingPagesUpdateBody {
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
}

export interface LandingPagesDeleteAnswer {
  readonly message: string;
}

export class LandingPagesGroup extends Group {
  /**
   * List the landing pages.
   *
   * An addition of this installation. Newest first, 100 a page.
   *
   * `GET /landing-pages` (scope `account:read`, `account`)
   */
  list(query?: LandingPagesListQuery, options?: CallOptions): Call<LandingPagesListAnswer> {
    return this.call(operations.getLandingPages, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: LandingPagesListQuery, options?: CallOptions): Items<LandingPagesListAnswer['data'][number], LandingPagesListAnswer> {
    return new Items({
      read: (page) => this.list({ ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Create a landing page.
   *
   * An addition of this installation. It is seen by nobody before it is published.
   *
   * `POST /landing-pages` (scope `account`)
   */
  create(body: LandingPagesCreateBody, options?: CallOptions): Call<LandingPage> {
    return this.call(operations.postLandingPages, { body }, options);
  }

  /**
   * Read a landing page.
   *
   * An addition of this installation.
   *
   * `GET /landing-pages/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<LandingPage> {
    return this.call(operations.getLandingPagesById, { path: [id] }, options);
  }

  /**
   * Change or publish a landing page.
   *
   * An addition of this installation. What is absent stays as it is. Links to an address that it had before lead nowhere.
   *
   * `PATCH /landing-pages/{id}` (scope `account`)
   */
  update(id: string | number, body?: LandingPagesUpdateBody, options?: CallOptions): Call<LandingPage> {
    return this.call(operations.patchLandingPagesById, { path: [id], body }, options);
  }

  /**
   * Delete a landing page.
   *
   * An addition of this installation. Its form and its image stay.
   *
   * `DELETE /landing-pages/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<LandingPagesDeleteAnswer> {
    return this.call(operations.deleteLandingPagesById, { path: [id] }, options);
  }
}

export interface FormsListQuery {
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
  /** Part of the title, whatever its case. */
  readonly query?: QueryText | undefined;
}

export interface FormsListAnswer {
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
}

export interface FormsCreateBody {
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
}

export interface FormsUpdateBody {
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
}

export interface FormsDeleteAnswer {
  readonly message: string;
}

export class FormsGroup extends Group {
  /**
   * List the forms.
   *
   * Newest first, 100 a page.
   *
   * `GET /forms` (scope `account:read`, `account`)
   */
  list(query?: FormsListQuery, options?: CallOptions): Call<FormsListAnswer> {
    return this.call(operations.getForms, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: FormsListQuery, options?: CallOptions): Items<FormsListAnswer['data'][number], FormsListAnswer> {
    return new Items({
      read: (page) => this.list({ ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Create a form.
   *
   * Whoever signs up with it is added to its lists. 403 where the plan allows no more forms.
   *
   * `POST /forms` (scope `account`)
   */
  create(body: FormsCreateBody, options?: CallOptions): Call<FormInFull> {
    return this.call(operations.postForms, { body }, options);
  }

  /**
   * Read a form.
   *
   * `GET /forms/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<FormInFull> {
    return this.call(operations.getFormsById, { path: [id] }, options);
  }

  /**
   * Change a form.
   *
   * `lists` replaces all that there were; what is not given stays.
   *
   * `PATCH /forms/{id}` (scope `account`)
   */
  update(id: string | number, body?: FormsUpdateBody, options?: CallOptions): Call<FormInFull> {
    return this.call(operations.patchFormsById, { path: [id], body }, options);
  }

  /**
   * Delete a form.
   *
   * Its page and its embeds say from then on that it is closed. Contacts are kept.
   *
   * `DELETE /forms/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<FormsDeleteAnswer> {
    return this.call(operations.deleteFormsById, { path: [id] }, options);
  }
}

export class DoubleOptInGroup extends Group {
  /**
   * Read the double opt-in of the account.
   *
   * An addition of this installation. The record of the mail is made when it is first asked for.
   *
   * `GET /double-opt-in` (scope `account:read`, `account`)
   */
  get(options?: CallOptions): Call<DoubleOptIn> {
    return this.call(operations.getDoubleOptIn, {}, options);
  }
}

export interface AutomationsListQuery {
  /** Number of the page, from 1. */
  readonly page?: QueryText | undefined;
  /** Records of a page, 1 to 1000; 100 without it. */
  readonly per_page?: QueryText | undefined;
}

export interface AutomationsListAnswer {
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
}

export interface AutomationsCreateBody {
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
}

export interface AutomationsUpdateBody {
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
}

export interface AutomationsDeleteAnswer {
  readonly message: string;
}

export interface AutomationsEmailsBody {
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
}

export class AutomationsGroup extends Group {
  /**
   * List the automations.
   *
   * Newest first, with their mails; the contents of these are left out here.
   *
   * `GET /automations` (scope `account:read`, `account`)
   */
  list(query?: AutomationsListQuery, options?: CallOptions): Call<AutomationsListAnswer> {
    return this.call(operations.getAutomations, { query: { ...query } }, options);
  }

  /** The items of all pages of `list`, read as they are asked for. */
  listAll(query?: AutomationsListQuery, options?: CallOptions): Items<AutomationsListAnswer['data'][number], AutomationsListAnswer> {
    return new Items({
      read: (page) => this.list({ ...query, page: page ?? query?.page }, options),
      itemsOf: (page) => page.data,
      nextOf: (page) => (page.next_page_url === null ? undefined : page.current_page + 1),
    });
  }

  /**
   * Create an automation.
   *
   * Mails that contacts get one after another: from when they are added to a list, or open a campaign, or follow a link of it. Who is in the list already does not enter. It begins without mails, and inactive unless it is said.
   *
   * `POST /automations` (scope `account`)
   */
  create(body: AutomationsCreateBody, options?: CallOptions): Call<Automation> {
    return this.call(operations.postAutomations, { body }, options);
  }

  /**
   * Read an automation.
   *
   * With its mails, their contents, and what became of them.
   *
   * `GET /automations/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<AutomationInFull> {
    return this.call(operations.getAutomationsById, { path: [id] }, options);
  }

  /**
   * Change an automation.
   *
   * With `active` false nobody enters and nothing is sent; who is in it stays. With `active` true it goes on, and what became due meanwhile is sent at once. With another trigger, contacts that are through may enter once more, and are sent nothing twice.
   *
   * `PATCH /automations/{id}` (scope `account`)
   */
  update(id: string | number, body?: AutomationsUpdateBody, options?: CallOptions): Call<Automation> {
    return this.call(operations.patchAutomationsById, { path: [id], body }, options);
  }

  /**
   * Delete an automation.
   *
   * Nothing of it is sent any more. What became of what was sent stays.
   *
   * `DELETE /automations/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<AutomationsDeleteAnswer> {
    return this.call(operations.deleteAutomationsById, { path: [id] }, options);
  }

  /**
   * Add a mail to an automation.
   *
   * A mail behind the others, or at a place. Contacts that are through are not sent it, nor those that wait for a mail behind it. What can be seen of its content at once is refused at once; the sender may be verified later.
   *
   * `POST /automations/{id}/emails` (scope `account`)
   */
  emails(id: string | number, body: AutomationsEmailsBody, options?: CallOptions): Call<AutomationItem> {
    return this.call(operations.postAutomationsByIdEmails, { path: [id], body }, options);
  }
}

export interface AutomationEmailsUpdateBody {
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
}

export interface AutomationEmailsDeleteAnswer {
  readonly message: string;
}

export class AutomationEmailsGroup extends Group {
  /**
   * Change a mail of an automation.
   *
   * The content is what is sent from then on; another delay is also that of contacts that wait for it.
   *
   * `PATCH /automation-emails/{id}` (scope `account`)
   */
  update(id: string | number, body?: AutomationEmailsUpdateBody, options?: CallOptions): Call<AutomationItem> {
    return this.call(operations.patchAutomationEmailsById, { path: [id], body }, options);
  }

  /**
   * Remove a mail from an automation.
   *
   * Contacts that wait for it go on to the next. What became of what was sent stays.
   *
   * `DELETE /automation-emails/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<AutomationEmailsDeleteAnswer> {
    return this.call(operations.deleteAutomationEmailsById, { path: [id] }, options);
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
  /** Whom newsletters go to, one at a time and in batches. */
  readonly contacts: ContactsGroup;
  /** Lists of contacts, and who is in them. */
  readonly lists: ListsGroup;
  /** Tags of contacts, and who has them. */
  readonly contactTags: ContactTagsGroup;
  /** Fields that the account gives its contacts. */
  readonly contactFields: ContactFieldsGroup;
  /** Fields that the account gives its contacts. */
  readonly user: UserGroup;
  /** Filters over contacts that are kept under a name: an addition of this installation. */
  readonly contactSegments: ContactSegmentsGroup;
  /** What contacts agreed to, all that is known of a person, and erasing it. */
  readonly privacy: PrivacyGroup;
  /** Contacts from CSV files: shown first, started with what their columns are, undone for some days. */
  readonly contactImports: ContactImportsGroup;
  /** Mail to an audience, from draft to the last click, and what all of it shares. */
  readonly campaigns: CampaignsGroup;
  /** Mail to an audience, from draft to the last click, and what all of it shares. */
  readonly campaignSettings: CampaignSettingsGroup;
  /** Pictures that an account keeps here, for its mails and pages. */
  readonly images: ImagesGroup;
  /** Pages at which people sign up by a form, for everybody once they are published. */
  readonly landingPages: LandingPagesGroup;
  /** Forms at which people sign up: on a page of ours, and on pages of any site. */
  readonly forms: FormsGroup;
  /** What those who sign up are asked before campaigns go to them. */
  readonly doubleOptIn: DoubleOptInGroup;
  /** Mails that contacts get one after another, from what made them enter. */
  readonly automations: AutomationsGroup;
  /** Mails that contacts get one after another, from what made them enter. */
  readonly automationEmails: AutomationEmailsGroup;
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
    this.contacts = new ContactsGroup(transport);
    this.lists = new ListsGroup(transport);
    this.contactTags = new ContactTagsGroup(transport);
    this.contactFields = new ContactFieldsGroup(transport);
    this.user = new UserGroup(transport);
    this.contactSegments = new ContactSegmentsGroup(transport);
    this.privacy = new PrivacyGroup(transport);
    this.contactImports = new ContactImportsGroup(transport);
    this.campaigns = new CampaignsGroup(transport);
    this.campaignSettings = new CampaignSettingsGroup(transport);
    this.images = new ImagesGroup(transport);
    this.landingPages = new LandingPagesGroup(transport);
    this.forms = new FormsGroup(transport);
    this.doubleOptIn = new DoubleOptInGroup(transport);
    this.automations = new AutomationsGroup(transport);
    this.automationEmails = new AutomationEmailsGroup(transport);
    this.inbox = new InboxGroup(transport);
  }
}

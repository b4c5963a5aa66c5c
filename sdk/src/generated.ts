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

/** An error response of the account API. */
export interface AccountProblem {
  /** What went wrong. */
  readonly message: string;
  /** With status 422: the problems of each invalid field, by its dotted path. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** The same text as `message`, for a restricted account. */
  readonly error?: string;
  /** `account_restricted` for a restricted account. If `gate` is present, the error code. */
  readonly code?: string;
  /** The page that shows why the account is restricted. */
  readonly account_status_url?: string;
  /** The safeguard that holds the campaign. */
  readonly gate?: string;
  /** The figures that the safeguard checked and their limits. */
  readonly limits?: Readonly<Record<string, number | string | null>>;
  /** When the hold ends automatically, or null if someone must act first. */
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
  /** Null while the alert is not firing. */
  readonly firing_since: string | null;
  readonly created_at: string;
}

export interface Automation {
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

export interface AutomationInFull {
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

export interface AutomationItem {
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

export interface AutomationItemWithStats {
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

export interface AutomationItemWithoutContent {
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

export interface AutomationMail {
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

export interface AutomationTrigger {
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

/** An accepted email has `id` and `status`. A rejected email has `error`, an error object. */
export interface BatchResult {
  readonly id: string | null;
  readonly status: 'queued' | 'failed';
  readonly error?: Problem;
}

export interface Campaign {
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

export interface CampaignArchiving {
  readonly campaign_id: number;
  /** Whether the archive shows the campaign once it is sent. */
  readonly is_archived: boolean;
  /** Public address of the campaign. Null while the archive does not show it. */
  readonly url: string | null;
}

export interface CampaignChecks {
  readonly campaign_id: number;
  /** The variant. 0 is the campaign's own content. */
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

export interface CampaignSettings {
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

export interface CampaignStanding {
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

export interface CampaignStats {
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
  }[];
}

export interface CampaignTest {
  readonly campaign_id: number;
  /** The variant. 0 is the campaign's own content. */
  readonly variant: number;
  readonly to: readonly string[];
  readonly tests_left_today: number;
}

export interface Consent {
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

export interface Contact {
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

export interface ContactActivity {
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

export interface ContactBulkAction {
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

export interface ContactCount {
  readonly count: number;
  /** The filter in words. */
  readonly filter: string;
}

export interface ContactField {
  readonly id: number;
  readonly label: string;
  /** Generated from the label. Identifies the field in `contact_fields` of a contact. */
  readonly name: string;
  readonly type: 'text' | 'number' | 'date';
  readonly created_at: string;
  readonly updated_at: string;
}

export interface ContactList {
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

export interface ContactSegment {
  readonly id: number;
  readonly name: string;
  /** The filter as it was saved, with times and IDs normalized. */
  readonly filter: {
    /** Words that must all occur in the email address or name. Words of fewer than three characters only match at the start of the address or a name. */
    readonly query?: string;
    /** The contact with exactly this address. */
    readonly email?: string;
    /** If true, only unsubscribed contacts; if false, only contacts that have not unsubscribed. */
    readonly unsubscribed?: boolean;
    /** `active` contacts can receive email. They are `engaged` (opened within 90 days), `new` (never opened, and never sent to or first sent to within 60 days) or otherwise `inactive`. The other values say why a contact does not receive email. */
    readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid';
    /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
    readonly last_opened_after?: string;
    /** Contacts whose last open was before this ISO 8601 date or date-time, excluding those that never opened. */
    readonly last_opened_before?: string;
    /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
    readonly last_clicked_after?: string;
    /** Contacts whose last click was before this ISO 8601 date or date-time, excluding those that never clicked. */
    readonly last_clicked_before?: string;
    /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
    readonly last_sent_after?: string;
    /** Contacts that were last sent to before this ISO 8601 date or date-time, excluding those that were never sent to. */
    readonly last_sent_before?: string;
    /** Contacts created on or after this ISO 8601 date or date-time. */
    readonly created_after?: string;
    /** Contacts created before this ISO 8601 date or date-time. */
    readonly created_before?: string;
    /** If true, only contacts that never opened. */
    readonly never_opened?: boolean;
    /** If true, only contacts that never clicked. */
    readonly never_clicked?: boolean;
    /** If true, only contacts that were never sent to. */
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
    /** Contacts that received this campaign and did not open it. */
    readonly not_opened_campaign_id?: number;
    /** Contacts that clicked a link in this campaign. */
    readonly clicked_campaign_id?: number;
  };
  readonly created_at: string;
  readonly updated_at: string;
}

export interface ContactSegmentInFull {
  readonly id: number;
  readonly name: string;
  /** The filter as it was saved, with times and IDs normalized. */
  readonly filter: {
    /** Words that must all occur in the email address or name. Words of fewer than three characters only match at the start of the address or a name. */
    readonly query?: string;
    /** The contact with exactly this address. */
    readonly email?: string;
    /** If true, only unsubscribed contacts; if false, only contacts that have not unsubscribed. */
    readonly unsubscribed?: boolean;
    /** `active` contacts can receive email. They are `engaged` (opened within 90 days), `new` (never opened, and never sent to or first sent to within 60 days) or otherwise `inactive`. The other values say why a contact does not receive email. */
    readonly status?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid';
    /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
    readonly last_opened_after?: string;
    /** Contacts whose last open was before this ISO 8601 date or date-time, excluding those that never opened. */
    readonly last_opened_before?: string;
    /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
    readonly last_clicked_after?: string;
    /** Contacts whose last click was before this ISO 8601 date or date-time, excluding those that never clicked. */
    readonly last_clicked_before?: string;
    /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
    readonly last_sent_after?: string;
    /** Contacts that were last sent to before this ISO 8601 date or date-time, excluding those that were never sent to. */
    readonly last_sent_before?: string;
    /** Contacts created on or after this ISO 8601 date or date-time. */
    readonly created_after?: string;
    /** Contacts created before this ISO 8601 date or date-time. */
    readonly created_before?: string;
    /** If true, only contacts that never opened. */
    readonly never_opened?: boolean;
    /** If true, only contacts that never clicked. */
    readonly never_clicked?: boolean;
    /** If true, only contacts that were never sent to. */
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
    /** Contacts that received this campaign and did not open it. */
    readonly not_opened_campaign_id?: number;
    /** Contacts that clicked a link in this campaign. */
    readonly clicked_campaign_id?: number;
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

export interface ContactTag {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly color: string;
  /** Number of contacts with this tag. */
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

export interface EngagedContact {
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

export interface Erasure {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'done';
  /** Number of rows deleted or changed so far. */
  readonly erased_count: number;
  /** What the erasure is waiting for, if anything. */
  readonly waits_for: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface Form {
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

export interface FormInFull {
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

export interface Image {
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

export interface Import {
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

export interface InboxMail {
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

export interface InboxSummary {
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

export interface JobProgress {
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

export interface LandingPage {
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

/** An error response. Programs should rely on `name`; the other texts can change. */
export interface Problem {
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
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** The safeguard that holds the campaign. */
  readonly gate?: string;
  /** The figures that the safeguard checked and their limits. */
  readonly limits?: Readonly<Record<string, number | string | null>>;
  /** When the hold ends automatically, or null if someone must act first. */
  readonly lifts_at?: string | null;
}

/** The number of recipients in each status. The `status` of the message is the best of them. */
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

export interface SenderDomainWithDns {
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

export interface User {
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

export interface Webhook {
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

export interface WebhookAttempt {
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

export interface WebhookDelivery {
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

export interface WebhookDeliveryInFull {
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

export interface WebhookHealth {
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

export interface WebhookReplay {
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

export interface WebhookSignatureVerdict {
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

export interface WebhookWithSecret {
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
}

export interface EmailsListQuery {
  /** The number of messages per page, 1 to 100. Default: 20. */
  readonly per_page?: QueryText | undefined;
  /** Alias of `per_page`, which takes precedence. */
  readonly limit?: QueryText | undefined;
  /** The ID of a message. Returns the older messages that follow it. */
  readonly after?: QueryText | undefined;
  /** The ID of a message. Returns the newer messages that precede it. */
  readonly before?: QueryText | undefined;
  /** Only messages with a recipient in this status: queued, sent, delivered, bounced, complained, failed, suppressed. */
  readonly status?: QueryText | undefined;
  /** Only messages with this tag. */
  readonly tag?: QueryText | undefined;
  /** Only messages to this address. */
  readonly to?: QueryText | undefined;
  /** Only messages from this address. */
  readonly from?: QueryText | undefined;
  /** Only messages accepted at or after this ISO 8601 date-time. */
  readonly created_after?: QueryText | undefined;
  /** Only messages accepted before this ISO 8601 date-time. */
  readonly created_before?: QueryText | undefined;
  /** Extension of the API. Only messages with all of these words in a recipient, the subject or the tag, including parts of longer words. Or the ID of a message. At most 10 words. */
  readonly search?: QueryText | undefined;
  /** Extension of the API. Only messages with a recipient whose address contains all of these words. */
  readonly recipient?: QueryText | undefined;
  /** Extension of the API. Only messages whose subject contains all of these words, including parts of longer words. */
  readonly subject?: QueryText | undefined;
  /** Extension of the API. Only messages that a server rejected or deferred with this code: three digits (`550`) or an enhanced status code (`5.1.1`). */
  readonly smtp_code?: QueryText | undefined;
  /** Extension of the API. Only messages handled by the mail servers of this provider: google, outlook, office365, yahoo, apple, comcast, orange. */
  readonly provider?: QueryText | undefined;
}

export interface EmailsListAnswer {
  readonly data: readonly ListedMessage[];
  readonly per_page: number;
  readonly has_more: boolean;
  /** The value for `after` (or `before`) that returns the next page. */
  readonly next: string | null;
}

export interface EmailsSendBatchBody {
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
}

export interface EmailsSendBatchAnswer {
  readonly data: readonly BatchResult[];
}

export class EmailsGroup extends Group {
  /**
   * Send an email.
   *
   * Accepts one email. The optional `Idempotency-Key` header (1 to 256 characters) makes retries safe for 24 hours: the same key and body return the original response with the header `Idempotent-Replayed: true`, and nothing is sent again. `idempotency_key` in the body has the same effect; if both are given, they must match. Unknown fields are rejected.
   *
   * `POST /transactional/emails` (scope `transactional:send`)
   */
  send(body: EmailsSendBody, options?: CallOptions): Call<AcceptedEmail> {
    return this.call(operations.postTransactionalEmails, { body }, options);
  }

  /**
   * List recent messages, newest first.
   *
   * Returns a page of messages without bodies. Pass the ID of a message as `after` to get older messages, or as `before` to get newer ones. Pages are stable while new messages are accepted. `next` is the cursor of the next page. To poll for new messages, pass the newest ID that you have seen as `before`. You will not miss any, because IDs increase in the order in which messages of an account are stored. `status` matches messages by the status of any recipient; `recipient_counts` has the number in each status. A page searches at most 5,000 messages. If the filters match rarely, it can contain few or no messages and still have a `next`.
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
   * Send up to 100 emails.
   *
   * Accepts 1 to 100 emails in one transaction. The response contains one result per email, in the same order. An invalid email does not affect the others. `idempotency_key` applies to one email; the `Idempotency-Key` header applies to the whole batch.
   *
   * `POST /transactional/emails/batch` (scope `transactional:send`)
   */
  sendBatch(body: EmailsSendBatchBody, options?: CallOptions): Call<EmailsSendBatchAnswer> {
    return this.call(operations.postTransactionalEmailsBatch, { body }, options);
  }

  /**
   * Retrieve a message with its timeline.
   *
   * `GET /transactional/emails/{id}` (scope `transactional:read`)
   */
  get(id: string | number, options?: CallOptions): Call<Message> {
    return this.call(operations.getTransactionalEmailsById, { path: [id] }, options);
  }
}

export class UsageGroup extends Group {
  /**
   * Get the usage of the account.
   *
   * Each address in `to`, `cc` and `bcc` counts as one email; test addresses do not count. Months and days are in UTC. A limit of null means unlimited. The monthly limit includes overage.
   *
   * `GET /transactional/usage` (scope `transactional:read`)
   */
  get(options?: CallOptions): Call<Usage> {
    return this.call(operations.getTransactionalUsage, {}, options);
  }
}

export interface SuppressionsListQuery {
  /** Entries per page, 1 to 100. The default is 20. */
  readonly per_page?: QueryText | undefined;
  /** Only entries with this reason: bounced, complained, manual. */
  readonly reason?: QueryText | undefined;
  /** Only addresses that begin with this text. */
  readonly query?: QueryText | undefined;
  /** Sort order: newest, oldest, address. The default is newest. */
  readonly sort?: QueryText | undefined;
  /** Address of an entry. Returns the entries that follow it in the sort order. */
  readonly after?: QueryText | undefined;
  /** Address of an entry. Returns the entries that precede it in the sort order. */
  readonly before?: QueryText | undefined;
}

export interface SuppressionsListAnswer {
  readonly data: readonly Suppression[];
  readonly per_page: number;
  readonly has_more: boolean;
}

export interface SuppressionsCreateBody {
  /** Email address. */
  readonly address?: string | null | undefined;
  /** Several email addresses. */
  readonly addresses?: readonly string[] | null | undefined;
  /** A note, up to 500 characters. */
  readonly detail?: string | null | undefined;
}

export interface SuppressionsCreateAnswer {
  readonly data: readonly Suppression[];
}

export class SuppressionsGroup extends Group {
  /**
   * List suppressed addresses.
   *
   * Returns suppressed addresses, newest first by default. The cursors `after` and `before` are addresses of entries.
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
   * Add addresses to the suppression list.
   *
   * Adds one address, or up to 1,000. Existing entries stay unchanged.
   *
   * `POST /transactional/suppressions` (scope `transactional:manage`)
   */
  create(body?: SuppressionsCreateBody, options?: CallOptions): Call<SuppressionsCreateAnswer> {
    return this.call(operations.postTransactionalSuppressions, { body }, options);
  }

  /**
   * Get a suppressed address.
   *
   * Returns the reason and the time of the suppression.
   *
   * `GET /transactional/suppressions/{address}` (scope `transactional:read`, `transactional:manage`)
   */
  get(address: string | number, options?: CallOptions): Call<Suppression> {
    return this.call(operations.getTransactionalSuppressionsByAddress, { path: [address] }, options);
  }

  /**
   * Remove an address from the suppression list.
   *
   * Emails can be sent to the address again immediately.
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
  /** Name of a tag. Returns the tags after it. */
  readonly after?: QueryText | undefined;
  /** Name of a tag. Returns the tags before it. */
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
  /** UTC day in the format `YYYY-MM-DD`. */
  readonly from?: QueryText | undefined;
  /** UTC day in the format `YYYY-MM-DD`. */
  readonly to?: QueryText | undefined;
}

export class TagsGroup extends Group {
  /**
   * List tags.
   *
   * Returns tags sorted by name, with their totals of the last 30 days including today (UTC). Emails to test addresses count. The bounce rate is a share of the emails that receiving servers accepted or rejected; complaint, open and click rates are shares of delivered emails.
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
   * Get a tag.
   *
   * `GET /transactional/tags/{tag}` (scope `transactional:read`, `transactional:manage`)
   */
  get(tag: string | number, options?: CallOptions): Call<Tag> {
    return this.call(operations.getTransactionalTagsByTag, { path: [tag] }, options);
  }

  /**
   * Update the tracking settings of a tag.
   *
   * Tracking is off by default. The tag does not need to exist yet. The settings apply to emails that are accepted from one second after the response.
   *
   * `PATCH /transactional/tags/{tag}` (scope `transactional:manage`)
   */
  update(tag: string | number, body?: TagsUpdateBody, options?: CallOptions): Call<Tag> {
    return this.call(operations.patchTransactionalTagsByTag, { path: [tag], body }, options);
  }

  /**
   * Get the daily statistics of a tag.
   *
   * Returns one entry per UTC day, oldest first, including days without emails: the last 30 days, or up to 400 days with `from` and `to`. Events count on the day they happen, so a day can have more opens than deliveries.
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
}

export interface AlertsUpdateBody {
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
}

export interface AlertsDeleteAnswer {
  readonly message: string;
}

export class AlertsGroup extends Group {
  /**
   * List alerts.
   *
   * Returns all alerts of the account, at most 100, oldest first.
   *
   * `GET /transactional/alerts` (scope `transactional:read`, `transactional:manage`)
   */
  list(options?: CallOptions): Call<AlertsListAnswer> {
    return this.call(operations.getTransactionalAlerts, {}, options);
  }

  /**
   * Create an alert.
   *
   * Alerts are evaluated every minute. When an alert starts to fire and when it is resolved, Postrider sends an email and, if enabled for the webhook, an `alert` event. `silence` fires if no emails with the tag were sent during the window, but some were sent before.
   *
   * `POST /transactional/alerts` (scope `transactional:manage`)
   */
  create(body: AlertsCreateBody, options?: CallOptions): Call<Alert> {
    return this.call(operations.postTransactionalAlerts, { body }, options);
  }

  /**
   * Get an alert.
   *
   * `GET /transactional/alerts/{id}` (scope `transactional:read`, `transactional:manage`)
   */
  get(id: string | number, options?: CallOptions): Call<Alert> {
    return this.call(operations.getTransactionalAlertsById, { path: [id] }, options);
  }

  /**
   * Update an alert.
   *
   * Fields that are omitted stay unchanged. A new tag or kind resets the alert.
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
}

export interface WebhookDeleteAnswer {
  readonly message: string;
}

export interface WebhookRotateSecretBody {
  /** An existing secret, `whsec_` and base64. Generated if absent. */
  readonly secret?: string | undefined;
}

export interface WebhookVerifyBody {
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
}

export interface WebhookListDeliveriesQuery {
  /** The number of deliveries per page, 1 to 100. Default: 20. */
  readonly per_page?: QueryText | undefined;
  /** Alias of `per_page`, which takes precedence. */
  readonly limit?: QueryText | undefined;
  /** The ID of a delivery. Returns the older deliveries that follow it. */
  readonly after?: QueryText | undefined;
  /** The ID of a delivery. Returns the newer deliveries that precede it. */
  readonly before?: QueryText | undefined;
  /** Only these events, comma-separated: sent, delivered, delayed, bounced, complained, failed, opened, clicked, suppressed, alert. */
  readonly event?: QueryText | undefined;
  /** Only deliveries in these states, comma-separated: waiting, received, given_up, held. */
  readonly state?: QueryText | undefined;
  /** Only deliveries with this response to the last attempt, comma-separated: a status (410), a class (5xx), or none for attempts without a response. */
  readonly answer?: QueryText | undefined;
  /** Only events of messages with this tag, and alerts for the tag. */
  readonly tag?: QueryText | undefined;
  /** Only events of this message. */
  readonly message_id?: QueryText | undefined;
  /** Only events about this address. */
  readonly recipient?: QueryText | undefined;
  /** Only deliveries of this replay. */
  readonly replay_id?: QueryText | undefined;
  /** Only deliveries created at or after this ISO 8601 date-time. */
  readonly created_after?: QueryText | undefined;
  /** Only deliveries created before this ISO 8601 date-time. */
  readonly created_before?: QueryText | undefined;
}

export interface WebhookListDeliveriesAnswer {
  readonly data: readonly WebhookDelivery[];
  readonly per_page: number;
  readonly has_more: boolean;
  /** The value for `after` (or `before`) that returns the next page. */
  readonly next: string | null;
}

export interface WebhookTestBody {
  /** The type of event. Default: `delivered`. */
  readonly event?: 'sent' | 'delivered' | 'delayed' | 'bounced' | 'complained' | 'failed' | 'opened' | 'clicked' | 'suppressed' | 'alert' | undefined;
}

export interface WebhookCreateReplayBody {
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
}

export interface WebhookListReplaysQuery {
  /** The number of replays per page, 1 to 100. Default: 20. */
  readonly per_page?: QueryText | undefined;
  /** Alias of `per_page`, which takes precedence. */
  readonly limit?: QueryText | undefined;
  /** The ID of a replay. Returns the older replays that follow it. */
  readonly after?: QueryText | undefined;
}

export interface WebhookListReplaysAnswer {
  readonly data: readonly WebhookReplay[];
  readonly per_page: number;
  readonly has_more: boolean;
}

export class WebhookGroup extends Group {
  /**
   * Retrieve the webhook.
   *
   * Returns the webhook. `secret_ends_with` has the last four characters of the secret.
   *
   * `GET /transactional/webhook` (scope `transactional:read`, `transactional:manage`)
   */
  get(options?: CallOptions): Call<Webhook> {
    return this.call(operations.getTransactionalWebhook, {}, options);
  }

  /**
   * Create or update the webhook.
   *
   * Creates the webhook if the account has none. `url` is then required, and the response is the only one that contains the secret. Otherwise, updates the fields that are set. Changes take effect within a second. Events that occur while the webhook is disabled are held until you replay them.
   *
   * `PATCH /transactional/webhook` (scope `transactional:manage`)
   */
  update(body?: WebhookUpdateBody, options?: CallOptions): Call<Webhook | WebhookWithSecret> {
    return this.call(operations.patchTransactionalWebhook, { body }, options);
  }

  /**
   * Delete the webhook.
   *
   * Deletes the webhook and its secret. The delivery log is kept.
   *
   * `DELETE /transactional/webhook` (scope `transactional:manage`)
   */
  delete(options?: CallOptions): Call<WebhookDeleteAnswer> {
    return this.call(operations.deleteTransactionalWebhook, {}, options);
  }

  /**
   * Rotate the webhook secret.
   *
   * Creates a new secret. The previous secret keeps signing until you activate the new one, for at most 24 hours. Configure the new secret at your receiver, then activate it. Until then, both secrets sign with `both_signatures`, and in the compatible format without `single_signature`. Another rotation in this time replaces the new secret.
   *
   * `POST /transactional/webhook/rotate-secret` (scope `transactional:manage`)
   */
  rotateSecret(body?: WebhookRotateSecretBody, options?: CallOptions): Call<WebhookWithSecret> {
    return this.call(operations.postTransactionalWebhookRotateSecret, { body }, options);
  }

  /**
   * Activate the new webhook secret.
   *
   * Ends a rotation. Within a second, only the new secret signs. Call it after you configure the new secret at your receiver, or immediately if the previous secret was leaked.
   *
   * `POST /transactional/webhook/activate-secret` (scope `transactional:manage`)
   */
  activateSecret(options?: CallOptions): Call<Webhook> {
    return this.call(operations.postTransactionalWebhookActivateSecret, {}, options);
  }

  /**
   * Diagnose a webhook signature.
   *
   * Explains why a verifier rejects a request that a receiver got: a missing header, a header of the other format, a changed body, a wrong secret or clock. With `computed`, it also explains the mistake that leads to that value. The response contains no secrets or signatures.
   *
   * `POST /transactional/webhook/verify` (scope `transactional:read`, `transactional:manage`)
   */
  verify(body: WebhookVerifyBody, options?: CallOptions): Call<WebhookSignatureVerdict> {
    return this.call(operations.postTransactionalWebhookVerify, { body }, options);
  }

  /**
   * List webhook deliveries, newest first.
   *
   * Returns a page of deliveries of the last 30 days without bodies. Pass an ID as `after` to get older deliveries, or as `before` to get newer ones. A page searches at most 25,000 deliveries. If the filters match rarely, it can contain few or no deliveries and still have a `next`.
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
   * Retrieve a delivery with its attempts and body.
   *
   * `GET /transactional/webhook/deliveries/{id}` (scope `transactional:read`, `transactional:manage`)
   */
  getDelivery(id: string | number, options?: CallOptions): Call<WebhookDeliveryInFull> {
    return this.call(operations.getTransactionalWebhookDeliveriesById, { path: [id] }, options);
  }

  /**
   * Resend a delivery.
   *
   * Queues a new delivery with the same event ID and bytes and a new signature. Works for deliveries in any state.
   *
   * `POST /transactional/webhook/deliveries/{id}/resend` (scope `transactional:manage`)
   */
  resendDelivery(id: string | number, options?: CallOptions): Call<WebhookDelivery> {
    return this.call(operations.postTransactionalWebhookDeliveriesByIdResend, { path: [id] }, options);
  }

  /**
   * Send a test event to the webhook.
   *
   * Queues a test event about an email or alert that does not exist. It is handled like a real event. Its body contains `"test": true`, so that receivers can tell.
   *
   * `POST /transactional/webhook/test` (scope `transactional:manage`)
   */
  test(body?: WebhookTestBody, options?: CallOptions): Call<WebhookDelivery> {
    return this.call(operations.postTransactionalWebhookTest, { body }, options);
  }

  /**
   * Retrieve the health of the webhook.
   *
   * `GET /transactional/webhook/health` (scope `transactional:read`, `transactional:manage`)
   */
  getHealth(options?: CallOptions): Call<WebhookHealth> {
    return this.call(operations.getTransactionalWebhookHealth, {}, options);
  }

  /**
   * Start a replay.
   *
   * Resends the deliveries that match the filters at the time of the request, including held ones. They are sent oldest first, `per_second` per second, with the same event IDs and bytes. Deliveries of other replays are only included if `replay_id` is set. With `url`, they are sent there, signed with the secret of the webhook, and do not affect its health. A replay pauses while the webhook is disabled or its receiver is too slow. Deleting the webhook cancels it.
   *
   * `POST /transactional/webhook/replays` (scope `transactional:manage`)
   */
  createReplay(body: WebhookCreateReplayBody, options?: CallOptions): Call<WebhookReplay> {
    return this.call(operations.postTransactionalWebhookReplays, { body }, options);
  }

  /**
   * List replays, newest first.
   *
   * Returns replays, newest first. Pass the ID of the last replay of a page as `after` to get the next page.
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
   * Retrieve a replay.
   *
   * `GET /transactional/webhook/replays/{id}` (scope `transactional:read`, `transactional:manage`)
   */
  getReplay(id: string | number, options?: CallOptions): Call<WebhookReplay> {
    return this.call(operations.getTransactionalWebhookReplaysById, { path: [id] }, options);
  }

  /**
   * Cancel a replay.
   *
   * Removes its queued deliveries that have not been attempted. Replays that have ended do not change.
   *
   * `POST /transactional/webhook/replays/{id}/cancel` (scope `transactional:manage`)
   */
  cancelReplay(id: string | number, options?: CallOptions): Call<WebhookReplay> {
    return this.call(operations.postTransactionalWebhookReplaysByIdCancel, { path: [id] }, options);
  }
}

export class MeGroup extends Group {
  /**
   * Get the current user.
   *
   * Returns the account that the token belongs to, with the name and email address of the person who owns the token.
   *
   * `GET /me` (scope `account:read`, `account`)
   */
  get(options?: CallOptions): Call<User> {
    return this.call(operations.getMe, {}, options);
  }
}

export interface DomainsListQuery {
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
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
  /** Domain name such as example.com, up to 191 characters. */
  readonly domain: string;
}

export interface DomainsUpdateBody {
  /** Host below the domain, like click.example.com, for links in its emails. It is used once its CNAME record is found. Null uses the public address of this installation. */
  readonly tracking_host: string | null;
}

export interface DomainsDeleteAnswer {
  readonly message: string;
  /** Campaigns that use the domain as sender, with their current status; omitted if none. A Postrider addition. */
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
   * List sender domains.
   *
   * Returns sender domains, newest first.
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
   * Publish the records in `dns`, then validate the domain. Each domain has its own DKIM keys.
   *
   * `POST /domains` (scope `account`)
   */
  create(body: DomainsCreateBody, options?: CallOptions): Call<SenderDomainWithDns> {
    return this.call(operations.postDomains, { body }, options);
  }

  /**
   * Get a sender domain.
   *
   * `GET /domains/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<SenderDomainWithDns> {
    return this.call(operations.getDomainsById, { path: [id] }, options);
  }

  /**
   * Set the tracking host of a sender domain.
   *
   * An extension specific to Postrider. The CNAME record of the host is listed in `dns`. Links in emails that were already sent keep their host.
   *
   * `PATCH /domains/{id}` (scope `account`)
   */
  update(id: string | number, body: DomainsUpdateBody, options?: CallOptions): Call<SenderDomainWithDns> {
    return this.call(operations.patchDomainsById, { path: [id], body }, options);
  }

  /**
   * Remove a sender domain.
   *
   * The domain can no longer send, within a second on all processes. Campaigns in progress from it are paused; scheduled campaigns become drafts at their send time, and automation emails wait. Transactional messages accepted before are still signed and delivered.
   *
   * `DELETE /domains/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<DomainsDeleteAnswer> {
    return this.call(operations.deleteDomainsById, { path: [id] }, options);
  }

  /**
   * Download the DNS records of a sender domain as a zone file.
   *
   * An extension specific to Postrider. Returns the records in BIND format, for import at a DNS provider.
   *
   * `GET /domains/{id}/zone-file` (scope `account:read`, `account`)
   */
  getZoneFile(id: string | number, options?: CallOptions): Call<string> {
    return this.call(operations.getDomainsByIdZoneFile, { path: [id] }, options);
  }

  /**
   * Validate the DNS records of a sender domain.
   *
   * Queries DNS immediately. `valid` is true if every required record was found; recommended records can be missing.
   *
   * `POST /domains/{id}/validate` (scope `account`)
   */
  validate(id: string | number, options?: CallOptions): Call<DomainsValidateAnswer> {
    return this.call(operations.postDomainsByIdValidate, { path: [id] }, options);
  }
}

export interface ContactsCreateBody {
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
}

export interface ContactsListQuery {
  /** Words that must all occur in the email address or name. Words of fewer than three characters only match at the start of the address or a name. */
  readonly query?: QueryText | undefined;
  /** If true, only unsubscribed contacts; if false, only contacts that have not unsubscribed. */
  readonly unsubscribed?: boolean | undefined;
  /** The contact with exactly this address. */
  readonly email?: QueryText | undefined;
  /** Return only the number of contacts. */
  readonly count_only?: boolean | undefined;
  /** Words that must all occur in the email address or name. Words of fewer than three characters only match at the start of the address or a name. */
  readonly 'filter[query]'?: QueryText | undefined;
  /** The contact with exactly this address. */
  readonly 'filter[email]'?: QueryText | undefined;
  /** If true, only unsubscribed contacts; if false, only contacts that have not unsubscribed. */
  readonly 'filter[unsubscribed]'?: boolean | undefined;
  /** `active` contacts can receive email. They are `engaged` (opened within 90 days), `new` (never opened, and never sent to or first sent to within 60 days) or otherwise `inactive`. The other values say why a contact does not receive email. */
  readonly 'filter[status]'?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
  /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
  readonly 'filter[last_opened_after]'?: QueryText | undefined;
  /** Contacts whose last open was before this ISO 8601 date or date-time, excluding those that never opened. */
  readonly 'filter[last_opened_before]'?: QueryText | undefined;
  /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
  readonly 'filter[last_clicked_after]'?: QueryText | undefined;
  /** Contacts whose last click was before this ISO 8601 date or date-time, excluding those that never clicked. */
  readonly 'filter[last_clicked_before]'?: QueryText | undefined;
  /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
  readonly 'filter[last_sent_after]'?: QueryText | undefined;
  /** Contacts that were last sent to before this ISO 8601 date or date-time, excluding those that were never sent to. */
  readonly 'filter[last_sent_before]'?: QueryText | undefined;
  /** Contacts created on or after this ISO 8601 date or date-time. */
  readonly 'filter[created_after]'?: QueryText | undefined;
  /** Contacts created before this ISO 8601 date or date-time. */
  readonly 'filter[created_before]'?: QueryText | undefined;
  /** If true, only contacts that never opened. */
  readonly 'filter[never_opened]'?: boolean | undefined;
  /** If true, only contacts that never clicked. */
  readonly 'filter[never_clicked]'?: boolean | undefined;
  /** If true, only contacts that were never sent to. */
  readonly 'filter[never_sent]'?: boolean | undefined;
  /** Contacts in any of these lists. */
  readonly 'filter[in_list_ids][]'?: readonly number[] | undefined;
  /** Contacts in none of these lists. */
  readonly 'filter[not_in_list_ids][]'?: readonly number[] | undefined;
  /** Contacts with any of these tags. */
  readonly 'filter[tag_ids][]'?: readonly number[] | undefined;
  /** Contacts with none of these tags. */
  readonly 'filter[not_tag_ids][]'?: readonly number[] | undefined;
  /** Postrider extension. Contacts in this segment. */
  readonly 'filter[segment_id]'?: QueryText | undefined;
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
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
}

export interface ContactsBatchAnswer {
  readonly created: number;
  readonly updated: number;
}

export interface ContactsUpdateBody {
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
}

export interface ContactsDeleteAnswer {
  readonly message: string;
}

export interface ContactsGetActivityQuery {
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
  readonly per_page?: QueryText | undefined;
}

export interface ContactsUnsubscribeBody {
  /** Identifies the contact, case-insensitive. */
  readonly email: string;
}

export interface ContactsPostContactsUnsubscribeBody {
  /** Identifies the contact, case-insensitive. */
  readonly email: string;
}

export interface ContactsListUnsubscribedQuery {
  /** Words that must all occur in the email address or name. Words of fewer than three characters only match at the start of the address or a name. */
  readonly query?: QueryText | undefined;
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
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
}

export interface ContactsExportQuery {
  /** One of csv, json, jsonl. Default: csv. */
  readonly format?: QueryText | undefined;
  /** Words that must all occur in the email address or name. Words of fewer than three characters only match at the start of the address or a name. */
  readonly 'filter[query]'?: QueryText | undefined;
  /** The contact with exactly this address. */
  readonly 'filter[email]'?: QueryText | undefined;
  /** If true, only unsubscribed contacts; if false, only contacts that have not unsubscribed. */
  readonly 'filter[unsubscribed]'?: boolean | undefined;
  /** `active` contacts can receive email. They are `engaged` (opened within 90 days), `new` (never opened, and never sent to or first sent to within 60 days) or otherwise `inactive`. The other values say why a contact does not receive email. */
  readonly 'filter[status]'?: 'active' | 'engaged' | 'inactive' | 'new' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid' | undefined;
  /** Contacts whose last open was on or after this ISO 8601 date or date-time. */
  readonly 'filter[last_opened_after]'?: QueryText | undefined;
  /** Contacts whose last open was before this ISO 8601 date or date-time, excluding those that never opened. */
  readonly 'filter[last_opened_before]'?: QueryText | undefined;
  /** Contacts whose last click was on or after this ISO 8601 date or date-time. */
  readonly 'filter[last_clicked_after]'?: QueryText | undefined;
  /** Contacts whose last click was before this ISO 8601 date or date-time, excluding those that never clicked. */
  readonly 'filter[last_clicked_before]'?: QueryText | undefined;
  /** Contacts that were last sent to on or after this ISO 8601 date or date-time. */
  readonly 'filter[last_sent_after]'?: QueryText | undefined;
  /** Contacts that were last sent to before this ISO 8601 date or date-time, excluding those that were never sent to. */
  readonly 'filter[last_sent_before]'?: QueryText | undefined;
  /** Contacts created on or after this ISO 8601 date or date-time. */
  readonly 'filter[created_after]'?: QueryText | undefined;
  /** Contacts created before this ISO 8601 date or date-time. */
  readonly 'filter[created_before]'?: QueryText | undefined;
  /** If true, only contacts that never opened. */
  readonly 'filter[never_opened]'?: boolean | undefined;
  /** If true, only contacts that never clicked. */
  readonly 'filter[never_clicked]'?: boolean | undefined;
  /** If true, only contacts that were never sent to. */
  readonly 'filter[never_sent]'?: boolean | undefined;
  /** Contacts in any of these lists. */
  readonly 'filter[in_list_ids][]'?: readonly number[] | undefined;
  /** Contacts in none of these lists. */
  readonly 'filter[not_in_list_ids][]'?: readonly number[] | undefined;
  /** Contacts with any of these tags. */
  readonly 'filter[tag_ids][]'?: readonly number[] | undefined;
  /** Contacts with none of these tags. */
  readonly 'filter[not_tag_ids][]'?: readonly number[] | undefined;
  /** Postrider extension. Contacts in this segment. */
  readonly 'filter[segment_id]'?: QueryText | undefined;
}

export class ContactsGroup extends Group {
  /**
   * Add or update a contact.
   *
   * If a contact with this address exists, it is updated: given fields are changed and lists are added. A deleted contact is restored with its ID. Saving does not resubscribe an unsubscribed contact.
   *
   * `POST /contacts` (scope `account`)
   */
  create(body: ContactsCreateBody, options?: CallOptions): Call<Contact> {
    return this.call(operations.postContacts, { body }, options);
  }

  /**
   * List or count contacts.
   *
   * Returns the contacts that match all conditions, newest first. With conditions, `total` can be up to 20 seconds old, except on the first page.
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
   * Add or update contacts in a batch.
   *
   * Saves up to 1,000 contacts, all or none. If an address occurs twice, later values win.
   *
   * `POST /contacts/batch` (scope `account`)
   */
  batch(body: ContactsBatchBody, options?: CallOptions): Call<ContactsBatchAnswer> {
    return this.call(operations.postContactsBatch, { body }, options);
  }

  /**
   * Get a contact.
   *
   * `GET /contacts/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<Contact> {
    return this.call(operations.getContactsById, { path: [id] }, options);
  }

  /**
   * Update a contact.
   *
   * `lists` replaces all list memberships. Custom fields that are not given keep their values; null clears a value. The address cannot be changed.
   *
   * `PATCH /contacts/{id}` (scope `account`)
   */
  update(id: string | number, body?: ContactsUpdateBody, options?: CallOptions): Call<Contact> {
    return this.call(operations.patchContactsById, { path: [id], body }, options);
  }

  /**
   * Delete a contact.
   *
   * Removes the contact from its lists and tags. If it is saved again, it keeps its ID and stays unsubscribed if it was.
   *
   * `DELETE /contacts/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<ContactsDeleteAnswer> {
    return this.call(operations.deleteContactsById, { path: [id] }, options);
  }

  /**
   * Get the email activity of a contact.
   *
   * `GET /contacts/{id}/activity` (scope `account:read`, `account`)
   */
  getActivity(id: string | number, query?: ContactsGetActivityQuery, options?: CallOptions): Call<ContactActivity> {
    return this.call(operations.getContactsByIdActivity, { path: [id], query: { ...query } }, options);
  }

  /**
   * Unsubscribe a contact by its address.
   *
   * The contact stays in its lists but receives no email. If it is already unsubscribed, `unsubscribed_at` does not change.
   *
   * `PATCH /unsubscribe` (scope `account`)
   */
  unsubscribe(body: ContactsUnsubscribeBody, options?: CallOptions): Call<Contact> {
    return this.call(operations.patchUnsubscribe, { body }, options);
  }

  /**
   * Unsubscribe a contact by its address (alias).
   *
   * Same as `PATCH /unsubscribe`.
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
   * Add a tag to a contact.
   *
   * `POST /contacts/{contact_id}/tags/{tag_id}` (scope `account`)
   */
  addTag(contactId: string | number, tagId: string | number, options?: CallOptions): Call<readonly ContactTag[]> {
    return this.call(operations.postContactsByContactIdTagsByTagId, { path: [contactId, tagId] }, options);
  }

  /**
   * Remove a tag from a contact.
   *
   * `DELETE /contacts/{contact_id}/tags/{tag_id}` (scope `account`)
   */
  removeTag(contactId: string | number, tagId: string | number, options?: CallOptions): Call<readonly ContactTag[]> {
    return this.call(operations.deleteContactsByContactIdTagsByTagId, { path: [contactId, tagId] }, options);
  }

  /**
   * List unsubscribed contacts.
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
   * Create a bulk action.
   *
   * The set of contacts is fixed when the action starts. Contacts are then changed in the background, a few thousand at a time. This cannot be undone. An action that would change more contacts than `POSTRIDER_BULK_CEILING` ends as `failed` without changes. The actions of an account run one after another, in the order they were created.
   *
   * `POST /contacts/bulk-actions` (scope `account`)
   */
  createBulkAction(body: ContactsCreateBulkActionBody, options?: CallOptions): Call<ContactBulkAction> {
    return this.call(operations.postContactsBulkActions, { body }, options);
  }

  /**
   * Get a bulk action.
   *
   * `GET /contacts/bulk-actions/{id}` (scope `account:read`, `account`)
   */
  getBulkAction(id: string | number, options?: CallOptions): Call<ContactBulkAction> {
    return this.call(operations.getContactsBulkActionsById, { path: [id] }, options);
  }

  /**
   * Export contacts.
   *
   * Postrider extension. Returns every contact that matches the filter, or all contacts, ordered by ID. The format is CSV with a column per custom field, a JSON array, or JSON Lines. The response is streamed for up to an hour. Cells that a spreadsheet would treat as formulas start with an apostrophe, which an import removes.
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
  /** Words that must all occur in the email address or name. Words of fewer than three characters only match at the start of the address or a name. */
  readonly query?: QueryText | undefined;
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
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
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 10. */
  readonly per_page?: QueryText | undefined;
  /** Part of the name, case-insensitive. */
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
   * Has no effect if the contact is already in the list.
   *
   * `POST /lists/{list_id}/contacts` (scope `account`)
   */
  addContact(listId: string | number, body: ListsAddContactBody, options?: CallOptions): Call<Contact> {
    return this.call(operations.postListsByListIdContacts, { path: [listId], body }, options);
  }

  /**
   * List the contacts in a list.
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
   * Has no effect if the contact is not in the list.
   *
   * `DELETE /lists/{list_id}/contacts/{contact_id}` (scope `account`)
   */
  removeContact(listId: string | number, contactId: string | number, options?: CallOptions): Call<Contact> {
    return this.call(operations.deleteListsByListIdContactsByContactId, { path: [listId, contactId] }, options);
  }

  /**
   * List contact lists.
   *
   * Newest first, 10 per page.
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
   * Create a list.
   *
   * `POST /lists` (scope `account`)
   */
  create(body: ListsCreateBody, options?: CallOptions): Call<ContactList> {
    return this.call(operations.postLists, { body }, options);
  }

  /**
   * Get a list.
   *
   * `GET /lists/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<ContactList> {
    return this.call(operations.getListsById, { path: [id] }, options);
  }

  /**
   * Rename a list.
   *
   * `PATCH /lists/{id}` (scope `account`)
   */
  update(id: string | number, body: ListsUpdateBody, options?: CallOptions): Call<ContactList> {
    return this.call(operations.patchListsById, { path: [id], body }, options);
  }

  /**
   * Delete a list.
   *
   * The contacts are kept. A list that is used by a form, a landing page or an automation cannot be deleted.
   *
   * `DELETE /lists/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<ListsDeleteAnswer> {
    return this.call(operations.deleteListsById, { path: [id] }, options);
  }
}

export interface ContactTagsListQuery {
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
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
  /** At most 191 characters. Unique within the account, case-insensitive. */
  readonly name: string;
  /** One of #FF644D, #C2410C, #A16207, #4D7C0F, #15803D, #0F766E, #0369A1, #1D4ED8, #6D28D9, #A21CAF, #BE185D, #475569. Default: the next color in this order. */
  readonly color?: string | null | undefined;
}

export interface ContactTagsUpdateBody {
  /** At most 191 characters. Unique within the account, case-insensitive. */
  readonly name?: string | undefined;
  /** One of #FF644D, #C2410C, #A16207, #4D7C0F, #15803D, #0F766E, #0369A1, #1D4ED8, #6D28D9, #A21CAF, #BE185D, #475569. Default: the next color in this order. */
  readonly color?: string | null | undefined;
}

export interface ContactTagsDeleteAnswer {
  readonly message: string;
}

export class ContactTagsGroup extends Group {
  /**
   * List tags.
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
   * Create a tag.
   *
   * `POST /contact-tags` (scope `account`)
   */
  create(body: ContactTagsCreateBody, options?: CallOptions): Call<ContactTag> {
    return this.call(operations.postContactTags, { body }, options);
  }

  /**
   * Get a tag.
   *
   * `GET /contact-tags/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<ContactTag> {
    return this.call(operations.getContactTagsById, { path: [id] }, options);
  }

  /**
   * Update a tag.
   *
   * `PATCH /contact-tags/{id}` (scope `account`)
   */
  update(id: string | number, body?: ContactTagsUpdateBody, options?: CallOptions): Call<ContactTag> {
    return this.call(operations.patchContactTagsById, { path: [id], body }, options);
  }

  /**
   * Delete a tag.
   *
   * The contacts with this tag are kept.
   *
   * `DELETE /contact-tags/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<ContactTagsDeleteAnswer> {
    return this.call(operations.deleteContactTagsById, { path: [id] }, options);
  }
}

export interface ContactFieldsListQuery {
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 20. */
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
  /** Type of the values: 0abe5601-7738-43c8-858f-81911ecf89ee (text), e43c6471-b3ff-4541-80c5-964c62decd15 (number), fe7dd76c-5113-4159-bc7c-0dbf0ed8d404 (date). */
  readonly contact_field_type_id: string;
}

export interface ContactFieldsUpdateBody {
  /** At most 191 characters. */
  readonly label: string;
  /** The current type. It cannot be changed. */
  readonly contact_field_type_id?: string | undefined;
}

export interface ContactFieldsDeleteAnswer {
  readonly message: string;
}

export class ContactFieldsGroup extends Group {
  /**
   * List custom fields.
   *
   * Newest first, 20 per page.
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
   * Create a custom field.
   *
   * The name is generated from the label, with a number appended if it is taken.
   *
   * `POST /contact-fields` (scope `account`)
   */
  create(body: ContactFieldsCreateBody, options?: CallOptions): Call<ContactField> {
    return this.call(operations.postContactFields, { body }, options);
  }

  /**
   * Get a custom field.
   *
   * `GET /contact-fields/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<ContactField> {
    return this.call(operations.getContactFieldsById, { path: [id] }, options);
  }

  /**
   * Rename a custom field.
   *
   * Changing the label also changes the name. Values are kept. The type cannot be changed.
   *
   * `PATCH /contact-fields/{id}` (scope `account`)
   */
  update(id: string | number, body: ContactFieldsUpdateBody, options?: CallOptions): Call<ContactField> {
    return this.call(operations.patchContactFieldsById, { path: [id], body }, options);
  }

  /**
   * Delete a custom field.
   *
   * Permanently deletes the field and its values.
   *
   * `DELETE /contact-fields/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<ContactFieldsDeleteAnswer> {
    return this.call(operations.deleteContactFieldsById, { path: [id] }, options);
  }
}

export interface UserListContactFieldsQuery {
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 20. */
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
   * List custom fields.
   *
   * An extension specific to Postrider. Same as `GET /contact-fields`.
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
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
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
}

export interface ContactSegmentsGetQuery {
  /** With `true` the contacts are counted, which takes a moment where there are many. */
  readonly count?: QueryText | undefined;
}

export interface ContactSegmentsUpdateBody {
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
}

export interface ContactSegmentsDeleteAnswer {
  readonly message: string;
}

export class ContactSegmentsGroup extends Group {
  /**
   * List segments.
   *
   * An extension specific to Postrider. Newest first.
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
   * An extension specific to Postrider. A segment is a saved filter over contacts. Use it as `filter[segment_id]` when listing contacts, in bulk actions and in exports, alone or with other conditions. It is evaluated each time.
   *
   * `POST /contact-segments` (scope `account`)
   */
  create(body: ContactSegmentsCreateBody, options?: CallOptions): Call<ContactSegmentInFull> {
    return this.call(operations.postContactSegments, { body }, options);
  }

  /**
   * Get a segment.
   *
   * An extension specific to Postrider.
   *
   * `GET /contact-segments/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, query?: ContactSegmentsGetQuery, options?: CallOptions): Call<ContactSegmentInFull> {
    return this.call(operations.getContactSegmentsById, { path: [id], query: { ...query } }, options);
  }

  /**
   * Update a segment.
   *
   * An extension specific to Postrider.
   *
   * `PATCH /contact-segments/{id}` (scope `account`)
   */
  update(id: string | number, body?: ContactSegmentsUpdateBody, options?: CallOptions): Call<ContactSegmentInFull> {
    return this.call(operations.patchContactSegmentsById, { path: [id], body }, options);
  }

  /**
   * Delete a segment.
   *
   * An extension specific to Postrider. The contacts are kept. Filters that use the segment are rejected afterwards.
   *
   * `DELETE /contact-segments/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<ContactSegmentsDeleteAnswer> {
    return this.call(operations.deleteContactSegmentsById, { path: [id] }, options);
  }
}

export interface PrivacyListContactConsentsQuery {
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
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
  /** The full email address. */
  readonly email: string;
}

export interface PrivacyEraseBody {
  /** The full email address. */
  readonly email: string;
}

export class PrivacyGroup extends Group {
  /**
   * List the consents of a contact.
   *
   * Postrider extension. Returns the consents of a contact, newest first.
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
   * Export the data of a contact.
   *
   * Postrider extension. Returns all data that the account stores about a person as one JSON object, for answering access requests. Works for deleted contacts too.
   *
   * `GET /contacts/{id}/data` (scope `account:read`, `account`)
   */
  getContactData(id: string | number, options?: CallOptions): Call<PersonData> {
    return this.call(operations.getContactsByIdData, { path: [id] }, options);
  }

  /**
   * Erase a contact.
   *
   * Postrider extension. Erases a contact and all data about its address. Works for deleted contacts too. Repeat the address to confirm. The contact is deleted immediately, and imports and batches reject the address. A background job erases the rest once email in progress is sent. This cannot be undone.
   *
   * `POST /contacts/{id}/erase` (scope `account`)
   */
  eraseContact(id: string | number, body: PrivacyEraseContactBody, options?: CallOptions): Call<Erasure> {
    return this.call(operations.postContactsByIdErase, { path: [id], body }, options);
  }

  /**
   * Erase an address.
   *
   * Postrider extension. Erases all data about an address, even if it is not a contact, such as a recipient of receipts only. Otherwise the same as erasing a contact.
   *
   * `POST /privacy/erase` (scope `account`)
   */
  erase(body: PrivacyEraseBody, options?: CallOptions): Call<Erasure> {
    return this.call(operations.postPrivacyErase, { body }, options);
  }

  /**
   * Get an erasure.
   *
   * Postrider extension. Returns the progress of an erasure. The record is kept as proof, without the address.
   *
   * `GET /privacy/erasures/{id}` (scope `account:read`, `account`)
   */
  getErasure(id: string | number, options?: CallOptions): Call<Erasure> {
    return this.call(operations.getPrivacyErasuresById, { path: [id] }, options);
  }
}

export interface ContactImportsCreateQuery {
  /** Name of the file. Ignored for form uploads, which contain the name. */
  readonly file_name?: QueryText | undefined;
  /** A note, up to 500 characters. */
  readonly note?: QueryText | undefined;
}

export interface ContactImportsListAnswer {
  readonly data: readonly Import[];
}

export interface ContactImportsPreviewQuery {
  /** What each column contains, for this preview. One of ignore, email, name, first_name, last_name, ip_address, created_at, confirmed_at, status, unsubscribed_at, bounced_at, invalid_at, lists, tags, attributes, `field:<name>` for an existing custom field, or `new_field:<label>`. */
  readonly mapping?: readonly string[] | undefined;
  /** Whether the first row contains headings, for this preview. */
  readonly has_header?: 'true' | 'false' | undefined;
  /** Whether the month or the day comes first in dates like 3/4/2026. */
  readonly date_order?: 'month_first' | 'day_first' | undefined;
  /** Encoding of the file, which overrides the detected one: UTF-8, UTF-16 LE, UTF-16 BE, Windows-1250, Windows-1251, Windows-1252, Windows-1253, Windows-1254, Windows-1255, Windows-1256, Windows-1257, Windows-1258, Windows-874, ISO-8859-1, ISO-8859-2, ISO-8859-3, ISO-8859-4, ISO-8859-5, ISO-8859-6, ISO-8859-7, ISO-8859-8, ISO-8859-9, ISO-8859-10, ISO-8859-13, ISO-8859-14, ISO-8859-15, ISO-8859-16, KOI8-R, KOI8-U, Mac Roman, Mac Central European, Mac Cyrillic, Mac Greek, Mac Turkish, IBM437, IBM850, IBM852, IBM866, Shift_JIS, EUC-JP, GB18030, Big5, EUC-KR. */
  readonly encoding?: QueryText | undefined;
}

export interface ContactImportsPreviewAnswer {
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
}

export interface ContactImportsStartBody {
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
}

export class ContactImportsGroup extends Group {
  /**
   * Import contacts from a file.
   *
   * Uploads a CSV file with commas, semicolons, tabs or vertical bars. The encoding is detected. The import then waits in the state `ready`: read its preview, then start it with the column mapping.
   *
   * `POST /contacts/imports` (scope `account`)
   */
  create(body: string | Blob | FormData | Uint8Array, query?: ContactImportsCreateQuery, options?: CallOptions): Call<Import> {
    return this.call(operations.postContactsImports, { body, query: { ...query } }, options);
  }

  /**
   * List recent imports of contacts.
   *
   * `GET /contacts/imports` (scope `account:read`, `account`)
   */
  list(options?: CallOptions): Call<ContactImportsListAnswer> {
    return this.call(operations.getContactsImports, {}, options);
  }

  /**
   * Cancel an import of contacts and keep the imported rows.
   *
   * `POST /contacts/imports/{id}/cancel` (scope `account`)
   */
  cancel(id: string | number, options?: CallOptions): Call<Import> {
    return this.call(operations.postContactsImportsByIdCancel, { path: [id] }, options);
  }

  /**
   * Download the rejected rows of an import of contacts, with reasons.
   *
   * `GET /contacts/imports/{id}/rejects` (scope `account:read`, `account`)
   */
  getRejects(id: string | number, options?: CallOptions): Call<string> {
    return this.call(operations.getContactsImportsByIdRejects, { path: [id] }, options);
  }

  /**
   * Get an import of contacts.
   *
   * `GET /contacts/imports/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<Import> {
    return this.call(operations.getContactsImportsById, { path: [id] }, options);
  }

  /**
   * Preview an import of contacts.
   *
   * Returns the first 20 rows, including the header row, in the detected or the given encoding, with a suggested column mapping and the rows that would be rejected.
   *
   * `GET /contacts/imports/{id}/preview` (scope `account:read`, `account`)
   */
  preview(id: string | number, query?: ContactImportsPreviewQuery, options?: CallOptions): Call<ContactImportsPreviewAnswer> {
    return this.call(operations.getContactsImportsByIdPreview, { path: [id], query: { ...query } }, options);
  }

  /**
   * Start an import of contacts.
   *
   * An import that is not started within 24 hours is cancelled.
   *
   * `POST /contacts/imports/{id}/start` (scope `account`)
   */
  start(id: string | number, body?: ContactImportsStartBody, options?: CallOptions): Call<Import> {
    return this.call(operations.postContactsImportsByIdStart, { path: [id], body }, options);
  }

  /**
   * Undo an import of contacts.
   *
   * Possible for 7 days after the import ends. Deletes contacts that it added, unless they were changed or received an email since, and list memberships that it added. Changes to existing contacts, and lists, tags and fields that it created, are kept.
   *
   * `POST /contacts/imports/{id}/undo` (scope `account`)
   */
  undo(id: string | number, options?: CallOptions): Call<Import> {
    return this.call(operations.postContactsImportsByIdUndo, { path: [id] }, options);
  }
}

export interface CampaignsListQuery {
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
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
}

export interface CampaignsUpdateBody {
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
}

export interface CampaignsDeleteAnswer {
  readonly message: string;
}

export interface CampaignsResendBody {
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
}

export interface CampaignsPreviewBody {
  /** Contact whose data fills the merge tags. Default: the first contact of the audience, or sample data. */
  readonly contact_id?: number | string | null | undefined;
  /** Number of the variant, starting at 1. Default: 0, the campaign's own content. */
  readonly variant?: number | string | undefined;
}

export interface CampaignsTestBody {
  /** Addresses of account members, 1 to 10. */
  readonly to: readonly string[] | string;
  /** Contact whose data fills the merge tags. Default: the first contact of the audience, or sample data. */
  readonly contact_id?: number | string | null | undefined;
  /** Number of the variant, starting at 1. Default: 0, the campaign's own content. */
  readonly variant?: number | string | undefined;
}

export interface CampaignsGetChecksQuery {
  /** Number of the variant, starting at 1. Default: 0, the campaign's own content. */
  readonly variant?: number | string | undefined;
}

export interface CampaignsWinnerBody {
  /** Number of the variant. 0 is the campaign’s own content. */
  readonly variant: number | string;
}

export interface CampaignsGetStatsQuery {
  /** Whether to include the clicks of each link. `1` and `0` are also accepted. */
  readonly include_link_stats?: boolean | undefined;
  /** Number of links to return. Ignored without `include_link_stats`. */
  readonly link_limit?: QueryText | undefined;
}

export interface CampaignsListEngagementQuery {
  /** The type of engagement. */
  readonly type: 'openers' | 'clickers' | 'non_openers' | 'bounced' | 'unsubscribed';
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
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
  /** `hour` (default) or `day` in UTC. */
  readonly interval?: QueryText | undefined;
}

export interface CampaignsUpdateArchiveBody {
  /** If false, the archive does not show the campaign. */
  readonly is_archived: boolean;
}

export class CampaignsGroup extends Group {
  /**
   * List campaigns.
   *
   * Newest first. Does not include confirmation and automation emails.
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
   * Creates a draft, or a scheduled campaign if `scheduled_at` is given. A scheduled campaign requires lists, tags or segments, valid content and a verified sender. A rejected request creates nothing. If a safeguard prevents sending, returns 403 with the safeguard, its limits and when it lifts.
   *
   * `POST /campaigns` (scope `account`)
   */
  create(body: CampaignsCreateBody, options?: CallOptions): Call<Campaign> {
    return this.call(operations.postCampaigns, { body }, options);
  }

  /**
   * Get a campaign.
   *
   * `GET /campaigns/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<Campaign> {
    return this.call(operations.getCampaignsById, { path: [id] }, options);
  }

  /**
   * Update a campaign.
   *
   * Lists, tags, segments and variants replace the existing ones. All fields of a draft can be changed. To change a scheduled campaign, include `scheduled_at`: null makes it a draft, another time reschedules it. For a paused campaign, only the content of unsent emails can be changed. Everything else returns 409. If a safeguard prevents sending, returns 403 with the safeguard, its limits and when it lifts.
   *
   * Header `If-Match`: Postrider extension. The `updated_at` that you last read. If the campaign has changed since, returns 409.
   *
   * `PATCH /campaigns/{id}` (scope `account`)
   */
  update(id: string | number, body?: CampaignsUpdateBody, options?: CallOptions): Call<Campaign> {
    return this.call(operations.patchCampaignsById, { path: [id], body }, options);
  }

  /**
   * Delete a campaign draft.
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
   * Sends a draft immediately. `scheduled_at` is set to the current time. If a safeguard prevents sending, returns 403 with the safeguard, its limits and when it lifts.
   *
   * `POST /campaigns/{id}/send` (scope `account`)
   */
  send(id: string | number, options?: CallOptions): Call<Campaign> {
    return this.call(operations.postCampaignsByIdSend, { path: [id] }, options);
  }

  /**
   * Clone a campaign for some of its recipients.
   *
   * Creates a draft with the content, sender and exclusions of a sent campaign, for its recipients who did not open it, opened it, or clicked a link. Lists are not copied. `non_openers` does not include recipients whose email is still waiting or was cancelled. If a safeguard prevents sending, returns 403 with the safeguard, its limits and when it lifts.
   *
   * `POST /campaigns/{id}/resend` (scope `account`)
   */
  resend(id: string | number, body: CampaignsResendBody, options?: CallOptions): Call<Campaign> {
    return this.call(operations.postCampaignsByIdResend, { path: [id], body }, options);
  }

  /**
   * Preview a campaign.
   *
   * An extension specific to Postrider. Links in a preview are not tracked and do not unsubscribe anyone. If the content has errors, the response lists all of them.
   *
   * `POST /campaigns/{id}/preview` (scope `account:read`, `account`)
   */
  preview(id: string | number, body?: CampaignsPreviewBody, options?: CallOptions): Call<CampaignPreview> {
    return this.call(operations.postCampaignsByIdPreview, { path: [id], body }, options);
  }

  /**
   * Send a test email.
   *
   * An extension specific to Postrider. Sends the campaign to members of the account, at most 100 emails per day. Test emails are not counted in statistics. They are signed and have the headers of the campaign. The subject starts with [Test].
   *
   * `POST /campaigns/{id}/test` (scope `account`)
   */
  test(id: string | number, body: CampaignsTestBody, options?: CallOptions): Call<CampaignTest> {
    return this.call(operations.postCampaignsByIdTest, { path: [id], body }, options);
  }

  /**
   * Check a campaign.
   *
   * An extension specific to Postrider. Checks whether the first 50 https links respond, the DMARC record, and the support of email clients for the HTML. Takes up to 15 seconds. Only one check per account can run at a time.
   *
   * `GET /campaigns/{id}/checks` (scope `account:read`, `account`)
   */
  getChecks(id: string | number, query?: CampaignsGetChecksQuery, options?: CallOptions): Call<CampaignChecks> {
    return this.call(operations.getCampaignsByIdChecks, { path: [id], query: { ...query } }, options);
  }

  /**
   * Pause a campaign.
   *
   * An extension specific to Postrider. Stops starting new deliveries within a second. Deliveries in progress are completed. Content that is changed while the campaign is paused is sent to all recipients without a final result.
   *
   * `POST /campaigns/{id}/pause` (scope `account`)
   */
  pause(id: string | number, options?: CallOptions): Call<CampaignStanding> {
    return this.call(operations.postCampaignsByIdPause, { path: [id] }, options);
  }

  /**
   * Resume a campaign.
   *
   * An extension specific to Postrider. Continues a paused campaign. The safeguards are checked again.
   *
   * `POST /campaigns/{id}/resume` (scope `account`)
   */
  resume(id: string | number, options?: CallOptions): Call<CampaignStanding> {
    return this.call(operations.postCampaignsByIdResume, { path: [id] }, options);
  }

  /**
   * Cancel a campaign.
   *
   * An extension specific to Postrider. Stops sending permanently. A cancelled campaign cannot be resumed.
   *
   * `POST /campaigns/{id}/cancel` (scope `account`)
   */
  cancel(id: string | number, options?: CallOptions): Call<CampaignStanding> {
    return this.call(operations.postCampaignsByIdCancel, { path: [id] }, options);
  }

  /**
   * Choose the winning variant.
   *
   * An extension specific to Postrider. Ends the A/B test of a campaign immediately instead of when its time is up.
   *
   * `POST /campaigns/{id}/winner` (scope `account`)
   */
  winner(id: string | number, body: CampaignsWinnerBody, options?: CallOptions): Call<CampaignStanding> {
    return this.call(operations.postCampaignsByIdWinner, { path: [id], body }, options);
  }

  /**
   * Get campaign statistics.
   *
   * Returns stored counters. docs/campaigns.md defines what counts as an open and a click.
   *
   * `GET /campaigns/{id}/stats` (scope `account:read`, `account`)
   */
  getStats(id: string | number, query?: CampaignsGetStatsQuery, options?: CallOptions): Call<CampaignStats> {
    return this.call(operations.getCampaignsByIdStats, { path: [id], query: { ...query } }, options);
  }

  /**
   * List contacts by campaign engagement.
   *
   * Newest contacts first. `non_openers` are contacts that the campaign was sent to and that did not open it.
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
   * Get campaign opens and clicks over time.
   *
   * An extension specific to Postrider. Returns opens and clicks, excluding bots, for the first 1,000 hours or days with activity, earliest first.
   *
   * `GET /campaigns/{id}/over-time` (scope `account:read`, `account`)
   */
  getOverTime(id: string | number, query?: CampaignsGetOverTimeQuery, options?: CallOptions): Call<CampaignOverTime> {
    return this.call(operations.getCampaignsByIdOverTime, { path: [id], query: { ...query } }, options);
  }

  /**
   * Get the archive status of a campaign.
   *
   * An extension specific to Postrider.
   *
   * `GET /campaigns/{id}/archive` (scope `account:read`, `account`)
   */
  getArchive(id: string | number, options?: CallOptions): Call<CampaignArchiving> {
    return this.call(operations.getCampaignsByIdArchive, { path: [id] }, options);
  }

  /**
   * Show or hide a campaign in the archive.
   *
   * An extension specific to Postrider. Can be changed in any state, before and after sending. The archive as a whole is turned on in the campaign settings.
   *
   * `PATCH /campaigns/{id}/archive` (scope `account`)
   */
  updateArchive(id: string | number, body: CampaignsUpdateArchiveBody, options?: CallOptions): Call<CampaignArchiving> {
    return this.call(operations.patchCampaignsByIdArchive, { path: [id], body }, options);
  }
}

export interface CampaignSettingsUpdateBody {
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
}

export class CampaignSettingsGroup extends Group {
  /**
   * Get campaign settings.
   *
   * An extension specific to Postrider.
   *
   * `GET /campaign-settings` (scope `account:read`, `account`)
   */
  get(options?: CallOptions): Call<CampaignSettings> {
    return this.call(operations.getCampaignSettings, {}, options);
  }

  /**
   * Update campaign settings.
   *
   * An extension specific to Postrider. Fields that are not given stay unchanged.
   *
   * `PATCH /campaign-settings` (scope `account`)
   */
  update(body?: CampaignSettingsUpdateBody, options?: CallOptions): Call<CampaignSettings> {
    return this.call(operations.patchCampaignSettings, { body }, options);
  }
}

export interface ImagesListQuery {
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
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
  /** Name of the file. Ignored for form uploads, which use the name of the uploaded file. */
  readonly name?: QueryText | undefined;
}

export interface ImagesDeleteAnswer {
  readonly message: string;
}

export class ImagesGroup extends Group {
  /**
   * List images.
   *
   * An extension specific to Postrider. Newest first, 100 per page.
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
   * Upload an image.
   *
   * An extension specific to Postrider. The format is detected from the file content, not from its name or Content-Type: PNG, JPEG, GIF or WebP. If the account already has the file, returns the existing image.
   *
   * `POST /images` (scope `account`)
   */
  create(body: string | Blob | FormData | Uint8Array, query?: ImagesCreateQuery, options?: CallOptions): Call<Image> {
    return this.call(operations.postImages, { body, query: { ...query } }, options);
  }

  /**
   * Get an image.
   *
   * An extension specific to Postrider.
   *
   * `GET /images/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<Image> {
    return this.call(operations.getImagesById, { path: [id] }, options);
  }

  /**
   * Delete an image.
   *
   * An extension specific to Postrider. This cannot be undone. Emails that use the image no longer show it. An image that is used by a landing page cannot be deleted.
   *
   * `DELETE /images/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<ImagesDeleteAnswer> {
    return this.call(operations.deleteImagesById, { path: [id] }, options);
  }
}

export interface LandingPagesListQuery {
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
  readonly per_page?: QueryText | undefined;
  /** Part of the title, case-insensitive. */
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
}

export interface LandingPagesUpdateBody {
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
}

export interface LandingPagesDeleteAnswer {
  readonly message: string;
}

export class LandingPagesGroup extends Group {
  /**
   * List landing pages.
   *
   * An extension specific to Postrider. Newest first, 100 per page.
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
   * An extension specific to Postrider. The page is not public until it is published.
   *
   * `POST /landing-pages` (scope `account`)
   */
  create(body: LandingPagesCreateBody, options?: CallOptions): Call<LandingPage> {
    return this.call(operations.postLandingPages, { body }, options);
  }

  /**
   * Get a landing page.
   *
   * An extension specific to Postrider.
   *
   * `GET /landing-pages/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<LandingPage> {
    return this.call(operations.getLandingPagesById, { path: [id] }, options);
  }

  /**
   * Update or publish a landing page.
   *
   * An extension specific to Postrider. Fields that are not given stay unchanged. After a change of `slug`, links to the old address no longer work.
   *
   * `PATCH /landing-pages/{id}` (scope `account`)
   */
  update(id: string | number, body?: LandingPagesUpdateBody, options?: CallOptions): Call<LandingPage> {
    return this.call(operations.patchLandingPagesById, { path: [id], body }, options);
  }

  /**
   * Delete a landing page.
   *
   * An extension specific to Postrider. The form and the image are kept.
   *
   * `DELETE /landing-pages/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<LandingPagesDeleteAnswer> {
    return this.call(operations.deleteLandingPagesById, { path: [id] }, options);
  }
}

export interface FormsListQuery {
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
  readonly per_page?: QueryText | undefined;
  /** Part of the title, case-insensitive. */
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
}

export interface FormsUpdateBody {
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
}

export interface FormsDeleteAnswer {
  readonly message: string;
}

export class FormsGroup extends Group {
  /**
   * List forms.
   *
   * Newest first, 100 per page.
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
   * New subscribers are added to the lists of the form. Returns 403 if the form limit of the plan is reached.
   *
   * `POST /forms` (scope `account`)
   */
  create(body: FormsCreateBody, options?: CallOptions): Call<FormInFull> {
    return this.call(operations.postForms, { body }, options);
  }

  /**
   * Get a form.
   *
   * `GET /forms/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<FormInFull> {
    return this.call(operations.getFormsById, { path: [id] }, options);
  }

  /**
   * Update a form.
   *
   * `lists` replaces all existing lists. Fields that are not given stay unchanged.
   *
   * `PATCH /forms/{id}` (scope `account`)
   */
  update(id: string | number, body?: FormsUpdateBody, options?: CallOptions): Call<FormInFull> {
    return this.call(operations.patchFormsById, { path: [id], body }, options);
  }

  /**
   * Delete a form.
   *
   * The sign-up page and embedded forms then show that the form is closed. Contacts are kept.
   *
   * `DELETE /forms/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<FormsDeleteAnswer> {
    return this.call(operations.deleteFormsById, { path: [id] }, options);
  }
}

export class DoubleOptInGroup extends Group {
  /**
   * Get the double opt-in status.
   *
   * An extension specific to Postrider. The campaign that holds the confirmation email is created on the first request.
   *
   * `GET /double-opt-in` (scope `account:read`, `account`)
   */
  get(options?: CallOptions): Call<DoubleOptIn> {
    return this.call(operations.getDoubleOptIn, {}, options);
  }
}

export interface AutomationsListQuery {
  /** Page number, starting at 1. */
  readonly page?: QueryText | undefined;
  /** Records per page, from 1 to 1000. The default is 100. */
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
}

export interface AutomationsUpdateBody {
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
}

export interface AutomationsDeleteAnswer {
  readonly message: string;
}

export interface AutomationsEmailsBody {
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
}

export class AutomationsGroup extends Group {
  /**
   * List automations.
   *
   * Newest first, with their emails but without email content.
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
   * An automation sends a series of emails to contacts when they are added to a list, or open or click a campaign. Contacts already in the list do not enter. A new automation has no emails and is inactive by default.
   *
   * `POST /automations` (scope `account`)
   */
  create(body: AutomationsCreateBody, options?: CallOptions): Call<Automation> {
    return this.call(operations.postAutomations, { body }, options);
  }

  /**
   * Get an automation.
   *
   * Returns the automation with its emails, their content and their results.
   *
   * `GET /automations/{id}` (scope `account:read`, `account`)
   */
  get(id: string | number, options?: CallOptions): Call<AutomationInFull> {
    return this.call(operations.getAutomationsById, { path: [id] }, options);
  }

  /**
   * Update an automation.
   *
   * While `active` is false, no contacts enter, no emails are sent, and contacts in the automation stay in it. When `active` becomes true, overdue emails are sent immediately. After a trigger change, contacts that have finished can enter again, but are not sent the same email twice.
   *
   * `PATCH /automations/{id}` (scope `account`)
   */
  update(id: string | number, body?: AutomationsUpdateBody, options?: CallOptions): Call<Automation> {
    return this.call(operations.patchAutomationsById, { path: [id], body }, options);
  }

  /**
   * Delete an automation.
   *
   * No more emails are sent. The results of sent emails are kept.
   *
   * `DELETE /automations/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<AutomationsDeleteAnswer> {
    return this.call(operations.deleteAutomationsById, { path: [id] }, options);
  }

  /**
   * Add an email to an automation.
   *
   * Appends an email, or inserts it at a position. It is not sent to contacts that have finished or are waiting for a later email. Content errors are rejected immediately; the sender domain can be verified later.
   *
   * `POST /automations/{id}/emails` (scope `account`)
   */
  emails(id: string | number, body: AutomationsEmailsBody, options?: CallOptions): Call<AutomationItem> {
    return this.call(operations.postAutomationsByIdEmails, { path: [id], body }, options);
  }
}

export interface AutomationEmailsUpdateBody {
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
}

export interface AutomationEmailsDeleteAnswer {
  readonly message: string;
}

export class AutomationEmailsGroup extends Group {
  /**
   * Update an email of an automation.
   *
   * New content is used for all emails sent from now on. A new delay also applies to contacts that are already waiting.
   *
   * `PATCH /automation-emails/{id}` (scope `account`)
   */
  update(id: string | number, body?: AutomationEmailsUpdateBody, options?: CallOptions): Call<AutomationItem> {
    return this.call(operations.patchAutomationEmailsById, { path: [id], body }, options);
  }

  /**
   * Remove an email from an automation.
   *
   * Contacts that are waiting for the email continue with the next one. The results of sent emails are kept.
   *
   * `DELETE /automation-emails/{id}` (scope `account`)
   */
  delete(id: string | number, options?: CallOptions): Call<AutomationEmailsDeleteAnswer> {
    return this.call(operations.deleteAutomationEmailsById, { path: [id] }, options);
  }
}

export interface InboxListQuery {
  /** Only emails to this address. */
  readonly to?: QueryText | undefined;
  /** The number of emails to return, 1 to 100. Default: 20. */
  readonly limit?: QueryText | undefined;
  /** The ID of the last email on a page. Returns the emails that follow it. */
  readonly after?: QueryText | undefined;
}

export interface InboxListAnswer {
  readonly data: readonly InboxSummary[];
}

export interface InboxEmptyAnswer {
  readonly message: string;
}

export interface InboxWaitQuery {
  /** The recipient address. */
  readonly to: QueryText;
  /** How long to wait, 1 to 55 seconds. Default: 30. */
  readonly timeout?: QueryText | undefined;
  /** Only emails received at or after this ISO 8601 date-time. Default: any email. */
  readonly since?: QueryText | undefined;
}

export class InboxGroup extends Group {
  /**
   * List emails in the local inbox, newest first.
   *
   * Returns the emails of your account. The operator account also sees emails from other programs. Sign-in emails of the installation are only shown on the server, with `postrider inbox list`.
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
   * Wait for an email to an address.
   *
   * Returns the newest email to an address, immediately if one has already arrived. Returns `not_found` if none arrives in time; you can then call it again.
   *
   * `GET /inbox/wait` (scope `transactional:read`)
   */
  wait(query: InboxWaitQuery, options?: CallOptions): Call<InboxMail> {
    return this.call(operations.getInboxWait, { query: { ...query } }, options);
  }

  /**
   * Retrieve an email from the local inbox.
   *
   * `GET /inbox/{id}` (scope `transactional:read`)
   */
  get(id: string | number, options?: CallOptions): Call<InboxMail> {
    return this.call(operations.getInboxById, { path: [id] }, options);
  }
}

/** All groups of operations. */
export class Groups {
  /** Send emails one at a time or in batches, and track their delivery. */
  readonly emails: EmailsGroup;
  /** Usage and limits of the account’s plan. */
  readonly usage: UsageGroup;
  /** Addresses that the account does not send to. */
  readonly suppressions: SuppressionsGroup;
  /** Labels for transactional email, with statistics and tracking settings per tag. */
  readonly tags: TagsGroup;
  /** Get notified when bounces, complaints or failures of a tag increase, or when it stops sending. */
  readonly alerts: AlertsGroup;
  /** Receive events about emails as they happen. */
  readonly webhook: WebhookGroup;
  /** The owner of the token, and the features of the account. Start here with the account API. */
  readonly me: MeGroup;
  /** Domains that the account sends from, their DNS records, and verification. */
  readonly domains: DomainsGroup;
  /** People who receive bulk email. Manage them one at a time or in batches. */
  readonly contacts: ContactsGroup;
  /** Lists and the contacts in them. */
  readonly lists: ListsGroup;
  /** Contact tags and the contacts that have them. */
  readonly contactTags: ContactTagsGroup;
  /** Custom fields that the account defines for its contacts. */
  readonly contactFields: ContactFieldsGroup;
  /** Custom fields that the account defines for its contacts. */
  readonly user: UserGroup;
  /** Saved filters over contacts. An extension specific to Postrider. */
  readonly contactSegments: ContactSegmentsGroup;
  /** Consent records, data export and erasure for contacts. */
  readonly privacy: PrivacyGroup;
  /** Import contacts from CSV files: preview the file, map its columns, start the import. Imports can be undone for some days. */
  readonly contactImports: ContactImportsGroup;
  /** Emails to an audience, from draft to results, and the settings they share. */
  readonly campaigns: CampaignsGroup;
  /** Emails to an audience, from draft to results, and the settings they share. */
  readonly campaignSettings: CampaignSettingsGroup;
  /** Images for emails and pages, hosted by this installation. */
  readonly images: ImagesGroup;
  /** Public pages with a sign-up form. */
  readonly landingPages: LandingPagesGroup;
  /** Sign-up forms, on a hosted page or embedded in any site. */
  readonly forms: FormsGroup;
  /** Confirmation of sign-ups before contacts receive campaigns. */
  readonly doubleOptIn: DoubleOptInGroup;
  /** Series of emails that start when a contact meets a condition. */
  readonly automations: AutomationsGroup;
  /** Series of emails that start when a contact meets a condition. */
  readonly automationEmails: AutomationEmailsGroup;
  /** Emails that this server keeps instead of sending, for development and tests. */
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

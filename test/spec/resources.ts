/** Fields of the resources in the specification, and additional fields that clients read. */
export const RESOURCES = {
  Contact: ['id', 'email', 'first_name', 'last_name', 'ip_address', 'unsubscribed_at', 'created_at', 'updated_at'],
  'Contact count result': ['count', 'filter'],
  'Contact activity': ['contact', 'deliverables'],
  'Bulk action job': [
    'id',
    'status',
    'action',
    'target_id',
    'dry_run',
    'filter',
    'matched_count',
    'processed_count',
    'error',
    'started_at',
    'completed_at',
  ],
  Campaign: [
    'id',
    'title',
    'subject',
    'preview_text',
    'html',
    'from_name',
    'from_email',
    'scheduled_at',
    'sent_at',
    'timezone',
    'created_at',
    'updated_at',
  ],
  'Campaign statistics': [
    'sent_count',
    'unique_open_count',
    'unique_click_count',
    'unsubscribe_count',
    'bounce_count',
    'spam_count',
    'open_rate',
    'click_rate',
    'unsubscribe_rate',
    'bounce_rate',
    'spam_rate',
    'link_stats',
  ],
  'Contact list': [
    'id',
    'name',
    'user_id',
    'average_email_open_percent',
    'average_email_click_percent',
    'created_at',
    'updated_at',
  ],
  Form: ['id', 'title', 'landing_page_id', 'redirect_url', 'gdpr_required', 'url', 'lists', 'created_at', 'updated_at'],
  Automation: [
    'id',
    'user_id',
    'title',
    'active',
    'created_at',
    'updated_at',
    'automation_triggers',
    'automation_items',
  ],
  'Automation item (an email in an automation)': [
    'id',
    'automation_id',
    'campaign_id',
    'delay_hours',
    'send_order',
    'campaign',
    'created_at',
    'updated_at',
  ],
  'Sender domain': ['id', 'domain', 'provider_whitelabel_domain_id', 'validated_at', 'dns', 'created_at', 'updated_at'],
  User: ['id', 'name', 'email', 'contacts_count', 'contact_limit', 'created_at', 'updated_at'],
  'Custom contact field': ['id', 'label', 'name', 'type'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Fields of a contact that clients read in addition to those in the specification. */
export const CONTACT = [
  ...RESOURCES.Contact,
  'confirmed_at',
  'bounced_at',
  'invalid_at',
  'form_id',
  'lists',
  'contact_fields',
] as const;

/** Fields of a contact tag. The specification uses the IDs of tags but does not describe tags. */
export const CONTACT_TAG = ['id', 'user_id', 'name', 'color', 'contacts_count', 'created_at', 'updated_at'] as const;

/** Response of an operation that returns only a message. */
export const MESSAGE = ['message'] as const;

/** Where the campaign tables contain personal data, and how this data is exported and erased. See `DATA_MAP`. */
export const CAMPAIGN_TABLES = {
  // The table refers to the contact only by ID, which identifies no one after the contact is deleted.
  deliverable: { persons: [{ columns: ['provider'], exported: 'campaigns', erased: 'campaigns' }] },
  campaign_visit: { persons: [{ columns: [], exported: 'campaigns', erased: 'campaigns' }] },
  campaign_bounce: { persons: [{ columns: ['code', 'reason'], exported: 'campaigns', erased: 'campaigns' }] },
  campaign_early_visit: {
    persons: [{ columns: [], exported: { not: 'added to the other counts within seconds' }, erased: 'campaigns' }],
  },
  contact_sign_up: {
    persons: [
      {
        columns: [
          'first_name',
          'last_name',
          'ip_address',
          'fields',
          'consent_text',
          'consent_source',
          'consent_ip',
          'language',
        ],
        exported: 'sign_up',
        erased: 'contact',
      },
    ],
  },
  mailing_provider: {
    nobody: 'server replies with addresses removed',
    columns: ['provider', 'answer'],
  },
  mailing_provider_pause: { nobody: 'account settings', columns: ['provider'] },
  confirmation_mail: { nobody: 'reasons why emails cannot be sent', columns: ['fault'] },
  campaign_variant: {
    nobody: 'account settings and content',
    columns: ['language', 'subject', 'preview_text', 'html', 'design', 'plain_text'],
  },
  campaign_wave: { nobody: 'account settings and content', columns: ['kind', 'slots', 'content'] },
  campaign_confirmation: { nobody: 'account settings and content', columns: ['token_hash', 'campaign_hash'] },
  campaign_link: { nobody: 'the same for all recipients', columns: ['url'] },
  // The table refers to the contact only by ID, which identifies no one after the contact is deleted.
  automation_entry: { persons: [{ columns: [], exported: 'automations', erased: 'contact' }] },
  automation_segment_member: {
    persons: [{ columns: [], exported: { not: 'derived from other data about the contact' }, erased: 'contact' }],
  },
  automation_cap: {
    persons: [{ columns: [], exported: { not: 'the times of emails that the export contains' }, erased: 'contact' }],
  },
  automation_check: { nobody: 'reasons why contacts cannot be checked', columns: ['fault'] },
  open_mailing: { nobody: 'the same for all recipients', columns: ['content_hash', 'slots'] },
  automation_version: { nobody: 'account settings and content', columns: ['steps', 'replaced_by', 'changes'] },
  automation_draft: {
    nobody: 'account settings and content',
    columns: ['steps', 'live_hash', 'settings', 'updated_by'],
  },
  automation_trigger: { nobody: 'account settings and content', columns: ['type', 'event_name', 'source'] },
  campaign_settings: {
    nobody: 'account settings and content',
    columns: [
      'postal_address',
      'from_name',
      'from_email',
      'archive_title',
      'language',
      'accent_color',
      'text_color',
      'surface_color',
      'background_color',
      'font',
      'footer_text',
      'social_links',
      'texts',
      'automation_cap',
    ],
  },
  form_code: { nobody: 'account settings and content', columns: ['code'] },
  form_attempt: {
    persons: [
      {
        columns: ['subject'],
        exported: { not: 'an irreversible hash of an address, deleted within a day' },
        erased: { not: 'an irreversible hash of an address, deleted within a day' },
      },
    ],
  },
} as const;

/** A group of related features. */
export interface Wing {
  /** Purpose of the group, in one line. */
  readonly holds: string;
  /**
   * Features of the group, each with the features that it uses from this group or an earlier group. A feature only uses
   * features listed before it, so that there are no cycles.
   */
  readonly features: Readonly<Record<string, readonly string[]>>;
}

/** The feature groups in `src/features`, lowest first. Each group may use the groups before it. */
export const WINGS: Readonly<Record<string, Wing>> = {
  tenants: {
    holds: 'accounts, members, API keys and tokens, quotas and rate limits, imports',
    features: {
      accounts: [],
      progress: [],
      imports: ['accounts', 'progress'],
      access: ['accounts'],
      usage: ['accounts'],
      people: ['accounts', 'access'],
      'account-api': ['accounts', 'access'],
      oauth: ['accounts', 'access', 'people'],
      deletion: ['accounts', 'people'],
    },
  },
  sending: {
    holds: 'how email leaves: sender domains, delivery routes, the queue, bulk email, suppressions',
    features: {
      domains: ['accounts'],
      routes: [],
      'warm-up': [],
      'transport-security': [],
      suppressions: ['accounts', 'imports'],
      'delivery-alerts': [],
      // This feature never imports the features that send email. Outcomes are passed to listeners that app/ connects.
      delivery: ['domains', 'routes', 'transport-security', 'warm-up'],
      mailings: ['delivery'],
    },
  },
  outcomes: {
    holds: 'results: bounces, complaints and reports that come back, opens and clicks, statistics',
    features: {
      'return-paths': [],
      inbound: ['domains', 'delivery'],
      'mail-reports': [],
      'transactional-tags': ['accounts'],
      tracking: ['transactional-tags'],
      'mail-health': ['accounts', 'transactional-tags'],
    },
  },
  transactional: {
    holds: 'transactional email: the API, webhooks, the local inbox, MCP',
    features: {
      webhooks: ['accounts'],
      inbox: [],
      messages: ['accounts', 'domains', 'delivery', 'suppressions', 'transactional-tags', 'tracking', 'usage'],
      'mail-content': [],
      templates: ['accounts', 'messages', 'mail-content'],
      'message-views': ['accounts', 'delivery', 'domains', 'messages', 'progress', 'usage', 'webhooks'],
      mcp: [],
    },
  },
  compatibility: {
    holds: 'drop-in endpoints for clients of Resend, Mailgun, Postmark, SendGrid and Amazon SES',
    features: {
      fields: [],
      unsubscribes: ['suppressions'],
      'template-conversion': ['templates', 'fields'],
      vendors: [
        'fields',
        'accounts',
        'domains',
        'delivery',
        'mailings',
        'suppressions',
        'tracking',
        'webhooks',
        'messages',
        'unsubscribes',
      ],
      resend: ['messages', 'templates', 'fields'],
      mailgun: [
        'domains',
        'suppressions',
        'messages',
        'templates',
        'fields',
        'resend',
        'template-conversion',
        'unsubscribes',
        'vendors',
      ],
      sendgrid: [
        'suppressions',
        'messages',
        'templates',
        'fields',
        'resend',
        'template-conversion',
        'unsubscribes',
        'vendors',
      ],
      ses: [
        'access',
        'domains',
        'suppressions',
        'messages',
        'templates',
        'fields',
        'resend',
        'template-conversion',
        'unsubscribes',
        'vendors',
      ],
      postmark: [
        'suppressions',
        'messages',
        'templates',
        'fields',
        'resend',
        'template-conversion',
        'unsubscribes',
        'vendors',
      ],
    },
  },
  audience: {
    holds: 'contacts with their lists, tags, custom fields and segments',
    features: {
      'contact-fields': [],
      lists: [],
      'contact-tags': [],
      // Delivery processes load only this feature of the group.
      'contact-notes': ['mailings'],
      contacts: ['accounts', 'contact-notes', 'contact-fields', 'lists', 'contact-tags'],
      'contact-merging': ['contacts'],
      topics: ['contact-notes'],
      'contact-events': ['contacts'],
      'contact-filters': ['accounts', 'contacts', 'contact-fields', 'lists', 'contact-tags'],
      'contact-listing': ['accounts', 'contacts', 'lists', 'contact-filters'],
      'contact-growth': [],
      segments: ['accounts', 'lists', 'contact-tags', 'contact-filters'],
      'bulk-actions': ['accounts', 'progress', 'contacts', 'lists', 'contact-tags', 'contact-filters'],
      'audience-tools': ['contacts', 'lists', 'contact-tags', 'contact-filters', 'segments', 'bulk-actions'],
      'contact-privacy': ['accounts', 'contacts', 'messages'],
      'contact-imports': ['accounts', 'imports', 'contact-fields', 'lists', 'contact-tags', 'contacts'],
      'contact-exports': ['contact-fields', 'contact-filters', 'contact-listing', 'contacts'],
    },
  },
  campaigns: {
    holds: 'email to contacts: campaigns, forms, double opt-in, automations',
    features: {
      images: [],
      'campaign-settings': ['accounts', 'images'],
      campaigns: ['accounts', 'mail-content', 'lists', 'contact-tags', 'segments', 'campaign-settings'],
      'campaign-content': [
        'accounts',
        'mail-content',
        'people',
        'domains',
        'mailings',
        'tracking',
        'contact-fields',
        'contact-filters',
        'campaign-settings',
        'campaigns',
      ],
      // app/ connects these two features as listeners for outcomes, opens, and clicks. Of the group `campaigns`,
      // delivery processes load only `campaign-outcomes`.
      'campaign-outcomes': ['mailings', 'contact-notes'],
      'campaign-results': ['mailings', 'tracking', 'contacts', 'campaigns', 'campaign-outcomes'],
      'campaign-safeguards': ['accounts', 'campaign-settings', 'campaigns'],
      // app/ provides the content, the safeguards, and the statistics.
      'campaign-sending': [
        'progress',
        'mailings',
        'contact-fields',
        'lists',
        'contact-tags',
        'topics',
        'contact-filters',
        'segments',
        'campaigns',
      ],
      // app/ provides the content and the checks that prevent an account from sending.
      'open-mailings': ['mailings', 'campaigns'],
      // app/ provides the content parser.
      automations: [
        'accounts',
        'lists',
        'contact-fields',
        'contact-tags',
        'contacts',
        'contact-events',
        'contact-filters',
        'segments',
        'campaigns',
        'campaign-results',
        'open-mailings',
      ],
      subscriptions: ['accounts', 'contacts', 'topics', 'tracking', 'unsubscribes', 'campaign-settings'],
      // app/ provides the confirmation email.
      confirmations: ['accounts', 'tracking', 'contact-fields', 'lists', 'contacts', 'campaign-settings', 'campaigns'],
      // app/ provides the emails and connects this feature as a listener for confirmations, engagement, and
      // unsubscribes.
      'automation-runs': [
        'mailings',
        'lists',
        'contact-fields',
        'contact-tags',
        'contacts',
        'contact-filters',
        'campaign-settings',
        'campaign-results',
        'automations',
      ],
      'contact-timeline': ['messages', 'contacts', 'automations'],
      forms: ['accounts', 'contact-fields', 'lists', 'contacts', 'campaign-settings', 'confirmations'],
      'campaign-tools': ['templates', 'campaign-settings', 'campaigns'],
      archive: ['accounts', 'campaign-settings', 'campaign-content'],
      'landing-pages': ['accounts', 'lists', 'campaign-settings', 'forms', 'images'],
      'text-previews': ['accounts', 'campaign-settings', 'subscriptions', 'confirmations', 'forms', 'archive'],
    },
  },
  administration: {
    holds: 'settings, the operator, the dashboard, monitoring and documentation',
    features: {
      'account-settings': ['accounts', 'mail-health', 'people', 'transactional-tags', 'usage'],
      operator: ['accounts', 'account-settings', 'deletion', 'delivery', 'transactional-tags', 'usage'],
      dashboard: [],
      search: [],
      monitoring: [],
      documentation: [],
    },
  },
};

/** A feature and its position in the table. */
export interface Place {
  readonly wing: string;
  readonly uses: readonly string[];
}

/** Returns the features, keyed by name, in the order of the table. Throws if two features have the same name. */
export function placesOf(wings: Readonly<Record<string, Wing>>): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const [wing, { features }] of Object.entries(wings)) {
    for (const [feature, uses] of Object.entries(features)) {
      if (places.has(feature)) throw new Error(`Two features are named ${feature}`);
      places.set(feature, { wing, uses });
    }
  }
  return places;
}

/**
 * Checks the order of the table. Returns an error message for each dependency that is not listed before the feature
 * that uses it.
 */
export function brokenWings(wings: Readonly<Record<string, Wing>>): string[] {
  const before = new Set<string>();
  const faults: string[] = [];
  for (const [feature, { uses }] of placesOf(wings)) {
    for (const used of uses) {
      if (!before.has(used)) faults.push(`${feature} uses ${used}, which is not listed before it`);
    }
    before.add(feature);
  }
  return faults;
}

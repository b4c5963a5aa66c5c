/** A heading of the navigation with its pages, in the order in which somebody new would read them. */
export interface Topic {
  readonly title: string;
  /** Slugs: paths below docs/ without `.md`. */
  readonly pages: readonly string[];
}

/** Where the reference stands, which is made from the API document. */
export const REFERENCE = 'api';

/** The navigation. A page of docs/ that no topic names still is served, at its end; a test asks for its place here. */
export const TOPICS: readonly Topic[] = [
  { title: 'Get started', pages: ['quick-start', 'concepts', 'dashboard', 'sign-in'] },
  {
    title: 'API',
    pages: [REFERENCE, 'account-api', 'errors', 'webhooks', 'webhook-log', 'sdk', 'sdk-methods', 'oauth', 'mcp'],
  },
  {
    title: 'Newsletters',
    pages: [
      'contacts',
      'campaigns',
      'campaign-content',
      'templates',
      'message-checks',
      'automations',
      'forms',
      'double-opt-in',
      'landing-pages',
      'images',
      'archive',
    ],
  },
  { title: 'Delivery', pages: ['deliverability', 'dns', 'domains', 'delivery', 'delivery-routes'] },
  {
    title: 'Migration',
    pages: [
      'compatibility',
      'migration',
      'migration-sendfox',
      'migration-listmonk',
      'migration-mailchimp',
      'mailgun',
      'postmark',
      'ses',
      'sendgrid',
      'ghost',
    ],
  },
  {
    title: 'Operations',
    pages: ['operations', 'configuration', 'deploy', 'capacity', 'backup', 'metrics', 'queue', 'operator'],
  },
  { title: 'Security and reliability', pages: ['security', 'reliability', 'benchmarks'] },
  { title: 'Internals', pages: ['architecture', 'how-to', 'citus', 'specifications', 'decisions', 'changelog'] },
];

/** The heading under which pages stand that no topic names. */
const REST = 'More';

/** Slugs that no topic names, decisions aside, which have a page that lists them. Pure. */
export function withoutTopic(slugs: readonly string[]): string[] {
  const named = new Set(TOPICS.flatMap(({ pages }) => pages));
  return slugs.filter((slug) => !named.has(slug) && !slug.includes('/')).toSorted();
}

/** The navigation over the pages that there are. Pure. */
export function navigationOf(slugs: readonly string[]): Topic[] {
  const there = new Set([...slugs, REFERENCE]);
  const topics = TOPICS.map(({ pages, title }) => ({ title, pages: pages.filter((slug) => there.has(slug)) }));
  return [...topics, { title: REST, pages: withoutTopic(slugs) }].filter(({ pages }) => pages.length > 0);
}

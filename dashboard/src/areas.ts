/** An area of the product, and its place in the navigation. */
interface AreaRow {
  /** Heading of the navigation group that contains the area. */
  readonly title?: string;
  /** Whether the area is a single entry in the main navigation and has a separate navigation for its pages. */
  readonly isPlace?: boolean;
  /** Folders in `pages/` that belong to the area. */
  readonly folders: readonly string[];
}

/**
 * All areas of the product in the order of the navigation. To add an area, add a row to this table and the pages to
 * `pages.ts`.
 */
const ROWS = {
  /**
   * The area that contains the first page after sign-in. Do not add other pages, because they would slow down the first
   * load.
   */
  start: { folders: ['overview'] },
  transactional: {
    title: 'Transactional',
    folders: ['messages', 'tags', 'suppressions', 'webhooks', 'keys', 'connect', 'welcome'],
  },
  audience: {
    title: 'Audience',
    folders: [
      'contacts',
      'segments',
      'lists',
      'contact-tags',
      'topics',
      'fields',
      'forms',
      'landing-pages',
      'double-opt-in',
    ],
  },
  campaigns: {
    title: 'Campaigns',
    folders: ['campaigns', 'automations', 'events', 'templates', 'images', 'brand', 'campaign-settings'],
  },
  sending: { title: 'Sending', folders: ['domains', 'inbox'] },
  settings: {
    title: 'Settings',
    isPlace: true,
    folders: ['account', 'usage', 'team', 'alerts', 'apps', 'security'],
  },
  installation: { title: 'Installation', isPlace: true, folders: ['operator'] },
  /** Pages for users who are not signed in. */
  entrance: {
    folders: ['sign-in', 'reset', 'first-start', 'invitation', 'confirm-email'],
  },
} as const satisfies Readonly<Record<string, AreaRow>>;

export type Area = keyof typeof ROWS;

export const AREAS = Object.entries(ROWS).map(([name, row]): AreaRow & { readonly name: Area } =>
  // Safe cast: the keys of a constant object are exactly the values of this type.
  Object.assign({ name: name as Area }, row),
);

/**
 * Returns the area of a module in `pages/`. Returns undefined for other modules and for folders that do not belong to
 * an area.
 */
export function areaOf(module: string): Area | undefined {
  const folder = /\/pages\/([\w-]+)\//.exec(module)?.[1];
  return AREAS.find(({ folders }) => folder !== undefined && folders.includes(folder))?.name;
}

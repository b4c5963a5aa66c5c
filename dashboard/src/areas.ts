/** An area of the product and its place in the navigation. */
interface AreaRow {
  /** Heading of its group in the navigation. */
  readonly title?: string;
  /** Whether the area is a single entry in the main navigation and has its own navigation inside. */
  readonly isPlace?: boolean;
  /** Folders of `pages/` that belong to the area. */
  readonly folders: readonly string[];
}

/**
 * The areas of the product in the order of the navigation. An area is a group in the navigation or has its own
 * navigation. All pages of an area share one script file, which is loaded when the first page of the area is opened. To
 * add an area, add a row here and its pages in `pages.ts`. An area without pages that the user may see is hidden.
 */
const ROWS = {
  /** The first page after sign-in. Nothing else may slow down the first load. */
  start: { folders: ['overview'] },
  transactional: {
    title: 'Transactional',
    folders: ['messages', 'tags', 'suppressions', 'webhooks', 'keys', 'connect', 'welcome'],
  },
  audience: {
    title: 'Audience',
    folders: ['contacts', 'segments', 'lists', 'contact-tags', 'fields', 'forms', 'landing-pages', 'double-opt-in'],
  },
  campaigns: { title: 'Campaigns', folders: ['campaigns', 'automations', 'images', 'campaign-settings'] },
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

/** The areas with their names. */
export const AREAS = Object.entries(ROWS).map(([name, row]): AreaRow & { readonly name: Area } =>
  // The keys of a constant object are exactly the values of this type.
  Object.assign({ name: name as Area }, row),
);

/** Returns the area of a module below `pages/`. Returns undefined for other modules and for folders without an area. */
export function areaOf(module: string): Area | undefined {
  const folder = /\/pages\/([\w-]+)\//.exec(module)?.[1];
  return AREAS.find(({ folders }) => folder !== undefined && folders.includes(folder))?.name;
}

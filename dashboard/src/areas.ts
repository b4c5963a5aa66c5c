/** What stands around the pages of an area. */
interface AreaRow {
  /** Above its pages in the navigation. */
  readonly title?: string;
  /** A place of its own: one entry in the navigation, and inside a navigation of its own. */
  readonly isPlace?: boolean;
  /** The folders of `pages/` that belong to it. */
  readonly folders: readonly string[];
}

/**
 * The areas of the product, in the order of the navigation. An area is a group of the navigation or a place of its own,
 * and one file of scripts: who opens one page of it has the others, and who never does loads none. A new part of the
 * product is a row here, with its pages in `pages.ts`; an area without a page that somebody may see is not shown.
 */
const ROWS = {
  /** What is seen first: nothing else may weigh on the first load. */
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
  /** The pages of who is not signed in. */
  entrance: {
    folders: ['sign-in', 'reset', 'first-start', 'invitation', 'confirm-email'],
  },
} as const satisfies Readonly<Record<string, AreaRow>>;

export type Area = keyof typeof ROWS;

/** Each area with its name. */
export const AREAS = Object.entries(ROWS).map(([name, row]): AreaRow & { readonly name: Area } =>
  // The keys of a constant object are known.
  Object.assign({ name: name as Area }, row),
);

/** The area of a module below `pages/`; none of what is outside of it or in a folder that no area has. */
export function areaOf(module: string): Area | undefined {
  const folder = /\/pages\/([\w-]+)\//.exec(module)?.[1];
  return AREAS.find(({ folders }) => folder !== undefined && folders.includes(folder))?.name;
}

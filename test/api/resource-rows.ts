import { expect } from 'vitest';
import { FIELD_TYPE_IDS } from '../../src/features/audience/contact-fields/field-types.ts';
import { FIELD } from '../../src/features/audience/contact-fields/resource.ts';
import { TAG_COLORS } from '../../src/features/audience/contact-tags/palette.ts';
import { TAG } from '../../src/features/audience/contact-tags/resource.ts';
import { LIST } from '../../src/features/audience/lists/resource.ts';
import { SEGMENT } from '../../src/features/audience/segments/resource.ts';
import { AUTOMATION } from '../../src/features/campaigns/automations/resource.ts';
import { CAMPAIGN } from '../../src/features/campaigns/campaigns/resource.ts';
import { FORM } from '../../src/features/campaigns/forms/resource.ts';
import { IMAGE } from '../../src/features/campaigns/images/resource.ts';
import { LANDING_PAGE } from '../../src/features/campaigns/landing-pages/resource.ts';
import type { Fields } from '../../src/http/resource/resource.ts';
import type { Answer } from '../support/app.ts';
import * as may from '../support/resource-facts.ts';
import { pngOf, postImage } from '../support/tiny-images.ts';

type Body = Readonly<Record<string, unknown>>;

/** A resource of the account API: its declaration, and the behavior that clients may rely on. */
export interface ResourceRow {
  readonly path: string;
  readonly resource: { readonly fields: Fields };
  /** Name of the resource in the response to a deletion. */
  readonly noun: string;
  /** Status of the response to a request that creates an object, and the default number of objects per page. */
  readonly status?: number;
  readonly perPage?: number;
  /** Field that the `query` parameter of listings searches. */
  readonly searched?: string;
  readonly fields: Readonly<Record<string, may.Fact>>;
  /** Fields that are validated together with other fields. They have separate tests. */
  readonly besides?: readonly string[];
  /** Returns the smallest valid body of a create request. */
  readonly body: (tenant: may.Tenant) => Promise<Body>;
  /** Creates an object. If absent, objects are created with a POST request. */
  readonly create?: (tenant: may.Tenant) => Promise<Answer>;
  /** Returns the expected response for an object that was created with only these fields. */
  readonly answer: (given: Body, tenant: may.Tenant) => Body;
  /** Fields of the response that listings omit. */
  readonly unlisted?: readonly string[];
  /** A change to an object, and the side effects of the change on the response. Absent if objects cannot be changed. */
  readonly change?: Body;
  readonly effects?: Body;
  /** True if an update request must contain the same fields as a create request. */
  readonly isReplaced?: true;
  /**
   * Error message if another object of the account has the same name, ignoring case. Absent if names do not have to be
   * unique.
   */
  readonly usedName?: RegExp;
  /** Maximum number of objects, the status if it is exceeded, and the columns and values of inserted objects. */
  readonly most?: {
    readonly count: number;
    readonly status: number;
    readonly columns: string;
    readonly values: string;
  };
}

const ID = expect.any(Number);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
const TIMES = { created_at: TIME, updated_at: TIME };
const TEXT = 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404';
const shortTexts = { line: may.line(191, { isNeeded: true }), lineOrNull: may.line(191, { empty: null }) };
const groups = { lists: may.idsOf('list', 1_000), tags: may.idsOf('tag', 1_000), segments: may.idsOf('segment', 20) };

let names = 0;
const newName = (): string => `Name ${(names += 1)}`;
const named = async (): Promise<Body> => Promise.resolve({ name: newName() });

export const RESOURCE_ROWS: readonly ResourceRow[] = [
  {
    path: '/lists',
    resource: LIST,
    noun: 'list',
    status: 200,
    perPage: 10,
    searched: 'name',
    fields: { name: may.name(191) },
    body: named,
    answer: ({ name }, { accountId }) => ({
      id: ID,
      user_id: accountId,
      name,
      average_email_open_percent: 0,
      average_email_click_percent: 0,
      contacts_count: 0,
      subscribed_contacts_count: 0,
      ...TIMES,
    }),
    change: { name: 'Other' },
    isReplaced: true,
  },
  {
    path: '/contact-tags',
    resource: TAG,
    noun: 'contact tag',
    fields: {
      name: may.name(191),
      color: may.oneOf(TAG_COLORS, { 'another color': '#123456', 'the name of a color': 'red' }, [null, ' ']),
    },
    body: named,
    answer: ({ name }, { accountId }) => ({
      id: ID,
      user_id: accountId,
      name,
      color: expect.stringMatching(/^#[0-9A-F]{6}$/),
      contacts_count: 0,
      ...TIMES,
    }),
    change: { color: '#475569' },
    usedName: /^is already used by the tag öl\.$/i,
  },
  {
    path: '/contact-fields',
    resource: FIELD,
    noun: 'custom field',
    perPage: 20,
    fields: {
      label: may.name(191),
      contact_field_type_id: {
        accepts: () =>
          Object.entries(FIELD_TYPE_IDS).flatMap(([id, type]) => [id, id.toUpperCase()].map((one) => [one, type])),
        refuses: { 'the name of a type': 'text', 'another UUID': TEXT.replace('f', '0'), null: null },
        as: 'type',
        isNeeded: true,
        isFixed: true,
      },
    },
    body: async () => Promise.resolve({ label: newName(), contact_field_type_id: TEXT }),
    answer: ({ label }) => ({
      id: ID,
      label,
      name: String(label).toLowerCase().replace(' ', '_'),
      type: 'date',
      ...TIMES,
    }),
    change: { label: 'Shoe size' },
    effects: { name: 'shoe_size' },
    isReplaced: true,
    most: {
      count: 200,
      status: 422,
      columns: 'contact_field (account_id, label, name, type)',
      values: `'f' || n, 'f' || n, 'text'`,
    },
  },
  {
    path: '/contact-segments',
    resource: SEGMENT,
    noun: 'segment',
    fields: {
      name: may.name(191),
      filter: {
        accepts: () => [
          [{ status: 'engaged' }, { status: 'engaged' }],
          [{ unsubscribed: 'true' }, { unsubscribed: true }],
        ],
        refuses: { 'no condition': {}, 'a condition that is off': { never_opened: false }, 'a number': 7, null: null },
        isNeeded: true,
      },
    },
    body: async () => ({ ...(await named()), filter: { status: 'new' } }),
    answer: (given) => ({
      id: ID,
      ...given,
      description: 'status is new',
      error: null,
      contacts_count: null,
      ...TIMES,
    }),
    unlisted: ['description', 'error', 'contacts_count'],
    change: { name: 'Others' },
    usedName: /^is already used by another segment\.$/,
    most: {
      count: 1_000,
      status: 409,
      columns: 'contact_segment (account_id, name, filter)',
      values: `'S' || n, '{"status":"new"}'`,
    },
  },
  {
    path: '/forms',
    resource: FORM,
    noun: 'form',
    searched: 'title',
    fields: {
      title: shortTexts.line,
      lists: may.idsOf('list', 100, { isNeeded: true, shownOf: (id) => expect.objectContaining({ id }) }),
      redirect_url: {
        accepts: () => [
          [' https://acme.example/thanks ', 'https://acme.example/thanks'],
          [`https://a.example/${'a'.repeat(1_982)}`, `https://a.example/${'a'.repeat(1_982)}`],
          ['', null],
          [null, null],
        ],
        refuses: {
          'no scheme': 'www.acme.example',
          'a script': 'javascript:alert(1)',
          'a data URL': 'data:text/html,hi',
          'a space': 'https://acme.example/a b',
          'a line break': 'https://acme.example/\r\nx: y',
          '2,001 characters': `https://a.example/${'a'.repeat(1_983)}`,
        },
      },
      gdpr_required: may.flag({ empty: false }),
      double_opt_in: may.flag({ empty: null }),
      heading: shortTexts.lineOrNull,
      description: may.lines(1_000, { empty: null }),
      button: may.line(60, { empty: null }),
      consent_text: may.lines(1_000, { empty: null }),
      language: {
        accepts: () => [
          ['de', 'de'],
          [' PT-br ', 'pt-BR'],
          ['DE-at', 'de-AT'],
          ['', null],
          [null, null],
        ],
        refuses: { 'an unknown language': 'german please', 'a language without texts': 'fi', 'an array': ['de'] },
      },
    },
    besides: ['fields'],
    body: async ({ newOf }) => ({ title: newName(), lists: await newOf('list') }),
    answer: ({ lists, title }, { accountId }) => ({
      id: ID,
      title,
      landing_page_id: null,
      redirect_url: null,
      gdpr_required: false,
      double_opt_in: null,
      url: expect.stringMatching(/\/f\/[a-z0-9]{6}$/),
      lists: [lists].flat().map((id) => expect.objectContaining({ id, user_id: accountId, contacts_count: 0 })),
      heading: null,
      description: null,
      button: null,
      consent_text: null,
      language: null,
      fields: [],
      submissions_count: 0,
      embed: { html: expect.any(String), script: expect.any(String), link: expect.any(String) },
      ...TIMES,
    }),
    unlisted: ['embed'],
    change: { title: 'Other' },
    effects: { embed: expect.anything() },
    most: {
      count: 1_000,
      status: 409,
      columns: 'form (account_id, code, title, gdpr_required, list_ids)',
      values: `'planted', 'Planted', false, '{1}'`,
    },
  },
  {
    path: '/landing-pages',
    resource: LANDING_PAGE,
    noun: 'landing page',
    searched: 'title',
    fields: {
      title: shortTexts.line,
      text: may.lines(5_000, { empty: '' }),
      description: may.line(300, { empty: '' }),
      image_id: may.idOf('image', null),
      image_alt: may.line(191, { empty: '' }),
      form_id: may.idOf('form'),
      slug: {
        accepts: () => [
          [' Garden-Post ', 'garden-post'],
          ...['abc', 'x'.repeat(60)].map((slug) => [slug, slug] as const),
        ],
        refuses: Object.fromEntries(
          ['ab', 'x'.repeat(61), 'a--b', '-a-b', 'ab-', 'a_b', 'ä-ö', 'a/b', 'a b c'].map((slug) => [slug, slug]),
        ),
        keeps: [null, ''],
      },
      is_published: may.flag(),
    },
    body: async ({ newOf }) => ({ title: newName(), form_id: (await newOf('form'))[0] }),
    answer: (given, { accountId }) => ({
      id: ID,
      user_id: accountId,
      ...given,
      text: '',
      description: '',
      image_id: null,
      image_url: null,
      image_alt: '',
      slug: expect.stringMatching(/^name-\d+-[a-z0-9]{6}$/),
      is_published: false,
      url: expect.stringMatching(/\/l\/name-\d+-[a-z0-9]{6}$/),
      preview_url: expect.stringMatching(/\/l\/[a-z0-9-]+\?preview=[\w-]{20}$/),
      published_at: null,
      ...TIMES,
    }),
    change: { text: 'Other' },
    most: { count: 1_000, status: 409, columns: 'landing_page (account_id, title, form_id)', values: `'x', -n` },
  },
  {
    path: '/images',
    resource: IMAGE,
    noun: 'image',
    fields: {},
    // An upload is not JSON, so images.test.ts tests these fields.
    besides: ['name', 'alt', 'folder'],
    body: async () => Promise.resolve({}),
    create: async ({ app, person }) => postImage(app, person.token, pngOf(((names += 1) % 500) + 1)),
    answer: (_given, { accountId }) => ({
      id: ID,
      user_id: accountId,
      name: '',
      alt: '',
      folder: '',
      type: 'image/png',
      width: ID,
      height: 1,
      bytes: ID,
      url: expect.stringMatching(/\/i\/\d+-[0-9a-f]{32}$/),
      created_at: TIME,
    }),
  },
  {
    path: '/automations',
    resource: AUTOMATION,
    noun: 'automation',
    fields: { title: shortTexts.line, active: may.flag({ keeps: [null] }) },
    besides: [
      'trigger_type',
      'trigger_list_id',
      'trigger_campaign_id',
      'trigger_tag_id',
      'trigger_event',
      'triggers',
      'goal_event',
      'exit_filter',
      'quiet_hours',
      'reentry',
      'reentry_hours',
    ],
    body: async ({ newOf }) => ({
      title: newName(),
      trigger_type: 'apply_list',
      trigger_list_id: (await newOf('list'))[0],
    }),
    answer: ({ title, trigger_list_id: list, trigger_type: type }, { accountId }) => ({
      id: ID,
      user_id: accountId,
      title,
      active: false,
      automation_triggers: [
        {
          id: ID,
          automation_id: ID,
          type,
          list_id: list,
          campaign_id: null,
          tag_id: null,
          segment_id: null,
          event: null,
          field_id: null,
          days: null,
          every_year: null,
          source: null,
          fault: null,
          ...TIMES,
        },
      ],
      automation_items: [],
      entered_count: 0,
      waiting_count: 0,
      finished_count: 0,
      left_count: 0,
      goal_event: null,
      exit_filter: null,
      quiet_hours: null,
      average_goal_seconds: null,
      reentry: 'never',
      reentry_hours: 0,
      goal_count: 0,
      ...TIMES,
    }),
    change: { title: 'Other' },
  },
  {
    path: '/campaigns',
    resource: CAMPAIGN,
    noun: 'campaign',
    fields: {
      title: shortTexts.line,
      subject: may.line(191, { isNeeded: true }, { 'a reply': 'RE: hello', 'a forwarded email': ' fwd : hello' }),
      preview_text: shortTexts.lineOrNull,
      html: may.content(1_000_000, { null: null, 'an empty text': '' }),
      text: may.content(1_000_000, null),
      from_name: shortTexts.line,
      from_email: may.address({ isNeeded: true }),
      reply_to: may.address({ empty: null }),
      timezone: {
        accepts: () => [['europe/berlin', 'Europe/Berlin']],
        refuses: { 'an unknown time zone': 'Mars/Olympus', 'an offset': '+02:00' },
        keeps: [null, ''],
      },
      lists: groups.lists,
      excluded_lists: groups.lists,
      to_contact_tags: groups.tags,
      excluded_contact_tags: groups.tags,
      segments: groups.segments,
      excluded_segments: groups.segments,
      inline_css: may.flag({ keeps: [null] }),
      engaged_only: may.flag({ keeps: [null] }),
      track_opens: may.flag({ keeps: [null] }),
      track_clicks: may.flag({ keeps: [null] }),
      spread_hours: may.integer(0, 168),
    },
    besides: ['scheduled_at', 'design', 'variants', 'ab_test'],
    body: async () =>
      Promise.resolve({
        title: newName(),
        subject: 'What is new',
        html: '<p>Hello</p>',
        from_name: 'Acme',
        from_email: 'news@acme.example',
      }),
    answer: (given) => ({
      id: ID,
      ...given,
      preview_text: null,
      scheduled_at: null,
      sent_at: null,
      timezone: 'UTC',
      lists: [],
      excluded_lists: [],
      to_contact_tags: [],
      excluded_contact_tags: [],
      segments: [],
      excluded_segments: [],
      kind: 'campaign',
      status: 'draft',
      badges: [],
      fault: null,
      pause_reason: null,
      started_at: null,
      recipients_count: 0,
      design: null,
      text: null,
      inline_css: false,
      reply_to: null,
      engaged_only: false,
      track_opens: true,
      track_clicks: true,
      spread_hours: 0,
      variants: [],
      ab_test: null,
      resend_of: null,
      resend_audience: null,
      ...TIMES,
    }),
    change: { title: 'December' },
  },
];

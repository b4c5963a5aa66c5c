import { MESSAGE, RESOURCES } from './resources.ts';
import type { SpecOperation } from './rows.ts';

const SHORT = 'string max:191';
const LONG = 'string max:1000000';
const CAMPAIGN = RESOURCES.Campaign;

const groups = {
  lists: 'integer[]',
  excluded_lists: 'integer[]',
  to_contact_tags: 'integer[]',
  excluded_contact_tags: 'integer[]',
};

/** Operations on campaigns. */
export const CAMPAIGNS: readonly SpecOperation[] = [
  {
    name: 'List campaigns',
    heading: 'Campaigns',
    at: 'GET /campaigns',
    ok: 200,
    query: { page: 'integer 1..' },
    answer: CAMPAIGN,
    perPage: 100,
  },
  {
    name: 'Create campaign (as draft)',
    heading: 'Campaigns',
    at: 'POST /campaigns',
    ok: 201,
    refusals: [422],
    body: {
      title: `${SHORT} required`,
      subject: `${SHORT} required`,
      html: `${LONG} required`,
      from_name: `${SHORT} required`,
      from_email: `${SHORT} required`,
      preview_text: SHORT,
      scheduled_at: 'date-time',
      ...groups,
    },
    answer: CAMPAIGN,
  },
  { name: 'Get campaign', heading: 'Campaigns', at: 'GET /campaigns/{id}', ok: 200, refusals: [404], answer: CAMPAIGN },
  {
    name: 'Update draft campaign',
    heading: 'Campaigns',
    at: 'PATCH /campaigns/{id}',
    ok: 200,
    refusals: [404, 409, 422],
    body: {
      title: SHORT,
      subject: SHORT,
      html: LONG,
      from_name: SHORT,
      from_email: SHORT,
      preview_text: 'string? max:191',
      scheduled_at: 'date-time?',
      ...groups,
    },
    answer: CAMPAIGN,
  },
  {
    name: 'Delete draft campaign',
    heading: 'Campaigns',
    at: 'DELETE /campaigns/{id}',
    ok: 200,
    refusals: [404, 409],
    answer: MESSAGE,
  },
  {
    name: 'Send immediately',
    heading: 'Campaigns',
    at: 'POST /campaigns/{id}/send',
    ok: 200,
    refusals: [400, 404, 409],
    answer: CAMPAIGN,
  },
  {
    name: 'Campaign statistics',
    heading: 'Campaigns',
    at: 'GET /campaigns/{id}/stats',
    ok: 200,
    refusals: [404],
    query: { include_link_stats: 'boolean =false', link_limit: 'integer 1..100 =50' },
    answer: RESOURCES['Campaign statistics'],
  },
  {
    name: 'Contacts behind engagement',
    heading: 'Campaigns',
    at: 'GET /campaigns/{id}/engagement',
    ok: 200,
    refusals: [404],
    query: {
      type: 'openers|clickers|non_openers|bounced|unsubscribed required',
      page: 'integer 1..',
      per_page: 'integer 1..1000 =100',
    },
    answer: [
      'id',
      'contact_id',
      'email',
      'first_name',
      'last_name',
      'sent_at',
      'opened_at',
      'clicked_at',
      'bounced_at',
      'unsubscribed_at',
    ],
    perPage: 100,
  },
  {
    name: 'Clone a sent campaign at part of its audience',
    heading: 'Campaigns',
    at: 'POST /campaigns/{id}/resend',
    ok: 201,
    refusals: [404, 422],
    body: {
      audience: 'non_openers|openers|clickers required',
      subject: SHORT,
      title: SHORT,
      scheduled_at: 'date-time',
    },
    answer: CAMPAIGN,
  },
];

/** Operations on forms. */
export const FORMS: readonly SpecOperation[] = [
  {
    name: 'List forms',
    heading: 'Forms',
    at: 'GET /forms',
    ok: 200,
    query: { query: 'string', page: 'integer 1..' },
    answer: RESOURCES.Form,
    perPage: 100,
  },
  {
    name: 'Create form',
    heading: 'Forms',
    at: 'POST /forms',
    ok: 201,
    refusals: [422],
    body: {
      title: `${SHORT} required`,
      lists: 'integer[] required',
      redirect_url: 'uri?',
      gdpr_required: 'boolean',
    },
    answer: RESOURCES.Form,
  },
  {
    name: 'Get form',
    heading: 'Forms',
    at: 'GET /forms/{id}',
    ok: 200,
    refusals: [404],
    answer: RESOURCES.Form,
  },
  {
    name: 'Update form',
    heading: 'Forms',
    at: 'PATCH /forms/{id}',
    ok: 200,
    refusals: [404, 422],
    body: { title: SHORT, lists: 'integer[]', redirect_url: 'uri?', gdpr_required: 'boolean' },
    answer: RESOURCES.Form,
  },
  {
    name: 'Delete form',
    heading: 'Forms',
    at: 'DELETE /forms/{id}',
    ok: 200,
    refusals: [404],
    answer: MESSAGE,
  },
];

const trigger = {
  trigger_type: 'apply_list|open_campaign|click_campaign',
  trigger_list_id: 'integer',
  trigger_campaign_id: 'integer',
  active: 'boolean',
};
const ITEM = RESOURCES['Automation item (an email in an automation)'];

/** Operations on automations. */
export const AUTOMATIONS: readonly SpecOperation[] = [
  {
    name: 'List automations',
    heading: 'Automations',
    at: 'GET /automations',
    ok: 200,
    query: { page: 'integer 1..' },
    answer: RESOURCES.Automation,
    perPage: 100,
  },
  {
    name: 'Create automation',
    heading: 'Automations',
    at: 'POST /automations',
    ok: 201,
    refusals: [422],
    body: { title: 'string required', ...trigger },
    answer: RESOURCES.Automation,
  },
  {
    name: 'Get automation',
    heading: 'Automations',
    at: 'GET /automations/{id}',
    ok: 200,
    refusals: [404],
    answer: RESOURCES.Automation,
  },
  {
    name: 'Update automation',
    heading: 'Automations',
    at: 'PATCH /automations/{id}',
    ok: 200,
    refusals: [404, 422],
    body: { title: 'string', ...trigger },
    answer: RESOURCES.Automation,
  },
  {
    name: 'Delete automation',
    heading: 'Automations',
    at: 'DELETE /automations/{id}',
    ok: 200,
    refusals: [404],
    answer: MESSAGE,
  },
  {
    name: 'Add email to automation',
    heading: 'Automations',
    at: 'POST /automations/{id}/emails',
    ok: 201,
    refusals: [404, 422],
    body: {
      subject: 'string required',
      html: 'string required',
      from_name: 'string required',
      from_email: 'string required',
      delay_hours: 'integer 0..5000 =24',
    },
    answer: ITEM,
  },
  {
    name: 'Update automation email',
    heading: 'Automations',
    at: 'PATCH /automation-emails/{id}',
    ok: 200,
    refusals: [404, 422],
    body: {
      subject: 'string',
      html: 'string',
      from_name: 'string',
      from_email: 'string',
      delay_hours: 'integer 0..5000',
      send_order: 'integer 1..',
    },
    answer: ITEM,
  },
  {
    name: 'Remove automation email',
    heading: 'Automations',
    at: 'DELETE /automation-emails/{id}',
    ok: 200,
    refusals: [404],
    answer: MESSAGE,
  },
];

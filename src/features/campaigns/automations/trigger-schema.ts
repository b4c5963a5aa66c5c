import { Type } from 'typebox';
import { SOURCES, TRIGGER_TYPES } from './trigger.ts';

const TIME = Type.String({ format: 'date-time' });
/** Returns the description with a prefix that marks the field as a Postrider extension of the API. */
export const extension = (description: string) => `Postrider extension. ${description}`;

/** A trigger in the API representation of its automation. */
export const triggerSchema = Type.Object(
  {
    id: Type.Integer({ description: 'The ID changes when the type, list, or campaign of the trigger changes.' }),
    automation_id: Type.Integer(),
    type: Type.Enum([...TRIGGER_TYPES]),
    list_id: Type.Union([Type.Integer(), Type.Null()]),
    campaign_id: Type.Union([Type.Integer(), Type.Null()]),
    tag_id: Type.Union([Type.Integer(), Type.Null()], {
      description: extension('The tag. Used only if `type` is `tag_added`.'),
    }),
    segment_id: Type.Union([Type.Integer(), Type.Null()], {
      description: extension('The segment. Used only if `type` is `segment_entered`.'),
    }),
    event: Type.Union([Type.String(), Type.Null()], {
      description: extension('Name of the event. Used only if `type` is `event`.'),
    }),
    field_id: Type.Union([Type.Integer(), Type.Null()], {
      description: extension('The custom field. Used only if `type` is `field_date`.'),
    }),
    days: Type.Union([Type.Integer(), Type.Null()], {
      description: extension(
        'For `field_date`: number of days after the date in the field. A negative number means days before the date.',
      ),
    }),
    every_year: Type.Union([Type.Boolean(), Type.Null()], {
      description: extension('For `field_date`: whether contacts also enter on the anniversaries of the date.'),
    }),
    source: Type.Union([Type.Enum([...SOURCES]), Type.Null()], {
      description: extension('Source of the contacts, for `contact_created`. Null means any source.'),
    }),
    fault: Type.Union([Type.String(), Type.Null()], {
      description: extension('Why contacts cannot enter the automation.'),
    }),
    created_at: TIME,
    updated_at: TIME,
  },
  { $id: 'AutomationTrigger' },
);
export const TRIGGER_EXAMPLE = {
  id: 6,
  automation_id: 4,
  type: 'apply_list',
  list_id: 3,
  campaign_id: null,
  tag_id: null,
  segment_id: null,
  event: null,
  field_id: null,
  days: null,
  every_year: null,
  source: null,
  fault: null,
  created_at: '2026-11-22T08:10:00.000Z',
  updated_at: '2026-11-22T08:10:00.000Z',
} as const;

import { Type } from 'typebox';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { filterSchemaFor } from '../contact-filters/index.ts';
import type { SegmentRow } from './queries.ts';

/** A segment as listings show it. */
export type PresentedSegment = AnswerOf<typeof segmentSchema>;

/** A segment that is looked at. */
export type PresentedSegmentInFull = AnswerOf<typeof segmentInFullSchema>;

/** What is told of a segment. Pure. */
export function presentSegment({ created_at, filter, id, name, updated_at }: SegmentRow): PresentedSegment {
  return { id, name, filter, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}

const TIME = Type.String({ format: 'date-time' });
const segment = {
  id: Type.Integer(),
  name: Type.String(),
  filter: filterSchemaFor('The saved filter, with normalized times and IDs.', ['segment_id']),
  created_at: TIME,
  updated_at: TIME,
};

export const segmentSchema = Type.Object(segment, { $id: 'ContactSegment' });

export const segmentInFullSchema = Type.Object(
  {
    ...segment,
    description: Type.String({ description: 'Readable description of the filter.' }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the segment cannot be used, for example because its filter refers to a deleted list.',
    }),
    contacts_count: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Number of contacts in the segment. Null if `count=true` is not set, or if the segment cannot be used.',
    }),
  },
  { $id: 'ContactSegmentInFull' },
);

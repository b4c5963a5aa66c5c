import { Type } from 'typebox';
import { flagOf, flagSchema } from '../../../http/account/flags.ts';
import { parserOf, shownAs } from '../../../http/parser.ts';
import { MAX_PAGE } from './limits.ts';

/** Archive status of a campaign in API responses. */
export const archiveStatusSchema = Type.Object(
  {
    campaign_id: Type.Integer(),
    is_archived: Type.Boolean({ description: 'Whether the archive shows the campaign once it is sent.' }),
    url: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
      description: 'Public URL of the campaign. Null while the archive does not show the campaign.',
    }),
  },
  { $id: 'CampaignArchiving' },
);

/** Parses a change to the archive status of a campaign. */
export const archiving = shownAs(
  Type.Object({ is_archived: Type.Boolean({ description: 'If false, the archive does not show the campaign.' }) }),
  parserOf(Type.Object({ is_archived: flagSchema }), (given, fail) => ({
    isArchived: flagOf(given.is_archived, 'is_archived', fail),
  })),
);

/**
 * Parses the query of an archive page. An invalid page number is replaced with a valid one, because a visitor cannot
 * fix a bad link.
 */
export const archiveQuery = parserOf(Type.Record(Type.String(), Type.Unknown()), (given) => {
  const page = Number(typeof given['page'] === 'string' && /^\d{1,4}$/.test(given['page']) ? given['page'] : 1);
  // In archived campaigns, links to the recipient's own pages lead to the archive with the `copy` parameter instead.
  return { page: Math.min(Math.max(page, 1), MAX_PAGE), isFromCopy: Object.hasOwn(given, 'copy') };
});

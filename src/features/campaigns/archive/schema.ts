import { Type } from 'typebox';
import { flagOf, flagSchema } from '../../../http/account/flags.ts';
import { parserOf, shownAs } from '../../../http/parser.ts';
import { MAX_PAGE } from './limits.ts';

/** How a campaign stands to the archive, as the API shows it. */
export const standingSchema = Type.Object(
  {
    campaign_id: Type.Integer(),
    is_archived: Type.Boolean({ description: 'Whether the archive shows the campaign once it is sent.' }),
    url: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
      description: 'Public URL of the campaign. Null while the archive does not show the campaign.',
    }),
  },
  { $id: 'CampaignArchiving' },
);

/** Parser of what is changed of it. */
export const archiving = shownAs(
  Type.Object({ is_archived: Type.Boolean({ description: 'If false, the archive does not show the campaign.' }) }),
  parserOf(Type.Object({ is_archived: flagSchema }), (given, fail) => ({
    isArchived: flagOf(given.is_archived, 'is_archived', fail),
  })),
);

/** Which page of the archive somebody looks at; nobody could mend an address that another page made. */
export const archiveQuery = parserOf(Type.Record(Type.String(), Type.Unknown()), (given) => {
  const page = Number(typeof given['page'] === 'string' && /^\d{1,4}$/.test(given['page']) ? given['page'] : 1);
  // Links to pages of a recipient lead here from a copy that has none.
  return { page: Math.min(Math.max(page, 1), MAX_PAGE), isFromCopy: Object.hasOwn(given, 'copy') };
});

import { Type } from 'typebox';
import { idOf, idSchema } from '../../../http/account/ids.ts';
import { parserOf, shownAs } from '../../../http/parser.ts';
import { CAMPAIGN_CONDITIONS, filterSchemaFor, isEmptyFilter, parseFilter } from '../contact-filters/index.ts';
import { ACTIONS } from './targets.ts';
import type { ActionName } from './queries.ts';

const AND = new Intl.ListFormat('en-GB');
const NAMES = Object.keys(ACTIONS);

const DRY_RUN = 'If true, the action only counts the matching contacts and changes nothing.';
const TARGET = 'Tag ID for `apply_tag` and `remove_tag`. List ID for `add_to_list` and `remove_from_list`.';

const shown = Type.Object({
  action: Type.Enum(NAMES),
  target_id: Type.Integer({ minimum: 1, description: TARGET }),
  dry_run: Type.Optional(Type.Boolean({ default: false, description: DRY_RUN })),
  filter: Type.Optional(
    filterSchemaFor(
      `The filter conditions of \`GET /contacts\`, plus ${AND.format(CAMPAIGN_CONDITIONS.map((name) => `\`${name}\``))}. At least one condition is required, unless \`dry_run\` is true.`,
    ),
  ),
});

/** Schema of the request. Numbers and booleans may be sent as strings. The filter parser validates the filter. */
const taken = Type.Object({
  action: Type.Enum(NAMES),
  target_id: idSchema,
  dry_run: Type.Optional(Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()])),
  filter: Type.Optional(Type.Unknown()),
});

export const bulkActionRequest = shownAs(
  shown,
  parserOf(taken, (given, fail) => {
    let isFaulty = false;
    const complain = (field: string, sentence: string): void => {
      isFaulty = true;
      fail(field, sentence);
    };
    const filter = parseFilter(given.filter, complain, { hasCampaigns: true });
    const isDryRun = flagOf(given.dry_run ?? null, complain);
    const targetId = idOf(given.target_id);
    if (targetId === undefined) complain('target_id', 'must be an ID (a positive integer).');
    if (!isFaulty && !isDryRun && isEmptyFilter(filter)) {
      fail('filter', 'must have at least one condition. Without conditions, all contacts would be changed.');
    }
    // The cast is safe because the schema only allows these names.
    return { action: given.action as ActionName, targetId: targetId ?? 0, isDryRun, filter };
  }),
);

function flagOf(given: boolean | number | string | null, fail: (field: string, sentence: string) => void): boolean {
  const text = String(given ?? '');
  if (['true', '1'].includes(text)) return true;
  if (!['', 'false', '0'].includes(text)) fail('dry_run', 'must be true or false.');
  return false;
}

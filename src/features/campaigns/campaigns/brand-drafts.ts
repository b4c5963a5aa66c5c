import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import type { Database } from '../../../base/db.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Block } from '../../../mail/design/blocks.ts';
import { withBrand, type Brand } from '../../../mail/design/brand.ts';
import { readDesign } from '../../../mail/design/read.ts';
import { recordAct } from '../../tenants/accounts/index.ts';
import type { Principal } from '../../../http/principal.ts';
import { readBrand } from '../campaign-settings/index.ts';
import { DRAFTS_AT_ONCE, MAX_BRAND_DRAFTS } from './limits.ts';
import { draftDesigns, lockCampaignRow, setDraftDesign, setVariantDesign, type DraftDesignsRow } from './queries.ts';

const PATH = '/campaign-settings/drafts';
const REPLACES =
  'Applying the brand replaces the colors and the font of a design, the image of blocks with `isLogo`, and the links in social link blocks. ' +
  'Properties that the brand does not set and drafts without a design stay unchanged.';

interface Parts {
  readonly db: Database;
  readonly baseUrl: () => string;
}

/** Returns the routes that apply the brand of an account to its drafts. */
export function brandDraftRoutes({ baseUrl, db }: Parts): Route[] {
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'Count drafts that differ from the brand',
      scope: ACCOUNT_READ_SCOPES,
      doc: {
        group: 'Campaigns',
        isAddition: true,
        description: `Returns how many of the ${MAX_BRAND_DRAFTS} newest drafts would change if you applied the brand. ${REPLACES}`,
        answers: [
          {
            status: 200,
            description: 'The number of drafts.',
            schema: Type.Object({ count: Type.Integer() }),
            example: { count: 3 },
          },
        ],
      },
      async handle({ principal: { accountId } }) {
        let count = 0;
        for await (const _draft of differingDrafts(db, accountId, await readBrand(db, accountId, baseUrl())))
          count += 1;
        return { status: 200, body: { count } };
      },
    }),
    route({
      method: 'POST',
      path: PATH,
      summary: 'Apply the brand to drafts',
      scope: ACCOUNT_SCOPE,
      doc: {
        group: 'Campaigns',
        isAddition: true,
        description: `Applies the brand in the campaign settings to the ${MAX_BRAND_DRAFTS} newest drafts. ${REPLACES}`,
        answers: [
          {
            status: 200,
            description: 'The number of drafts that were changed.',
            schema: Type.Object({ updated: Type.Integer() }),
            example: { updated: 3 },
          },
        ],
      },
      handle: async ({ principal }) => ({
        status: 200,
        body: { updated: await applyToDrafts(db, principal, await readBrand(db, principal.accountId, baseUrl())) },
      }),
    }),
  ];
}

async function applyToDrafts(db: Database, principal: Principal, brand: Brand): Promise<number> {
  const { accountId } = principal;
  let updated = 0;
  for await (const { id } of differingDrafts(db, accountId, brand)) {
    if (await applyToDraft(db, accountId, id, brand)) updated += 1;
  }
  if (updated > 0) {
    await db.transaction(async (tx) =>
      recordAct(tx, principal, { action: 'campaign_settings.apply', after: { updated } }),
    );
  }
  return updated;
}

/** Applies the brand to the current version of a draft. Returns whether the draft was changed. */
async function applyToDraft(db: Database, accountId: number, id: number, brand: Brand): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockCampaignRow(tx, accountId, id);
    const [draft] = await draftDesigns(tx, accountId, id, 1);
    if (draft?.id !== id) return false;
    const design = branded(draft.design, brand);
    const variants = draft.variants.flatMap((each) => {
      const changed = branded(each.design, brand);
      return changed ? [{ variant: each.variant, design: JSON.stringify(changed) }] : [];
    });
    if (!design && variants.length === 0) return false;
    await setDraftDesign(tx, accountId, id, design ? JSON.stringify(design) : null);
    for (const each of variants) await setVariantDesign(tx, accountId, id, each.variant, each.design);
    return true;
  });
}

/**
 * Yields those of the `MAX_BRAND_DRAFTS` newest drafts with a design that the brand would change. Reads a few drafts at
 * a time, because a design can be large.
 */
async function* differingDrafts(db: Database, accountId: number, brand: Brand): AsyncGenerator<DraftDesignsRow> {
  let before = Number.MAX_SAFE_INTEGER;
  for (let seen = 0; seen < MAX_BRAND_DRAFTS; seen += DRAFTS_AT_ONCE) {
    const rows = await draftDesigns(db, accountId, before, DRAFTS_AT_ONCE);
    for (const row of rows) {
      const designs = [row.design, ...row.variants.map(({ design }) => design)];
      if (designs.some((design) => branded(design, brand) !== undefined)) yield row;
    }
    const last = rows.at(-1);
    if (!last || rows.length < DRAFTS_AT_ONCE) return;
    before = last.id - 1;
  }
}

/** Returns a design with the brand. Returns undefined if nothing changes, or if the design has errors. */
function branded(design: object | null, brand: Brand): Block | undefined {
  if (design === null || 'faults' in readDesign(design)) return undefined;
  // Safe cast: the design has no errors.
  const after = withBrand(design as Block, brand);
  return isDeepStrictEqual(after, design) ? undefined : after;
}

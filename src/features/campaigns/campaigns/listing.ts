import type { Db } from '../../../base/db.ts';
import { page, type PageQuery } from '../../../http/account/page.ts';
import { findPage } from '../../../http/resource/rows.ts';
import type { StreamOutput } from '../../../http/reply-stream.ts';
import type { Reply } from '../../../http/route.ts';
import { writePieces } from '../../../http/stream-pieces.ts';
import { MAX_READ_BYTES } from './limits.ts';
import { bodiesOf, campaignsPage, countCampaigns, type CampaignSummary } from './list-queries.ts';
import type { CampaignParts } from './parts.ts';
import { presentCampaigns } from './present.ts';
import type { PresentedCampaign } from './resource.ts';

/** Returns a page of campaigns without bodies. */
export async function summariesOf(
  db: Db,
  accountId: number,
  request: PageQuery,
): Promise<{ readonly total: number; readonly summaries: readonly CampaignSummary[] }> {
  const { rows, total } = await findPage({ page: campaignsPage, count: countCampaigns }, db, accountId, request);
  return { total, summaries: rows };
}

/**
 * Returns the response with a page of campaigns. Bodies are read a few megabytes at a time. Larger pages are streamed
 * in chunks.
 */
export async function pageOfCampaigns(
  parts: Pick<CampaignParts, 'badgesOf' | 'db'>,
  accountId: number,
  request: PageQuery,
  url: string,
): Promise<Reply> {
  const { summaries, total } = await summariesOf(parts.db, accountId, request);
  const [first = [], ...others] = grouped(summaries);
  const shown = await withBodies(parts, accountId, first);
  if (others.length === 0) return { status: 200, body: page({ data: shown, total, request, url }) };
  const shell = JSON.stringify({ ...page({ data: summaries, total, request, url }), data: [] });
  const at = shell.indexOf('[]', shell.indexOf('"data":')) + 1;
  return {
    status: 200,
    body: undefined,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    async stream(output) {
      await writePieces(output, shell.slice(0, at));
      await writeAll(output, shown);
      for (const group of others) {
        if (output.signal.aborted) return;
        await writePieces(output, ',');
        await writeAll(output, await withBodies(parts, accountId, group));
      }
      await writePieces(output, shell.slice(at));
    },
  };
}

/** Groups consecutive campaigns so that the bodies of each group are read together. */
function grouped(summaries: readonly CampaignSummary[]): CampaignSummary[][] {
  const groups: CampaignSummary[][] = [];
  let room = 0;
  for (const head of summaries) {
    if (head.body_bytes > room || groups.length === 0) {
      groups.push([]);
      room = MAX_READ_BYTES;
    }
    groups.at(-1)?.push(head);
    room -= head.body_bytes;
  }
  return groups;
}

async function withBodies(
  parts: Pick<CampaignParts, 'badgesOf' | 'db'>,
  accountId: number,
  summaries: readonly CampaignSummary[],
): Promise<PresentedCampaign[]> {
  const ids = summaries.map(({ id }) => id);
  const bodies = new Map(
    (ids.length > 0 ? await bodiesOf(parts.db, accountId, ids) : []).map((body) => [body.id, body]),
  );
  const rows = summaries.map((head) => {
    const { design = null, html = null, plain_text = null } = bodies.get(head.id) ?? {};
    return { ...head, html, design, plain_text };
  });
  return presentCampaigns(parts, accountId, rows);
}

async function writeAll(output: StreamOutput, campaigns: readonly PresentedCampaign[]): Promise<void> {
  for (const [index, campaign] of campaigns.entries()) {
    await writePieces(output, `${index > 0 ? ',' : ''}${JSON.stringify(campaign)}`);
  }
}

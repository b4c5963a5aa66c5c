import type { Db } from '../../../base/db.ts';
import { LATEST, readEvents, type EventRow } from '../vendors/index.ts';
import type { EventPage } from './event-query.ts';
import { encodePage } from './page-token.ts';
import { presentEvent } from './present-event.ts';

/** A page of events in Mailgun's format. All four URLs are always set. */
export interface PresentedEvents {
  readonly items: readonly Record<string, unknown>[];
  readonly paging: Readonly<Record<'first' | 'last' | 'next' | 'previous', string>>;
}

/** Reads a page of events. `address` returns the URL of the page for a token. */
export async function listEvents(
  db: Db,
  accountId: number,
  page: EventPage,
  address: (token: string) => string,
): Promise<PresentedEvents> {
  const rows = await readPage(db, accountId, page);
  const to = (from: EventPage['from']): string => address(encodePage({ ...page, from }));
  const [forth, back] = page.isAscending ? (['later', 'earlier'] as const) : (['earlier', 'later'] as const);
  const start = { later: 0, earlier: LATEST } as const;
  return {
    items: rows.map(presentEvent),
    paging: {
      first: to({ place: start[forth], towards: forth }),
      last: to({ place: start[back], towards: back }),
      // The links on an empty page keep the place in the log. If the order is ascending, clients can poll the `next`
      // link without missing events.
      next: to({ place: rows.at(-1)?.id ?? beyond(page, forth), towards: forth }),
      previous: to({ place: rows[0]?.id ?? beyond(page, back), towards: back }),
    },
  };
}

/** Returns the events of a page in display order. */
export async function readPage(db: Db, accountId: number, page: EventPage): Promise<readonly EventRow[]> {
  const rows = await readEvents(db, accountId, page.filter, page.from, page.limit);
  const isShownSo = (page.from.towards === 'later') === page.isAscending;
  return isShownSo ? rows : rows.toReversed();
}

/** Returns the cursor that follows an empty page in the given direction. An empty page is at one end of the log. */
function beyond({ from }: EventPage, towards: 'later' | 'earlier'): number {
  if (from.towards === towards) return from.place;
  return towards === 'later' ? Math.max(0, from.place - 1) : Math.min(LATEST, from.place + 1);
}

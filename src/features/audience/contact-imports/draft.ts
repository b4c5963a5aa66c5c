import type { ContactAddress } from '../contacts/index.ts';
import type { Standing } from './standing.ts';

/** What is gathered of a row, cell by cell. */
export interface Draft {
  email: ContactAddress | undefined;
  /** The name in the cell of the address, for a row that has no other. */
  nameBeside: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  ipAddress: string | undefined;
  fields: Record<number, string | null>;
  /** What the columns about consent say, all of it. */
  standings: Set<Standing>;
  createdAt: Date | undefined;
  confirmedAt: Date | undefined;
  unsubscribedAt: Date | undefined;
  bouncedAt: Date | undefined;
  invalidAt: Date | undefined;
  lists: readonly string[];
  tags: readonly string[];
}

/** What is wrong with a cell: a sentence without its beginning. Without the value the row is taken, unless it `isVital`. */
export interface CellFault {
  readonly reason: string;
  readonly isVital: boolean;
}

/** Puts a cell into the draft. */
export type CellReader = (text: string, draft: Draft) => CellFault | undefined;

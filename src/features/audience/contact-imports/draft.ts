import type { ContactAddress } from '../contacts/index.ts';
import type { Standing } from './standing.ts';

/** Data collected from a row, cell by cell. */
export interface Draft {
  email: ContactAddress | undefined;
  /** Name in the cell of the address, for a row without another name. */
  nameBeside: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  ipAddress: string | undefined;
  fields: Record<number, string | null>;
  /** All statuses from the columns about consent. */
  standings: Set<Standing>;
  createdAt: Date | undefined;
  confirmedAt: Date | undefined;
  unsubscribedAt: Date | undefined;
  bouncedAt: Date | undefined;
  invalidAt: Date | undefined;
  lists: readonly string[];
  tags: readonly string[];
}

/**
 * Error in a cell, as a sentence without its subject. The row is imported without the value unless the error `isVital`.
 */
export interface CellFault {
  readonly reason: string;
  readonly isVital: boolean;
}

/** Reads a cell into the draft. */
export type CellReader = (text: string, draft: Draft) => CellFault | undefined;

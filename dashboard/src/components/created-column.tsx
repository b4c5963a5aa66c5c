import type { Column } from './table.tsx';
import { Time } from './time.tsx';

/** Column with the time at which an object was created. */
export const CREATED_COLUMN: Column<{ readonly created_at: string }> = {
  key: 'created',
  header: 'Created',
  isRight: true,
  isExtra: true,
  width: 'w-36',
  cell: ({ created_at: at }) => (
    <span className="text-ink-3">
      <Time at={at} />
    </span>
  ),
};

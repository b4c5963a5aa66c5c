import type { ReactNode } from 'react';
import { Card } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { useRead } from '../../reading.ts';
import { GateList } from './gates-list.tsx';

const READ_AGAIN_MS = 30_000;

/**
 * Renders the safeguards that hold campaigns of the account now, or that could hold them. Part of the account's status.
 */
export function GatesCard(): ReactNode {
  const read = useRead('GET /dashboard/campaign-gates', {}, { every: READ_AGAIN_MS });
  return (
    <Card title="Campaign safeguards" summary="Safeguards are checks and limits that can put campaigns on hold.">
      <Loaded read={read} lines={5}>
        {({ gates }) => <GateList gates={gates} />}
      </Loaded>
    </Card>
  );
}

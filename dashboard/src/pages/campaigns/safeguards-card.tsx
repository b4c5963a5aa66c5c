import type { ReactNode } from 'react';
import { Card } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { useRead } from '../../reading.ts';
import { SafeguardList } from './safeguards-list.tsx';

const READ_AGAIN_MS = 30_000;

/** Renders the card that lists the safeguards that hold the account's campaigns now or could hold them later. */
export function SafeguardsCard(): ReactNode {
  const read = useRead('GET /dashboard/campaign-safeguards', {}, { every: READ_AGAIN_MS });
  return (
    <Card title="Campaign safeguards" summary="Safeguards are checks and limits that can put campaigns on hold.">
      <Loaded read={read} lines={5}>
        {({ safeguards }) => <SafeguardList safeguards={safeguards} />}
      </Loaded>
    </Card>
  );
}

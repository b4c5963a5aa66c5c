import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Card } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';
import { Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { useRead } from '../../reading.ts';
import { count, languageName } from '../../words.ts';
import { percent } from './campaign-words.ts';

type Group = Answer<'GET /dashboard/campaigns/{id}/breakdown'>['data'][number];

const CHOICES = [
  { value: 'domain', label: 'Email domains' },
  { value: 'language', label: 'Languages' },
];

/** Renders the results of a campaign by the domain or the language of the contacts. */
export function Breakdown({ id }: { readonly id: string }): ReactNode {
  const [by, setBy] = useState<'domain' | 'language'>('domain');
  const read = useRead('GET /dashboard/campaigns/{id}/breakdown', { params: { id }, query: { by } }, { keep: true });
  const nameOf = ({ name }: Group): string => {
    if (name === null) return by === 'domain' ? 'Erased contacts' : 'Unknown language';
    return by === 'domain' ? name : languageName(name);
  };
  const columns: readonly Column<Group>[] = [
    { key: 'name', header: by === 'domain' ? 'Domain' : 'Language', cell: nameOf, isMain: true, isClipped: true },
    { key: 'sent', header: 'Sent', cell: (row) => count(row.sent_count), isRight: true, isNamed: true },
    { key: 'opened', header: 'Opened', cell: (row) => percent(row.open_rate), isRight: true, isNamed: true },
    { key: 'clicked', header: 'Clicked', cell: (row) => percent(row.click_rate), isRight: true, isNamed: true },
    { key: 'bounced', header: 'Bounced', cell: (row) => percent(row.bounce_rate), isRight: true, isNamed: true },
  ];
  return (
    <Card
      title="Audience"
      summary="Compare the results for different groups of contacts."
      actions={
        <Segments
          label="Group"
          choices={CHOICES}
          value={by}
          onChange={(next) => setBy(next === 'language' ? 'language' : 'domain')}
        />
      }
      isFlush
    >
      <Loaded read={read} lines={4}>
        {({ data, others }) => (
          <>
            <Table
              label="Results by group"
              columns={columns}
              rows={data}
              keyOf={({ name }) => name ?? ''}
              empty={<p className="p-4 text-ink-2">No emails have been sent yet.</p>}
            />
            {others && (
              <p className="border-t border-line px-4 py-3 text-sm text-ink-3">
                {count(others.sent_count)} more emails: {percent(others.open_rate)} opened, {percent(others.click_rate)}{' '}
                clicked, {percent(others.bounce_rate)} bounced.
              </p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Card } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';
import { Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { useRead } from '../../reading.ts';
import { count } from '../../words.ts';
import { percent } from './campaign-words.ts';

type Results = Answer<'GET /dashboard/campaigns/{id}/devices'>;
type Device = Results['devices'][number];
type Provider = Results['providers'][number];

const CHOICES = [
  { value: 'devices', label: 'Devices' },
  { value: 'providers', label: 'Mailbox providers' },
];

const NAMES: Readonly<Record<Device['device'], string>> = {
  phone: 'Phone',
  tablet: 'Tablet',
  desktop: 'Desktop',
  proxy: 'Privacy proxy',
  unknown: 'Unknown',
};

const DEVICE_COLUMNS: readonly Column<Device>[] = [
  { key: 'device', header: 'Device', cell: ({ device }) => NAMES[device], isMain: true },
  { key: 'contacts', header: 'Contacts', cell: (row) => count(row.contacts_count), isRight: true, isNamed: true },
  { key: 'clicked', header: 'Clicked', cell: (row) => count(row.clicked_count), isRight: true, isNamed: true },
];

const PROVIDER_COLUMNS: readonly Column<Provider>[] = [
  { key: 'name', header: 'Provider', cell: ({ name }) => name ?? 'Other', isMain: true, isClipped: true },
  { key: 'sent', header: 'Sent', cell: (row) => count(row.sent_count), isRight: true, isNamed: true },
  { key: 'delivered', header: 'Delivered', cell: (row) => count(row.delivered_count), isRight: true, isNamed: true },
  { key: 'opened', header: 'Opened', cell: (row) => percent(row.open_rate), isRight: true, isNamed: true },
  { key: 'clicked', header: 'Clicked', cell: (row) => percent(row.click_rate), isRight: true, isNamed: true },
];

/** Renders the devices on which contacts opened a campaign, and the results by mailbox provider. */
export function Devices({ id }: { readonly id: string }): ReactNode {
  const [by, setBy] = useState('devices');
  const read = useRead('GET /dashboard/campaigns/{id}/devices', { params: { id } });
  return (
    <Card
      title="Devices and mailbox providers"
      summary="Each contact is counted once. A privacy proxy, such as Apple’s or Gmail’s, hides the device."
      actions={<Segments label="Group results by" choices={CHOICES} value={by} onChange={setBy} />}
      isFlush
    >
      {/* Reserves the height of the table of devices, so that switching tables does not shift the layout. */}
      <div className="min-h-64 max-sm:min-h-96">
        <Loaded read={read} lines={6}>
          {({ devices, providers }) =>
            by === 'devices' ? (
              <Table
                label="Results by device"
                columns={DEVICE_COLUMNS}
                rows={devices}
                keyOf={({ device }) => device}
                empty={undefined}
              />
            ) : (
              <Table
                label="Results by mailbox provider"
                columns={PROVIDER_COLUMNS}
                rows={providers}
                keyOf={({ provider }) => provider ?? ''}
                empty={<p className="p-4 text-ink-2">No emails have been sent yet.</p>}
              />
            )
          }
        </Loaded>
      </div>
    </Card>
  );
}

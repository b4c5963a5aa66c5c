import { useState, type ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Card } from '../../components/page.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, plural } from '../../words.ts';
import {
  CHANGED,
  isByLanguage,
  isInProgress,
  percent,
  versionName,
  type Campaign,
  type Stats,
} from './campaign-words.ts';

type Counted = Stats['variants'][number];

interface Props {
  readonly campaign: Campaign;
  readonly stats: Stats;
}

/**
 * Renders the results of the variants next to each other. While the test is running, the user can choose the winner.
 */
export function Variants({ campaign, stats }: Props): ReactNode {
  const [chosen, setChosen] = useState<Counted>();
  const mayChange = useMay('account');
  const { ab_test: test } = campaign;
  if (isByLanguage(campaign)) return <Languages campaign={campaign} stats={stats} />;
  if (test === null || campaign.variants.length === 0) return null;
  const mayChoose = mayChange && isInProgress(campaign) && test.winner === null;
  const rule = test.rule === 'clicks' ? 'click_rate' : 'open_rate';
  const best = Math.max(0, ...stats.variants.map((each) => each[rule]));
  const columns = columnsOf(campaign, (row) => row[rule] === best && best > 0);
  return (
    <Card title="A/B test" summary={<TestStatus campaign={campaign} />} isFlush>
      <Table
        label="Variants"
        columns={mayChoose ? [...columns, chooseColumn(setChosen)] : columns}
        rows={stats.variants}
        keyOf={({ variant }) => String(variant)}
        empty={<p className="px-6 pb-6 text-ink-2 max-sm:px-4">No emails have been sent yet.</p>}
      />
      {chosen && <Choose campaign={campaign} variant={chosen.variant} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

function Languages({ campaign, stats }: Props): ReactNode {
  const language: Column<Counted> = {
    key: 'language',
    header: 'Language',
    cell: ({ variant }) => versionName(campaign, variant),
    isMain: true,
    width: 'w-40',
  };
  const [subject, , ...figures] = columnsOf(campaign, () => false);
  return (
    <Card title="Languages" summary="Results for each language." isFlush>
      <Table
        label="Languages"
        columns={[language, ...(subject ? [{ ...subject, isMain: false }] : []), ...figures]}
        rows={stats.variants}
        keyOf={({ variant }) => String(variant)}
        empty={<p className="px-6 pb-6 text-ink-2 max-sm:px-4">No emails have been sent yet.</p>}
      />
    </Card>
  );
}

/** Returns the subject of a variant. If the variant has none, returns the subject of the campaign. */
function subjectOf(campaign: Campaign, variant: number): string {
  return campaign.variants.find((each) => each.variant === variant)?.subject ?? campaign.subject;
}

function TestStatus({ campaign }: { readonly campaign: Campaign }): ReactNode {
  const { ab_test: test } = campaign;
  if (test === null) return null;
  const rule = test.rule === 'clicks' ? 'the most clicks' : 'the most opens';
  if (test.winner !== null) return <>The rest of the audience received “{subjectOf(campaign, test.winner)}”.</>;
  return (
    <>
      {test.share}% of the audience is in the test. {plural(test.hours ?? 0, 'hour')} after the start, the rest of the
      audience receives the version with {rule}.
    </>
  );
}

function columnsOf(campaign: Campaign, isBest: (row: Counted) => boolean): Column<Counted>[] {
  const figure = (key: string, header: string, cell: (row: Counted) => ReactNode): Column<Counted> => ({
    key,
    header,
    cell,
    isRight: true,
    isNamed: true,
    width: 'w-32',
  });
  const rates = (judged: number, raw: number): ReactNode => (
    <>
      {percent(judged)} <span className="block text-sm text-ink-3">raw {percent(raw)}</span>
    </>
  );
  return [
    {
      key: 'subject',
      header: 'Subject',
      cell: ({ variant }) => subjectOf(campaign, variant),
      isMain: true,
      isClipped: true,
    },
    {
      key: 'status',
      header: 'Result',
      isHeaderHidden: true,
      isSide: true,
      width: 'w-28',
      cell: (row) => {
        if (campaign.ab_test?.winner === row.variant) return <Badge tone="ok">winner</Badge>;
        return campaign.ab_test?.winner === null && isBest(row) ? <Badge tone="info">leading</Badge> : null;
      },
    },
    figure('sent', 'Sent', (row) => count(row.sent_count)),
    figure('opened', 'Opened', (row) => rates(row.open_rate, row.raw_open_rate)),
    figure('clicked', 'Clicked', (row) => rates(row.click_rate, row.raw_click_rate)),
  ];
}

function chooseColumn(onChoose: (row: Counted) => void): Column<Counted> {
  return {
    key: 'choose',
    header: 'Choose',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-32',
    cell: (row) => (
      <Button
        aria-label={`Choose ${row.variant === 0 ? 'the original' : `variant ${row.variant}`}`}
        onClick={() => onChoose(row)}
      >
        Choose
      </Button>
    ),
  };
}

function Choose(props: {
  readonly campaign: Campaign;
  readonly variant: number;
  readonly onClose: () => void;
}): ReactNode {
  const { campaign, onClose, variant } = props;
  const choose = useAct('POST /campaigns/{id}/winner', {
    refresh: CHANGED,
    onDone: () => {
      toast('Winner chosen. The rest of the audience receives the winning version.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="End the test with this version?"
      isOpen
      onClose={onClose}
      action="End test"
      isBusy={choose.isPending}
      problem={choose.error}
      onConfirm={() => choose.act({ params: { id: String(campaign.id) }, body: { variant } })}
    >
      “{subjectOf(campaign, variant)}” will be sent to everyone who isn’t in the test. Safeguards can still hold the
      campaign.
    </ConfirmDialog>
  );
}

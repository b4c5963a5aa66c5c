import { useState, type ReactNode } from 'react';
import type { ApiProblem } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import type { DesignBlock } from '../../editor/design.ts';
import { pieceOf } from '../../late.tsx';
import { useRead } from '../../reading.ts';
import type { Campaign, Change } from './campaign-words.ts';
import { fieldNames } from './edit-words.ts';
import { useContentFaults } from './use-content-faults.ts';

const BlockEditor = pieceOf(() => import('../../editor/block-editor.tsx'));

interface Props {
  readonly campaign: Campaign;
  readonly note: (change: Change) => void;
  readonly problem: ApiProblem | null;
}

/** Renders the block editor for the content of an email. The user can permanently convert the blocks to HTML. */
export function EditBlocks({ campaign, note, problem }: Props): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const faults = useContentFaults(campaign, 'design', problem);
  const fields = useRead('GET /contact-fields', { query: { per_page: '1000' } }).data?.data ?? [];
  return (
    <>
      <BlockEditor
        // Safe cast: the server has validated the design and returns it unchanged.
        design={campaign.design as unknown as DesignBlock}
        onChange={(design) => note({ design: { ...design } })}
        fields={fieldNames(fields)}
        faults={faults}
      />
      <div className="border-t border-line px-6 py-3 max-sm:px-4">
        <Button look="quiet" onClick={() => setAsking(true)}>
          Switch to HTML
        </Button>
      </div>
      <ConfirmDialog
        title="Convert this email to HTML?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Convert to HTML"
        isBusy={false}
        onConfirm={() => {
          // The API returns the HTML that was generated from the blocks.
          note({ html: campaign.html, design: null });
          setAsking(false);
        }}
      >
        This can’t be undone. HTML can’t be converted back to blocks.
      </ConfirmDialog>
    </>
  );
}

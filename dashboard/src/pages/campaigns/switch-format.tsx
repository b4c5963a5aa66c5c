import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../components/dialog.tsx';
import type { Campaign, Change } from './campaign-words.ts';
import { designAround, useBlank } from '../templates/use-start.ts';
import { BEGINNING_OF_CONFIRMATION } from './edit-words.ts';

/**
 * Renders the dialog that permanently converts the blocks of an email to HTML, or replaces its HTML with new blocks. HTML
 * cannot be converted to blocks.
 */
export function SwitchFormat(props: {
  readonly campaign: Campaign;
  readonly note: (change: Change) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { campaign, note, onClose } = props;
  const isBlocks = campaign.design !== null;
  const blank = useBlank();
  return (
    <ConfirmDialog
      title={isBlocks ? 'Convert this email to HTML?' : 'Start over with blocks?'}
      isOpen
      onClose={onClose}
      action={isBlocks ? 'Convert to HTML' : 'Start over'}
      isBusy={!isBlocks && !blank}
      onConfirm={() => {
        const design =
          blank && campaign.kind === 'confirmation' ? designAround(blank, BEGINNING_OF_CONFIRMATION) : blank;
        // For blocks, the API returns the HTML that was generated from them.
        if (isBlocks) note({ html: campaign.html, design: null });
        else if (design) note({ design });
        onClose();
      }}
    >
      {isBlocks
        ? 'This can’t be undone. HTML can’t be converted back to blocks.'
        : 'HTML can’t be converted to blocks. The current content is deleted.'}
    </ConfirmDialog>
  );
}

import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useGo } from '../../filters.ts';
import { DeleteAutomation, RenameAutomation, SwitchAutomation } from './automation-dialogs.tsx';
import type { Automation } from './words.ts';

type Opened = 'switch' | 'rename' | 'delete';

/** What is done with an automation as a whole. */
export function Actions({ automation }: { readonly automation: Automation }): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const go = useGo();
  const close = (): void => setOpened(undefined);
  return (
    <>
      <Button look={automation.active ? 'plain' : 'primary'} onClick={() => setOpened('switch')}>
        {automation.active ? 'Pause automation' : 'Activate automation'}
      </Button>
      <RowMenu
        label={`More actions for ${automation.title}`}
        actions={[
          { label: 'Rename', onClick: () => setOpened('rename') },
          { label: 'Delete', onClick: () => setOpened('delete'), isDanger: true },
        ]}
      />
      {opened === 'switch' && <SwitchAutomation automation={automation} onClose={close} />}
      {opened === 'rename' && <RenameAutomation automation={automation} onClose={close} />}
      {opened === 'delete' && (
        <DeleteAutomation automation={automation} onClose={close} onDeleted={() => go('/automations')} />
      )}
    </>
  );
}

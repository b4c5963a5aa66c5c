import { StartupError } from '../../../src/base/startup-error.ts';
import { now } from '../present.ts';

/** Replaces `takeOwnership` of base/postgres/owner-lock.ts. A dead process no longer owns its directory. */
export function takeOwnership(directory: string): { release(): void } {
  const { files, scheduler } = now();
  const me = scheduler.current;
  if (!files.hasDirectory(directory)) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
  const owner = files.owners.get(directory);
  if (owner && !owner.isDead) throw new StartupError(`${directory} belongs to ${owner.name}`, 'wait for its end');
  if (!me.isDead) files.owners.set(directory, me);
  return {
    release() {
      if (!me.isDead && files.owners.get(directory) === me) files.owners.delete(directory);
    },
  };
}

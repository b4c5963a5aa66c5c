import type { Clock } from '../../../../base/clock.ts';
import type { Vault } from '../../../../base/crypto.ts';
import type { Database } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import type { Post } from '../../../transactional/webhooks/for-delivery.ts';
import type { HookWriters } from './types.ts';

/** Dependencies of the code that posts events. */
export interface HookEngineParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly log: Log;
  readonly post: Post;
  readonly writers: HookWriters;
}

import { expect, test } from 'vitest';
import { parsePasswd } from './database-user.ts';

test('parsePasswd reads users from a passwd file', () => {
  const text =
    '# comment\nroot:x:0:0:root:/root:/bin/sh\n\npostgres:x:101:104::/var/lib/postgresql:/bin/bash\nbroken\n';
  expect(parsePasswd(text)).toEqual([
    { name: 'root', uid: 0, gid: 0 },
    { name: 'postgres', uid: 101, gid: 104 },
  ]);
});

test('parsePasswd converts negative IDs to the unsigned IDs of the system', () => {
  expect(parsePasswd('nobody:*:-2:-2:Nobody:/:/bin/false')).toEqual([
    { name: 'nobody', uid: 4_294_967_294, gid: 4_294_967_294 },
  ]);
});

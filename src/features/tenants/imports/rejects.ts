import type { Db } from '../../../base/db.ts';
import { csvRecord } from '../../../http/csv.ts';
import type { StreamOutput } from '../../../http/reply-stream.ts';
import type { Reply } from '../../../http/route.ts';
import { rejectsBehind } from './queries.ts';

const PAGE = 1_000;

/** The rows of an import that were refused, as a CSV file: line, value, and why. Written as fast as the reader takes it. */
export function rejectsOf(db: Db, accountId: number, id: string): Reply {
  return {
    status: 200,
    body: undefined,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="refused-rows.csv"',
    },
    stream: async (output: StreamOutput) => {
      output.write(csvRecord(['line', 'value', 'reason']));
      let line = -1;
      while (!output.signal.aborted) {
        const rows = await rejectsBehind(db, accountId, id, line, PAGE);
        output.write(rows.map((row) => csvRecord([String(row.line), row.value, row.reason])).join(''));
        await output.taken();
        if (rows.length < PAGE) return;
        line = rows.at(-1)?.line ?? line;
      }
    },
  };
}

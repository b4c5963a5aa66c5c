import { expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { ACCOUNT_OPERATIONS } from './account-operations.ts';
import { RESOURCES } from './resources.ts';
import { partsOf, type SpecOperation } from './rows.ts';
import { membersOf, readSpecification, specificationFolder, type NamedMember, type TableRow } from './specification.ts';
import { TRANSACTIONAL_ERRORS, TRANSACTIONAL_OPERATIONS } from './transactional-operations.ts';

const folder = specificationFolder();
const account = () => readSpecification(folder ?? '', 'account-management-api.md');
const transactional = () => readSpecification(folder ?? '', 'transactional-email-api.md');

/** Operation whose query parameters the specification lists in a separate table. */
const LISTING = 'GET /contacts';
/** Query parameters of `LISTING` that the specification omits. */
const NOT_SHOWN = ['page'];
/** Our own rules for points that the specification leaves open. */
const OPEN = ['POST /contacts/batch: contacts is required'];
/** Operations for which the specification states a default page size, keyed by the name of the limit. */
const PAGES: Readonly<Record<string, string>> = {
  'Contact listing page size': 'GET /contacts',
  'Campaign listing page size': 'GET /campaigns',
  'Contact field listing page size': 'GET /contact-fields',
  'Campaign engagement listing `per_page`': 'GET /campaigns/{id}/engagement',
};

describeWith(folder)('our rows of the account API', () => {
  it('match its tables, without additional or missing ones', () => {
    const specification = account();
    const theirs = specification
      .partsOf('Endpoints')
      .flatMap((heading) => specification.rowsOf(heading).map((row) => `${heading}: ${row['Operation'] ?? ''}`))
      .filter((name) => !name.endsWith(': '));
    const ours = ACCOUNT_OPERATIONS.flatMap(({ heading, name }) => (name === undefined ? [] : [`${heading}: ${name}`]));
    expect(ours.toSorted()).toEqual(theirs.toSorted());
  });

  it('have the version label', () => expect(account().textOf('Versioning')).toContain('version label 1.4.0'));

  it('include the user', () => {
    expect(account().textOf('Users')).toContain('Get current user');
    expect(ACCOUNT_OPERATIONS.map(({ at }) => at)).toContain('GET /me');
  });

  it('have the same names in their paths', () => {
    expect(
      differences(
        (row) => pathNames(row.at),
        (row) => membersOf(row['Path params'] ?? '').map(({ name }) => name),
      ),
    ).toEqual([]);
  });

  it('have the same query parameters with the same rules', () => {
    const faults = ACCOUNT_OPERATIONS.flatMap((row) => {
      const cell = rowOf(row);
      const text = row.at === LISTING ? '' : (cell['Query params'] ?? cell['Query'] ?? '');
      return memberFaults(row, row.query ?? {}, row.at === LISTING ? listingMembers() : membersOf(text));
    });
    expect(faults).toEqual([]);
  });

  it('have the same body fields with the same rules', () => {
    const faults = ACCOUNT_OPERATIONS.flatMap((row) => {
      const cell = rowOf(row)['Body'] ?? '';
      // Requests that update a campaign have the same fields as requests that create one.
      if (!cell.startsWith('all ')) return memberFaults(row, row.body ?? {}, membersOf(cell));
      const made = ACCOUNT_OPERATIONS.find(({ at }) => at === 'POST /campaigns');
      const names = (of: SpecOperation | undefined): string =>
        Object.keys(of?.body ?? {})
          .toSorted()
          .join();
      return names(made) === names(row) ? [] : [`${row.at} has not every member of a campaign`];
    });
    expect(faults.filter((fault) => !OPEN.includes(fault))).toEqual([]);
  });

  it('have the same page sizes', () => {
    const limits = account().rowsOf('Limits');
    const theirs = Object.entries(PAGES).map(([limit, at]) => {
      const value = limits.find((row) => row['Limit'] === limit)?.['Value'] ?? '';
      return [at, Number(/default (\d+)/.exec(value)?.[1] ?? value)];
    });
    const ours = Object.values(PAGES).map((at) => [at, ACCOUNT_OPERATIONS.find((row) => row.at === at)?.perPage]);
    expect(ours).toEqual(theirs);
  });

  it('have the lengths in the table of limits', () => {
    const row = account()
      .rowsOf('Limits')
      .find(({ Limit = '' }) => Limit.startsWith('Campaign `title`'));
    const most = Number(/\d+/.exec(row?.['Value'] ?? '')?.[0]);
    for (const at of ['POST /campaigns', 'PATCH /campaigns/{id}']) {
      const { body = {} } = ACCOUNT_OPERATIONS.find((one) => one.at === at) ?? {};
      for (const { name } of membersOf(row?.['Limit'] ?? ''))
        expect([at, name, partsOf(body[name] ?? '').most]).toEqual([at, name, most]);
    }
  });

  it('have the fields of the resources in their responses', () => {
    const specification = account();
    const faults = Object.entries(RESOURCES).flatMap(([heading, names]) => {
      const rows = specification.rowsOf(heading);
      const text = specification.textOf(heading);
      const inTable = rows.flatMap((row) => membersOf(row['Field'] ?? '').map(({ name }) => name));
      const forgotten = inTable.filter((name) => !(names as readonly string[]).includes(name));
      const made = names.filter((name) => !inTable.includes(name) && !text.includes(`\`${name}\``));
      const lacking = forgotten.map((name) => `${heading} lacks ${name}`);
      return lacking.concat(made.map((name) => `${heading} has no ${name}`));
    });
    expect(faults).toEqual([]);
  });
});

describeWith(folder)('our rows of the transactional API', () => {
  it('match its table', () => {
    const theirs = transactional()
      .rowsOf('Endpoints')
      .map((row) => `${row['Method'] ?? ''} ${(row['Path'] ?? '').replaceAll('`', '')}`);
    expect(TRANSACTIONAL_OPERATIONS.map(({ at }) => at).toSorted()).toEqual(theirs.toSorted());
  });

  it('have the fields of a send with the required ones', () => {
    const rows = transactional().rowsOf('Send request (single email)');
    const theirs = rows.map((row) => [membersOf(row['Field'] ?? '')[0]?.name, row['Required'] === 'yes']);
    const { body = {} } = TRANSACTIONAL_OPERATIONS.find(({ at }) => at === 'POST /transactional/emails') ?? {};
    expect(Object.entries(body).map(([name, member]) => [name, partsOf(member).isRequired])).toEqual(theirs);
  });

  it('have the errors', () => {
    const theirs = transactional()
      .rowsOf('Errors')
      .flatMap((row) => (row['Status'] ? [[Number(row['Status']), (row['`name`'] ?? '').replaceAll('`', '')]] : []));
    expect(TRANSACTIONAL_ERRORS).toEqual(theirs);
  });
});

/**
 * Returns the row of the specification for one of our operations. Returns an empty row if no table contains the
 * operation.
 */
function rowOf({ heading, name }: SpecOperation): TableRow {
  if (name === undefined) return {};
  return (
    account()
      .rowsOf(heading)
      .find((row) => row['Operation'] === name) ?? {}
  );
}

function pathNames(at: string): string[] {
  return [...at.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function differences(ours: (row: SpecOperation) => string[], theirs: (row: TableRow) => string[]): string[] {
  return ACCOUNT_OPERATIONS.filter(({ name }) => name !== undefined).flatMap((row) => {
    const [mine, their] = [ours(row).join(), theirs(rowOf(row)).join()];
    return mine === their ? [] : [`${row.at} has ${mine}, the specification ${their}`];
  });
}

/** Returns the parameters for listing contacts. The specification has a separate table for them. */
function listingMembers(): NamedMember[] {
  return account()
    .rowsOf('Contacts')
    .filter((row) => row['Parameter'] !== undefined)
    .flatMap((row) => {
      const words = [...(row['Notes'] ?? '').matchAll(/`([a-z]+)`/g)].map(([, word = '']) => word);
      const range = /(\d+\.\.\d+)/.exec(row['Type'] ?? '')?.[1];
      const otherwise = /default (\d+)/.exec(row['Notes'] ?? '')?.[1];
      return membersOf(row['Parameter'] ?? '').map(({ isRequired, most, name }) => {
        const rules = { words, range, otherwise };
        return Object.assign(rules, { name, isRequired, most });
      });
    });
}

function memberFaults(
  { at, name: operation }: SpecOperation,
  ours: Readonly<Record<string, string>>,
  theirs: readonly NamedMember[],
): string[] {
  if (operation === undefined) return [];
  const names = theirs.map(({ name }) => name);
  const made = Object.keys(ours).filter((name) => !names.includes(name) && !NOT_SHOWN.includes(name));
  const faults = theirs.flatMap((member) => {
    const own = ours[member.name];
    if (own === undefined) return [`lacks ${member.name}`];
    const parts = partsOf(own);
    const range = parts.to === undefined ? undefined : `${parts.from}..${parts.to}`;
    return [
      ...(parts.isRequired === member.isRequired
        ? []
        : [`${member.name} is ${parts.isRequired ? '' : 'not '}required`]),
      ...(member.words.every((word) => parts.words.includes(word))
        ? []
        : [`${member.name} is not ${member.words.join()}`]),
      ...(member.most === undefined || member.most === parts.most
        ? []
        : [`${member.name} is not at most ${member.most}`]),
      ...(member.range === range ? [] : [`${member.name} is not ${member.range}`]),
      ...(member.otherwise === undefined || member.otherwise === parts.otherwise
        ? []
        : [`${member.name} is not ${member.otherwise} else`]),
    ];
  });
  return [...made.map((name) => `has ${name} of its own`), ...faults].map((fault) => `${at}: ${fault}`);
}

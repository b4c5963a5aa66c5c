import { Type, type TSchema } from 'typebox';
import { CONDITION_DOCS } from './condition-docs.ts';
import { CONDITIONS, STATUSES, type ConditionKind } from './filter.ts';

const TIME = Type.String({ format: 'date-time' });
const ID = Type.Integer({ minimum: 1 });
const IDS = Type.Array(ID, { minItems: 1 });

const KINDS: Readonly<Record<ConditionKind, TSchema>> = {
  query: Type.String(),
  email: Type.String(),
  boolean: Type.Boolean(),
  status: Type.Enum([...STATUSES]),
  time: TIME,
  never: Type.Boolean(),
  any: IDS,
  none: IDS,
  id: ID,
  campaign: ID,
};

/**
 * The shape of a filter, for documents and models; `parseFilter` is what judges, and takes texts for numbers as well.
 * `except` names conditions that a use of filters does not have.
 */
export function filterSchemaFor(description: string, except: readonly string[] = []) {
  const conditions = CONDITIONS.filter(({ name }) => !except.includes(name));
  return Type.Object(
    Object.fromEntries(
      conditions.map(({ kind, name }) => [name, Type.Optional({ ...KINDS[kind], description: CONDITION_DOCS[name] })]),
    ),
    {
      description,
    },
  );
}

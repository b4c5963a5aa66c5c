import { Type } from 'typebox';

const TIME = Type.String({ format: 'date-time' });
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const ANYTHING = Type.Unknown({
  description: 'The values of the changed fields. Null if the action did not change any fields.',
});

export const reviewFields = {
  id: Type.Integer(),
  asks_for: Type.Array(Type.Enum(['restriction', 'pause', 'transactional', 'mail_classes'])),
  message: Type.String(),
  asked_by: Type.String(),
  asked_at: TIME,
  state: Type.Enum(['open', 'approved', 'declined']),
  decided_at: Type.Union([TIME, Type.Null()]),
  reason: TEXT_OR_NULL,
  sentence: Type.String(),
};

/** Schema of a review that an account requested from the operator. */
export const reviewSchema = Type.Object(reviewFields, { $id: 'DashboardReview' });

const entrySchema = Type.Object(
  {
    id: Type.Integer(),
    occurred_at: TIME,
    via: Type.Enum(['key', 'token', 'oauth', 'session', 'command']),
    by: Type.Union([Type.Object({ name: Type.String(), email: TEXT_OR_NULL }), Type.Null()]),
    is_operator: Type.Boolean({ description: 'Whether the operator of the installation performed the action.' }),
    action: Type.String(),
    subject: TEXT_OR_NULL,
    before: ANYTHING,
    after: ANYTHING,
  },
  { $id: 'DashboardAuditEntry' },
);

/** Schema of a page of an audit log. */
export const auditSchema = Type.Object({
  data: Type.Array(entrySchema),
  per_page: Type.Integer(),
  has_more: Type.Boolean(),
});

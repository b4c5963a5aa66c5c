-- Mail that is held back at a provider is found by its mailing; there is none of it while nothing is.
create index delivery_held_for on delivery (account_id, message_id, recipient_no) where held_for is not null;

-- Campaigns that their figures stopped, for the operator.
create index campaign_gating_stopped on campaign_gating (stopped_at) where stopped_at is not null;

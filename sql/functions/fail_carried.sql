-- Records that recipients of a batch failed for the reason p_failed because they could not be carried over, and counts
-- them. Does not count recipients that already have an outcome.
create or replace function fail_carried(p_account bigint, p_batch uuid, p_nos integer[], p_failed text) returns void
language plpgsql as $$
declare
  v_count integer;
begin
  insert into mailing_outcome (account_id, batch_id, recipient_no, status, finished_at, enhanced, reason)
  select p_account, p_batch, no, 2, now(), '5.3.0', p_failed from unnest(p_nos) as no
  on conflict do nothing;
  get diagnostics v_count = row_count;
  perform count_outcomes(p_account, (select l.mailing_id from recipient_batch l where l.account_id = p_account and l.id = p_batch),
    array_fill(2::smallint, array[v_count]));
end
$$;

-- What is not the fate of a mail is read by itself: opens and clicks are listed and counted, and who was left out is no mail sent.
create index vendor_event_visits on vendor_event (account_id, recorded_at, id)
  where event in ('opened', 'clicked', 'suppressed');

-- What is held for ever is found by whose it is; there is none of it while nothing is paused.
create index delivery_held on delivery (account_id, class) where next_at = 'infinity';

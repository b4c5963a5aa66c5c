-- resolver: the name server says of domains that take mail that they do not.
-- unprepared: what is stored of mails, or the key that signs them, cannot be read, so that there is nothing to be offered.
-- The kinds are listed where they are made (delivery-alerts/alert-of.ts): each new one had to rebuild this constraint.
alter table delivery_alert
  drop constraint delivery_alert_kind_check,
  add constraint delivery_alert_kind_check check (kind ~ '^[a-z]+$');

-- What mails and calendar files call a submission: random, since its ID tells how many there are. Null for those from
-- before, which keep the name under which calendars know them.
ALTER TABLE submission ADD COLUMN public_id TEXT;
